// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>

#include <optional>
#include <string>
#include <vector>

namespace hub {

// What was given on the command line, as arguments of a call. Only what was given goes in:
// the rest is the hub's own default.

inline QString text(const std::string &from) { return QString::fromStdString(from); }

inline void put(QJsonObject &into, const char *name, const std::string &value)
{
    if (!value.empty())
        into.insert(QLatin1StringView(name), text(value));
}

inline void put(QJsonObject &into, const char *name, const std::vector<std::string> &values)
{
    QJsonArray list;
    for (const auto &value : values)
        list += text(value);
    if (!list.isEmpty())
        into.insert(QLatin1StringView(name), list);
}

template <typename T>
void put(QJsonObject &into, const char *name, const std::optional<T> &value)
{
    if (value)
        into.insert(QLatin1StringView(name), *value);
}

} // namespace hub

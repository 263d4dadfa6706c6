// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

#include <functional>

namespace hub {

/// A described struct with `static constexpr std::string_view group = "name"`:
/// the settings of one feature, declared beside that feature.
template <typename T>
concept SettingsGroup = Described<T> && requires
{
    std::string_view(T::group);
};

/// Where a value in force comes from.
enum class SettingSource : quint8 { Default, File, Environment, CommandLine };

/// Every setting of the program: command line over environment over settings
/// file over default. Values are checked by the group's own field table. Copies
/// are cheap; use from any thread, change from one.
class Settings
{
public:
    using Environment = std::function<QString(const QString &)>;

    /// Reads the file (missing: no values). A damaged file is moved aside with a
    /// warning in the log, so that it can never keep the hub from starting.
    static Settings load(const QString &path, Environment environment = systemEnvironment());
    static Environment systemEnvironment();

    /// The same with what the file holds now; a damaged one is as if it were missing.
    Settings reread() const;

    /// A value given on the command line; wins over everything.
    void override(std::string_view group, std::string_view name, const QJsonValue &value);

    /// The group with every value in force. Errors name the variable, option or
    /// file entry that breaks a rule, and the rule.
    template <SettingsGroup T>
    Result<T> read() const
    {
        T out;
        Result<void> result;
        forEachField<T>([&](const auto &f) {
            if (result)
                result = readOne(T::group, f, out);
        });
        if (!result)
            return result.error();
        return out;
    }

    template <SettingsGroup T>
    SettingSource source(std::string_view name) const
    {
        SettingSource found = SettingSource::Default;
        forEachField<T>([&](const auto &f) {
            if (f.name == name)
                found = lookup(T::group, f.name, f.environment).source;
        });
        return found;
    }

    /// Checks and writes one value to the file (atomically, for its owner alone).
    template <SettingsGroup T>
    Result<void> write(std::string_view name, const QJsonValue &value)
    {
        T probe;
        Result<void> result
            = Error {ErrorCode::NotFound, u"There is no setting %1.%2"_s.arg(fromView(T::group), fromView(name))};
        forEachField<T>([&](const auto &f) {
            if (f.name == name)
                result = detail::readField(f, value, probe, fromView(name));
        });
        HUB_CHECK(result);
        return store(T::group, name, value);
    }

private:
    struct Found {
        QJsonValue value {QJsonValue::Undefined};
        SettingSource source = SettingSource::Default;
        QString name; ///< as a person gave it: the variable, the option or the file entry
    };

    Found lookup(std::string_view group, std::string_view name, std::string_view variable) const;
    Result<void> store(std::string_view group, std::string_view name, const QJsonValue &value);

    template <typename Owner, typename T>
    Result<void> readOne(std::string_view group, const Field<Owner, T> &f, Owner &out) const
    {
        auto found = lookup(group, f.name, f.environment);
        if (found.value.isUndefined() || found.value.isNull())
            return {};
        if constexpr (std::is_same_v<T, bool>) { // shells write switches as 1 and 0
            if (found.value == u"1"_s || found.value == u"0"_s)
                found.value = found.value == u"1"_s;
        }
        if constexpr (isList<T>) {
            if (found.source == SettingSource::Environment)
                found.value = QJsonArray::fromStringList(found.value.toString().split(u',', Qt::SkipEmptyParts));
        }
        auto read = detail::readField(f, found.value, out, found.name);
        if (!read && found.source == SettingSource::File) { // one bad entry must not keep the hub from starting
            warn(read.error());
            out.*f.member = Owner {}.*f.member;
            return {};
        }
        return read;
    }
    template <typename T>
    static constexpr bool isList = requires(T list)
    {
        list.removeLast();
    };

    static void warn(const Error &error);

    QString m_path;
    Environment m_environment;
    QJsonObject m_file;
    QJsonObject m_overrides;
};

} // namespace hub

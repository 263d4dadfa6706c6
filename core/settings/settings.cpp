// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/settings.h"

#include "core/base/log.h"

#include <QDateTime>
#include <QFile>
#include <QJsonDocument>
#include <QSaveFile>

namespace hub {
namespace {

QJsonValue entry(const QJsonObject &from, std::string_view group, std::string_view name)
{
    return from.value(fromView(group)).toObject().value(fromView(name));
}

void insert(QJsonObject &into, std::string_view group, std::string_view name, const QJsonValue &value)
{
    auto values = into.value(fromView(group)).toObject();
    values.insert(fromView(name), value);
    into.insert(fromView(group), values);
}

} // namespace

Settings::Environment Settings::systemEnvironment()
{
    return [](const QString &name) { return qEnvironmentVariable(name.toLatin1().constData()); };
}

Settings Settings::load(const QString &path, Environment environment)
{
    Settings settings;
    settings.m_path = path;
    settings.m_environment = std::move(environment);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return settings;
    QJsonParseError problem;
    const auto document = QJsonDocument::fromJson(file.readAll(), &problem);
    if (document.isObject()) {
        settings.m_file = document.object();
        return settings;
    }
    const auto aside = u"%1.damaged-%2"_s.arg(path, QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-hhmmss"_s));
    file.close();
    const bool moved = QFile::rename(path, aside);
    qCWarning(lcCore).noquote() << u"The settings file could not be read (%1 at offset %2); defaults are used. %3"_s
                                       .arg(problem.errorString())
                                       .arg(problem.offset)
                                       .arg(moved ? u"It was kept as %1"_s.arg(aside) : QString());
    return settings;
}

Settings Settings::reread() const
{
    auto fresh = *this;
    QFile file(m_path);
    fresh.m_file = file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    return fresh;
}

void Settings::override(std::string_view group, std::string_view name, const QJsonValue &value)
{
    insert(m_overrides, group, name, value);
}

Settings::Found Settings::lookup(std::string_view group, std::string_view name, std::string_view variable) const
{
    if (const auto value = entry(m_overrides, group, name); !value.isUndefined())
        return {value, SettingSource::CommandLine, u"--"_s + fromView(name)};
    if (!variable.empty()) {
        const auto key = fromView(variable);
        if (const auto value = m_environment(key); !value.isEmpty())
            return {value, SettingSource::Environment, key};
    }
    if (const auto value = entry(m_file, group, name); !value.isUndefined())
        return {value, SettingSource::File, fromView(group) + u'.' + fromView(name)};
    return {};
}

Result<void> Settings::store(std::string_view group, std::string_view name, const QJsonValue &value)
{
    auto next = m_file;
    insert(next, group, name, value);
    QSaveFile file(m_path);
    const auto text = QJsonDocument(next).toJson(QJsonDocument::Indented);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()
        || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) || !file.commit())
        return Error {ErrorCode::Storage, u"The settings could not be saved: %1"_s.arg(file.errorString())};
    m_file = next;
    return {};
}

void Settings::warn(const Error &error) { qCWarning(lcCore).noquote() << "A setting was ignored:" << error.message; }

} // namespace hub

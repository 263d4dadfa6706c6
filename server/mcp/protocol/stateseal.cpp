// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/stateseal.h"

#include "core/base/ids.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>

namespace hub::mcp {
namespace {

constexpr qint64 lifetimeMs = 10 * 60 * 1000;
constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

/// What makes two rounds one call: its method, name and arguments, and who calls.
QByteArray callOf(const QString &method, const QJsonObject &params, const Principal &caller)
{
    return QJsonDocument(QJsonArray {caller.keyId, method, params.value(u"name"_s), params.value(u"uri"_s),
                             params.value(u"arguments"_s)})
        .toJson(QJsonDocument::Compact);
}

} // namespace

StateSeal::StateSeal()
    : m_key(randomBytes(32))
{
    m_clock.start();
}

QByteArray StateSeal::signature(const QByteArray &payload, const QByteArray &call) const
{
    return QMessageAuthenticationCode::hash(QByteArray(payload + '\n' + call), m_key, QCryptographicHash::Sha256)
        .toBase64(encoding);
}

QString StateSeal::seal(
    const QString &state, const QString &method, const QJsonObject &params, const Principal &caller) const
{
    const QJsonArray content {QString::number(m_clock.elapsed() + lifetimeMs), state};
    const auto payload = QJsonDocument(content).toJson(QJsonDocument::Compact).toBase64(encoding);
    return QString::fromLatin1("v1." + payload + '.' + signature(payload, callOf(method, params, caller)));
}

std::optional<QString> StateSeal::open(
    const QString &sealed, const QString &method, const QJsonObject &params, const Principal &caller) const
{
    const auto parts = sealed.toUtf8().split('.');
    if (parts.size() != 3 || parts[0] != "v1")
        return std::nullopt;
    if (!equalsInConstantTime(parts[2], signature(parts[1], callOf(method, params, caller))))
        return std::nullopt;
    const auto content = QJsonDocument::fromJson(QByteArray::fromBase64(parts[1], encoding)).array();
    if (content.at(0).toString().toLongLong() < m_clock.elapsed())
        return std::nullopt;
    return content.at(1).toString();
}

} // namespace hub::mcp

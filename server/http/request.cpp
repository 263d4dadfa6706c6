// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/request.h"

#include <QUrl>

namespace hub::http {
namespace {

QString decoded(QByteArray part) { return QUrl::fromPercentEncoding(part.replace('+', ' ')); }

} // namespace

QByteArray Request::header(QByteArrayView lowerCaseName) const
{
    const auto found = std::find_if(
        headers.begin(), headers.end(), [&](const auto &header) { return header.first == lowerCaseName; });
    return found == headers.end() ? QByteArray() : found->second;
}

std::optional<QString> Request::queryItem(const QString &name) const
{
    const auto items = decodeForm(query);
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto &item) { return item.first == name; });
    return found == items.end() ? std::nullopt : std::optional(found->second);
}

QList<std::pair<QString, QString>> decodeForm(const QByteArray &encoded)
{
    QList<std::pair<QString, QString>> items;
    for (const auto &pair : encoded.split('&')) {
        if (pair.isEmpty())
            continue;
        const auto equals = pair.indexOf('=');
        const auto name = equals < 0 ? pair : pair.first(equals);
        items.append({decoded(name), equals < 0 ? QString() : decoded(pair.sliced(equals + 1))});
    }
    return items;
}

} // namespace hub::http

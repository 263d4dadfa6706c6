// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/cursor.h"

#include <QJsonDocument>

namespace hub {

QString Cursor::encode() const
{
    const auto json = QJsonDocument(toJson(*this)).toJson(QJsonDocument::Compact);
    return QString::fromLatin1(json.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

Result<Cursor> Cursor::decode(const QString &text)
{
    const auto json = QByteArray::fromBase64Encoding(text.toUtf8(), QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    const auto cursor = fromJson<Cursor>(QJsonDocument::fromJson(*json).object());
    if (!cursor)
        return Error {ErrorCode::InvalidArgument, u"cursor is not one that this hub has given out"_s};
    return *cursor;
}

} // namespace hub

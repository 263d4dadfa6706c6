// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/describe.h"

#include "core/base/text.h"

#include <QJsonDocument>

#include <cmath>

namespace hub {
namespace {

QString shown(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null: return u"null"_s;
    case QJsonValue::Bool: return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Double: return u"number "_s + QString::number(value.toDouble(), 'g', 10);
    case QJsonValue::String: {
        const auto text = value.toString();
        return u"string \""_s + (codePointCount(text) > 40 ? cutText(text, 40) + u"…"_s : text) + u"\""_s;
    }
    case QJsonValue::Array: return u"an array"_s;
    case QJsonValue::Object: return u"an object"_s;
    case QJsonValue::Undefined: break;
    }
    return u"nothing"_s;
}

/// Letters that must change to turn one name into the other.
int editDistance(QStringView a, QStringView b)
{
    QList<int> row(b.size() + 1);
    for (qsizetype j = 0; j < row.size(); ++j)
        row[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        int diagonal = std::exchange(row[0], int(i));
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const int change = diagonal + (a[i - 1].toLower() == b[j - 1].toLower() ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
        }
    }
    return row.last();
}

} // namespace

namespace detail {

Error refused(const QString &path, const QString &rule, const QJsonValue &given)
{
    return {ErrorCode::InvalidArgument, u"%1 %2; got %3"_s.arg(path.isEmpty() ? u"the value"_s : path, rule, shown(given))};
}

Error unknownField(const QString &path, const QString &name, const QStringList &known)
{
    QString closest;
    int best = 3;
    for (const auto &candidate : known) {
        if (const int distance = editDistance(name, candidate); distance < best) {
            best = distance;
            closest = candidate;
        }
    }
    const auto hint = closest.isEmpty() ? QString() : u"; did you mean %1"_s.arg(closest);
    return {ErrorCode::InvalidArgument,
            u"%1 is not a known parameter%2"_s.arg(path.isEmpty() ? name : path + u'.' + name, hint)};
}

QJsonValue unwrapped(const QJsonValue &in, QJsonValue::Type wanted)
{
    if (!in.isString())
        return in;
    const auto text = in.toString().trimmed();
    if (!text.startsWith(wanted == QJsonValue::Array ? u'[' : u'{'))
        return in;
    const auto document = QJsonDocument::fromJson(text.toUtf8());
    if (wanted == QJsonValue::Array && document.isArray())
        return document.array();
    if (wanted == QJsonValue::Object && document.isObject())
        return document.object();
    return in;
}

Result<void> checkText(const QString &path, const QString &text, int maxLength)
{
    if (const auto nul = text.indexOf(QChar(0)); nul >= 0)
        return Error {ErrorCode::InvalidArgument, u"%1 has a NUL character (U+0000) at position %2"_s.arg(path).arg(nul)};
    const auto length = codePointCount(text);
    if (maxLength > 0 && length > maxLength)
        return Error {ErrorCode::TooLong, u"%1 length %2 exceeds max %3"_s.arg(path).arg(length).arg(maxLength)};
    return {};
}

Result<void> checkItems(const QString &path, qsizetype count, int maxItems)
{
    if (maxItems > 0 && count > maxItems)
        return Error {ErrorCode::TooLong, u"%1 has %2 items, at most %3 are allowed"_s.arg(path).arg(count).arg(maxItems)};
    return {};
}

Result<double> checkRange(const QString &path, double value, std::optional<double> low, std::optional<double> high, bool clamp)
{
    if (clamp && high && value > *high)
        return *high;
    if ((low && value < *low) || (high && value > *high)) {
        const auto rule = low && high ? u"must be between %1 and %2"_s.arg(*low).arg(*high)
            : low                     ? u"must be at least %1"_s.arg(*low)
                                      : u"must be at most %1"_s.arg(*high);
        return refused(path, rule, value);
    }
    return value;
}

QString joined(const QString &path, std::string_view name)
{
    return path.isEmpty() ? fromView(name) : path + u'.' + fromView(name);
}

} // namespace detail

Result<void> readJson(const QJsonValue &in, QString &out, const QString &path)
{
    if (in.isString())
        out = withoutLoneSurrogates(in.toString());
    else if (in.isDouble()) // agents write versions and ports as numbers
        out = QString::number(in.toDouble(), 'g', 17);
    else
        return detail::refused(path, u"must be a string"_s, in);
    return {};
}

Result<void> readJson(const QJsonValue &in, double &out, const QString &path)
{
    bool ok = in.isDouble();
    out = ok ? in.toDouble() : in.isString() ? in.toString().trimmed().toDouble(&ok) : 0;
    if (!ok || !std::isfinite(out))
        return detail::refused(path, u"must be a number"_s, in);
    return {};
}

Result<void> readJson(const QJsonValue &in, qint64 &out, const QString &path)
{
    double number = 0;
    const bool ok = bool(readJson(in, number, path));
    if (!ok || number != std::floor(number) || std::abs(number) > 9.007199254740992e15)
        return detail::refused(path, u"must be an integer"_s, in);
    out = qint64(number);
    return {};
}

Result<void> readJson(const QJsonValue &in, int &out, const QString &path)
{
    qint64 number = 0;
    HUB_CHECK(readJson(in, number, path));
    // A size beyond int is a size beyond every limit: the range check says so, or clamps it.
    out = int(std::clamp<qint64>(number, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
    return {};
}

Result<void> readJson(const QJsonValue &in, bool &out, const QString &path)
{
    const auto text = in.isString() ? in.toString().trimmed().toLower() : QString();
    if (!in.isBool() && text != u"true" && text != u"false")
        return detail::refused(path, u"must be true or false"_s, in);
    out = in.isBool() ? in.toBool() : text == u"true";
    return {};
}

Result<void> readJson(const QJsonValue &in, QStringList &out, const QString &path)
{
    const auto value = detail::unwrapped(in, QJsonValue::Array);
    if (!value.isArray())
        return detail::refused(path, u"must be an array of strings"_s, in);
    const auto items = value.toArray();
    out.clear(); // a list that is given takes the place of the default
    for (qsizetype i = 0; i < items.size(); ++i) {
        QString item;
        HUB_CHECK(readJson(items[i], item, u"%1[%2]"_s.arg(path).arg(i)));
        out += item;
    }
    return {};
}

Result<void> readJson(const QJsonValue &in, QJsonObject &out, const QString &path)
{
    const auto value = detail::unwrapped(in, QJsonValue::Object);
    if (!value.isObject())
        return detail::refused(path, u"must be an object"_s, in);
    out = value.toObject();
    return {};
}

Result<void> readJson(const QJsonValue &in, Timestamp &out, const QString &path)
{
    const auto moment = QDateTime::fromString(in.toString(), Qt::ISODateWithMs);
    if (!in.isString() || !moment.isValid())
        return detail::refused(path, u"must be a date and time in ISO 8601"_s, in);
    out.ms = moment.toMSecsSinceEpoch();
    return {};
}

} // namespace hub

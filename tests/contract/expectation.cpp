// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/expectation.h"

#include "core/base/result.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <cmath>

namespace hub::test {
namespace {

struct Parts {
    QString path;
    QString verb;
    QString right;
};

Parts partsOf(const QString &expectation)
{
    static const QRegularExpression form(u"^(\\S+) (=|!=|<=|>=|<|>|is|has|~) (.+)$"_s);
    const auto match = form.match(expectation.trimmed());
    return {.path = match.captured(1), .verb = match.captured(2), .right = match.captured(3)};
}

/// A JSON value, or the value at a path.
QJsonValue rightSide(const QString &text, const QJsonObject &answers)
{
    const auto json = QJsonDocument::fromJson(u"[%1]"_s.arg(text).toUtf8());
    return json.isArray() ? json.array().at(0) : valueAt(answers, text);
}

bool isKind(const QJsonValue &value, const QString &kind)
{
    static const QRegularExpression id(u"^frag-[0-9a-f]{16}$"_s);
    static const QRegularExpression time(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"_s);
    const QHash<QString, bool> kinds {{u"string"_s, value.isString()}, {u"number"_s, value.isDouble()},
        {u"integer"_s, value.isDouble() && std::floor(value.toDouble()) == value.toDouble()},
        {u"boolean"_s, value.isBool()}, {u"list"_s, value.isArray()}, {u"object"_s, value.isObject()},
        {u"null"_s, value.isNull()}, {u"absent"_s, value.isUndefined()}, {u"present"_s, !value.isUndefined()},
        {u"id"_s, id.match(value.toString()).hasMatch()}, {u"time"_s, time.match(value.toString()).hasMatch()}};
    return kinds.value(kind, false);
}

bool has(const QJsonValue &value, const QJsonValue &part)
{
    return value.isArray() ? value.toArray().contains(part)
                           : value.isString() && value.toString().contains(part.toString());
}

bool compares(double left, const QString &verb, double right)
{
    return verb == u"<" ? left < right : verb == u"<=" ? left <= right : verb == u">" ? left > right : left >= right;
}

bool holds(const Parts &parts, const QJsonValue &value, const QJsonValue &right)
{
    if (parts.verb == u"is")
        return isKind(value, parts.right);
    if (parts.verb == u"~")
        return QRegularExpression(parts.right).match(value.toString()).hasMatch();
    if (right.isUndefined())
        return false;
    if (parts.verb == u"=")
        return value == right;
    if (parts.verb == u"!=")
        return !value.isUndefined() && value != right;
    if (parts.verb == u"has")
        return has(value, right);
    return value.isDouble() && compares(value.toDouble(), parts.verb, right.toDouble());
}

QString textOf(const QJsonValue &value)
{
    return value.isUndefined() ? u"nothing"_s
                               : QString::fromUtf8(QJsonDocument(QJsonArray {value}).toJson(QJsonDocument::Compact));
}

QJsonValue filledValue(const QJsonValue &value, const QJsonObject &answers)
{
    static const QRegularExpression reference(u"^\\{([\\w.\\[\\]@]+)\\}$"_s);
    if (value.isObject())
        return test::filledIn(value.toObject(), answers);
    if (value.isArray()) {
        QJsonArray out;
        for (const auto &one : value.toArray())
            out += filledValue(one, answers);
        return out;
    }
    static const QRegularExpression repeated(u"^\\{(.)\\*(\\d+)\\}$"_s);
    if (const auto many = repeated.match(value.toString()); many.hasMatch())
        return many.captured(1).repeated(many.captured(2).toInt());
    const auto match = reference.match(value.toString());
    return match.hasMatch() ? valueAt(answers, match.captured(1)) : value;
}

} // namespace

QJsonValue valueAt(const QJsonObject &answers, const QString &path)
{
    static const QRegularExpression step(u"([@\\w-]+)|\\[(\\d+|#)\\]"_s);
    QJsonValue value = answers;
    for (auto it = step.globalMatch(path); it.hasNext();) {
        const auto match = it.next();
        const auto index = match.captured(2);
        if (index == u"#")
            value = value.isArray() ? QJsonValue(value.toArray().size()) : QJsonValue(QJsonValue::Undefined);
        else
            value = index.isEmpty() ? value.toObject().value(match.captured(1)) : value.toArray().at(index.toInt());
    }
    return value;
}

QJsonObject filledIn(const QJsonObject &arguments, const QJsonObject &answers)
{
    QJsonObject out;
    for (auto it = arguments.begin(); it != arguments.end(); ++it)
        out.insert(it.key(), filledValue(it.value(), answers));
    return out;
}

QString complaint(const QString &expectation, const QJsonObject &answers)
{
    const auto parts = partsOf(expectation);
    if (parts.path.isEmpty())
        return u"not understood: "_s + expectation;
    if (!answers.contains(answerOf(expectation)))
        return u"no such call: "_s + expectation;
    const auto value = valueAt(answers, parts.path);
    if (holds(parts, value, rightSide(parts.right, answers)))
        return {};
    return u"%1, but there is %2"_s.arg(expectation, textOf(value));
}

QString fieldOf(const QString &expectation)
{
    static const QRegularExpression index(u"\\[\\d+\\]"_s);
    return partsOf(expectation).path.section(u'.', 1).replace(index, u"[]"_s);
}

QString answerOf(const QString &expectation) { return partsOf(expectation).path.section(u'.', 0, 0); }

} // namespace hub::test

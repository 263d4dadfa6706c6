// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <array>
#include <optional>
#include <string_view>
#include <tuple>

namespace hub {

/// One member of a described struct: its wire name and the limits a caller must
/// respect. The same table drives JSON in and out, JSON Schema, SQL rows and
/// settings, so a name or a limit is written once.
template <typename Owner, typename T>
struct Field {
    std::string_view name;
    T Owner::*member;
    bool isRequired = false;
    bool isClamped = false;       ///< a number over `maximum` becomes `maximum` instead of an error
    bool takesSingle = false;     ///< a list that also accepts one bare string
    int maxLength = 0;            ///< in Unicode code points; 0: no limit
    int maxItems = 0;             ///< of a list; 0: no limit
    std::optional<double> minimum {};
    std::optional<double> maximum {};
    std::string_view alias {};    ///< a second accepted name (snake_case beside camelCase)
    std::string_view environment {}; ///< for settings: the variable that overrides it

    constexpr Field required() const { auto f = *this; f.isRequired = true; return f; }
    constexpr Field max(int length) const { auto f = *this; f.maxLength = length; return f; }
    constexpr Field items(int count) const { auto f = *this; f.maxItems = count; return f; }
    constexpr Field range(double low, double high) const { auto f = *this; f.minimum = low; f.maximum = high; return f; }
    constexpr Field clamped(double low, double high) const { auto f = range(low, high); f.isClamped = true; return f; }
    constexpr Field orSingle() const { auto f = *this; f.takesSingle = true; return f; }
    constexpr Field also(std::string_view other) const { auto f = *this; f.alias = other; return f; }
    constexpr Field env(std::string_view variable) const { auto f = *this; f.environment = variable; return f; }
};

template <typename Owner, typename T>
constexpr Field<Owner, T> field(std::string_view name, T Owner::*member)
{
    return {name, member};
}

template <typename T>
concept Described = requires { T::fields(); };

template <Described T, typename Visitor>
void forEachField(Visitor &&visit)
{
    std::apply([&](const auto &...f) { (visit(f), ...); }, T::fields());
}

/// Specialise with a `names` array, one per enumerator in order.
template <typename E>
struct EnumNames;

template <typename E>
concept NamedEnum = std::is_enum_v<E> && requires { EnumNames<E>::names; };

inline QString fromView(std::string_view view)
{
    return QString::fromUtf8(view.data(), qsizetype(view.size()));
}

template <NamedEnum E>
QString toString(E value)
{
    return fromView(EnumNames<E>::names[size_t(value)]);
}

template <NamedEnum E>
std::optional<E> enumFromString(QStringView text)
{
    for (size_t i = 0; i < EnumNames<E>::names.size(); ++i) {
        if (text == QLatin1StringView(EnumNames<E>::names[i].data(), qsizetype(EnumNames<E>::names[i].size())))
            return E(i);
    }
    return std::nullopt;
}

// ---- JSON in ---------------------------------------------------------------
// Tolerant exactly as agents need it: null counts as absent, and a number,
// boolean, list or object may arrive as the JSON text of one. Everything else is
// refused with the path of the value, the rule and what was given.

Result<void> readJson(const QJsonValue &in, QString &out, const QString &path);
Result<void> readJson(const QJsonValue &in, double &out, const QString &path);
Result<void> readJson(const QJsonValue &in, int &out, const QString &path);
Result<void> readJson(const QJsonValue &in, qint64 &out, const QString &path);
Result<void> readJson(const QJsonValue &in, bool &out, const QString &path);
Result<void> readJson(const QJsonValue &in, QStringList &out, const QString &path);
Result<void> readJson(const QJsonValue &in, QJsonObject &out, const QString &path);
Result<void> readJson(const QJsonValue &in, Timestamp &out, const QString &path);
template <NamedEnum E>
Result<void> readJson(const QJsonValue &in, E &out, const QString &path);
template <Described T>
Result<void> readJson(const QJsonValue &in, T &out, const QString &path);
template <typename T>
    requires Described<T> || NamedEnum<T>
Result<void> readJson(const QJsonValue &in, QList<T> &out, const QString &path);
template <typename T>
Result<void> readJson(const QJsonValue &in, std::optional<T> &out, const QString &path)
{
    return readJson(in, out.emplace(), path);
}

namespace detail {

Error refused(const QString &path, const QString &rule, const QJsonValue &given);
Error unknownField(const QString &path, const QString &name, const QStringList &known);
QJsonValue unwrapped(const QJsonValue &in, QJsonValue::Type wanted); ///< parses JSON text that stands for a list or object
Result<void> checkText(const QString &path, const QString &text, int maxLength);
Result<void> checkItems(const QString &path, qsizetype count, int maxItems);
Result<double> checkRange(const QString &path, double value, std::optional<double> low, std::optional<double> high, bool clamp);
QString joined(const QString &path, std::string_view name);

template <typename T> void limitText(Result<void> &, const T &, const QString &, int) {}
inline void limitText(Result<void> &result, const QString &text, const QString &path, int max) { result = checkText(path, text, max); }
inline void limitText(Result<void> &result, const std::optional<QString> &text, const QString &path, int max)
{
    if (text)
        result = checkText(path, *text, max);
}
inline void limitText(Result<void> &result, const QStringList &texts, const QString &path, int max)
{
    for (qsizetype i = 0; result && i < texts.size(); ++i)
        result = checkText(u"%1[%2]"_s.arg(path).arg(i), texts[i], max);
}

template <typename T>
struct IsNumber : std::bool_constant<std::is_same_v<T, double> || std::is_same_v<T, int> || std::is_same_v<T, qint64>> {};
template <typename T> struct IsNumber<std::optional<T>> : IsNumber<T> {};
template <typename T> struct Unwrap { using Type = T; };
template <typename T> struct Unwrap<std::optional<T>> { using Type = T; };

template <typename Owner, typename T>
Result<void> readField(const Field<Owner, T> &f, const QJsonValue &value, Owner &out, const QString &path)
{
    T &target = out.*f.member;
    if constexpr (std::is_same_v<T, QStringList> || std::is_same_v<T, std::optional<QStringList>>) {
        if (f.takesSingle && value.isString() && unwrapped(value, QJsonValue::Array).isString()) {
            target = QStringList {value.toString()};
            return checkText(path, value.toString(), f.maxLength);
        }
    }
    HUB_CHECK(readJson(value, target, path));
    Result<void> limits;
    limitText(limits, target, path, f.maxLength);
    HUB_CHECK(limits);
    if constexpr (requires { target.size(); } && !std::is_same_v<T, QString>)
        HUB_CHECK(checkItems(path, target.size(), f.maxItems));
    if constexpr (IsNumber<T>::value) {
        using Number = typename Unwrap<T>::Type;
        Number number {};
        if constexpr (std::is_same_v<T, Number>)
            number = target;
        else
            number = *target;
        HUB_TRY(checkedValue, checkRange(path, double(number), f.minimum, f.maximum, f.isClamped));
        target = Number(checkedValue);
    }
    return {};
}

} // namespace detail

template <NamedEnum E>
Result<void> readJson(const QJsonValue &in, E &out, const QString &path)
{
    if (const auto value = in.isString() ? enumFromString<E>(in.toString()) : std::nullopt) {
        out = *value;
        return {};
    }
    QStringList names;
    for (const auto name : EnumNames<E>::names)
        names += fromView(name);
    return detail::refused(path, u"must be one of "_s + names.join(u", "_s), in);
}

/// Reads `json` into `out`; members that are absent or null keep their value.
template <Described T>
Result<void> readObject(const QJsonObject &json, T &out, const QString &path = {})
{
    Result<void> result;
    QStringList known;
    forEachField<T>([&](const auto &f) {
        known += fromView(f.name);
        if (!f.alias.empty())
            known += fromView(f.alias);
    });
    for (auto it = json.begin(); it != json.end(); ++it) {
        if (!known.contains(it.key()))
            return detail::unknownField(path, it.key(), known);
    }
    forEachField<T>([&](const auto &f) {
        if (!result)
            return;
        auto value = json.value(fromView(f.name));
        if ((value.isUndefined() || value.isNull()) && !f.alias.empty())
            value = json.value(fromView(f.alias));
        const auto here = detail::joined(path, f.name);
        if (!value.isUndefined() && !value.isNull())
            result = detail::readField(f, value, out, here);
        else if (f.isRequired)
            result = Error {ErrorCode::InvalidArgument, here + u" is required"_s};
    });
    return result;
}

template <Described T>
Result<void> readJson(const QJsonValue &in, T &out, const QString &path)
{
    const auto value = detail::unwrapped(in, QJsonValue::Object);
    if (!value.isObject())
        return detail::refused(path, u"must be an object"_s, in);
    return readObject(value.toObject(), out, path);
}

template <typename T>
    requires Described<T> || NamedEnum<T>
Result<void> readJson(const QJsonValue &in, QList<T> &out, const QString &path)
{
    const auto value = detail::unwrapped(in, QJsonValue::Array);
    if (!value.isArray())
        return detail::refused(path, u"must be an array"_s, in);
    const auto items = value.toArray();
    out.clear();
    for (qsizetype i = 0; i < items.size(); ++i)
        HUB_CHECK(readJson(items[i], out.emplaceBack(), u"%1[%2]"_s.arg(path).arg(i)));
    return {};
}

template <Described T>
Result<T> fromJson(const QJsonObject &json)
{
    T out;
    HUB_CHECK(readObject(json, out));
    return out;
}

// ---- JSON out --------------------------------------------------------------

inline QJsonValue writeJson(const QString &v) { return v; }
inline QJsonValue writeJson(double v) { return v; }
inline QJsonValue writeJson(int v) { return v; }
inline QJsonValue writeJson(qint64 v) { return v; }
inline QJsonValue writeJson(bool v) { return v; }
inline QJsonValue writeJson(const QStringList &v) { return QJsonArray::fromStringList(v); }
inline QJsonValue writeJson(const QJsonObject &v) { return v; }
inline QJsonValue writeJson(Timestamp v) { return v.toIso(); }
template <NamedEnum E>
QJsonValue writeJson(E v) { return toString(v); }
template <Described T>
QJsonValue writeJson(const T &v);
template <typename T>
    requires Described<T> || NamedEnum<T> || std::is_same_v<T, qint64>
QJsonValue writeJson(const QList<T> &v);
template <typename T>
QJsonValue writeJson(const std::optional<T> &v) { return v ? writeJson(*v) : QJsonValue(QJsonValue::Undefined); }

/// A value that is written as null, not left out, when it is absent.
template <typename T>
struct Nullable : std::optional<T> {
    using std::optional<T>::optional;
    using std::optional<T>::operator=;
};
template <typename T>
QJsonValue writeJson(const Nullable<T> &v) { return v ? writeJson(*v) : QJsonValue(QJsonValue::Null); }
template <typename T>
Result<void> readJson(const QJsonValue &in, Nullable<T> &out, const QString &path)
{
    return readJson(in, static_cast<std::optional<T> &>(out), path);
}

/// Absent optionals are left out, so a sparse answer stays sparse.
template <Described T>
QJsonObject toJson(const T &in)
{
    QJsonObject out;
    forEachField<T>([&](const auto &f) {
        if (const auto value = writeJson(in.*f.member); !value.isUndefined())
            out.insert(fromView(f.name), value);
    });
    return out;
}

template <Described T>
QJsonValue writeJson(const T &v) { return toJson(v); }

template <typename T>
    requires Described<T> || NamedEnum<T> || std::is_same_v<T, qint64>
QJsonValue writeJson(const QList<T> &v)
{
    QJsonArray items;
    for (const auto &item : v)
        items += writeJson(item);
    return items;
}

// ---- JSON Schema -----------------------------------------------------------
// Only keywords that every agent's converter accepts: type, properties,
// required, items, enum, minimum, maximum (spec/MCP clients refuse $ref, const,
// anyOf at the root and type lists).

template <Described T>
QJsonObject jsonSchema();

template <typename T>
struct SchemaOf { static QJsonObject get() { return {{u"type"_s, u"object"_s}}; } };
template <> struct SchemaOf<QString> { static QJsonObject get() { return {{u"type"_s, u"string"_s}}; } };
template <> struct SchemaOf<double> { static QJsonObject get() { return {{u"type"_s, u"number"_s}}; } };
template <> struct SchemaOf<int> { static QJsonObject get() { return {{u"type"_s, u"integer"_s}}; } };
template <> struct SchemaOf<qint64> : SchemaOf<int> {};
template <> struct SchemaOf<bool> { static QJsonObject get() { return {{u"type"_s, u"boolean"_s}}; } };
template <> struct SchemaOf<Timestamp> : SchemaOf<QString> {};
template <> struct SchemaOf<QStringList> {
    static QJsonObject get() { return {{u"type"_s, u"array"_s}, {u"items"_s, SchemaOf<QString>::get()}}; }
};
template <NamedEnum E> struct SchemaOf<E> {
    static QJsonObject get()
    {
        QJsonArray values;
        for (const auto name : EnumNames<E>::names)
            values += fromView(name);
        return {{u"type"_s, u"string"_s}, {u"enum"_s, values}};
    }
};
template <Described T> struct SchemaOf<T> { static QJsonObject get() { return jsonSchema<T>(); } };
template <typename T>
    requires Described<T> || NamedEnum<T>
struct SchemaOf<QList<T>> {
    static QJsonObject get() { return {{u"type"_s, u"array"_s}, {u"items"_s, SchemaOf<T>::get()}}; }
};
template <typename T> struct SchemaOf<std::optional<T>> : SchemaOf<T> {};
template <typename T> struct SchemaOf<Nullable<T>> : SchemaOf<T> {};

template <Described T>
QJsonObject jsonSchema()
{
    QJsonObject properties;
    QJsonArray required;
    forEachField<T>([&]<typename O, typename M>(const Field<O, M> &f) {
        auto schema = SchemaOf<M>::get();
        if (f.minimum)
            schema.insert(u"minimum"_s, *f.minimum);
        if (f.maximum && !f.isClamped)
            schema.insert(u"maximum"_s, *f.maximum);
        properties.insert(fromView(f.name), schema);
        if (f.isRequired)
            required += fromView(f.name);
    });
    QJsonObject schema {{u"type"_s, u"object"_s}, {u"properties"_s, properties}};
    if (!required.isEmpty())
        schema.insert(u"required"_s, required);
    return schema;
}

} // namespace hub

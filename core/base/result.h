// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <utility>
#include <variant>

namespace hub {

using namespace Qt::Literals::StringLiterals;

/// What went wrong, in terms a caller can branch on. Transports map it to a
/// status (`server/http/errormap.cpp`); nothing else switches over it twice.
enum class ErrorCode : quint8 {
    InvalidArgument, ///< a value breaks a rule; `message` names the field and the rule
    TooLong,         ///< a text is over its documented hard limit
    NotFound,
    Denied,
    Conflict,
    LimitExceeded, ///< a quota or a rate
    PolicyViolation,
    Busy,
    Cancelled,
    Storage,
    Internal,
};

struct Error {
    ErrorCode code = ErrorCode::Internal;
    QString message;     ///< for the person or agent who called; no secrets, no SQL
    QString detail {};   ///< for the log only
    QJsonObject data {}; ///< what a program needs to act on it, for callers that take it
};

/// A value or an Error. Used by every function that can fail for a reason the
/// caller is expected to handle; bugs are Q_ASSERTs, not Errors.
template <typename T>
class [[nodiscard]] Result
{
public:
    using Value = T;

    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    { }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    { }

    explicit operator bool() const { return m_state.index() == 0; }

    T &operator*() & { return std::get<0>(m_state); }
    const T &operator*() const & { return std::get<0>(m_state); }
    T &&operator*() && { return std::get<0>(std::move(m_state)); }
    T *operator->() { return &std::get<0>(m_state); }
    const T *operator->() const { return &std::get<0>(m_state); }
    const Error &error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void>
{
public:
    using Value = void;

    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
        , m_failed(true)
    { }

    explicit operator bool() const { return !m_failed; }
    const Error &error() const { return m_error; }

private:
    Error m_error;
    bool m_failed = false;
};

} // namespace hub

/// `HUB_TRY(row, db.first(sql))` binds `row`, or returns the error to our caller.
#define HUB_TRY(name, ...)                                                                                             \
    auto name##Result = (__VA_ARGS__);                                                                                 \
    if (!name##Result)                                                                                                 \
        return name##Result.error();                                                                                   \
    auto &name = *name##Result
#define HUB_CHECK(...)                                                                                                 \
    if (auto checked = (__VA_ARGS__); !checked)                                                                        \
    return checked.error()

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDate>
#include <QString>

#include <optional>

namespace hub {

/// Whether a text says when something was: a day, a month, a year, "last week", "3일 전".
/// Its answer is part of what analyse() keeps. Pure; any thread; linear in the text.
bool saysWhen(const QString &text);

/// Whether a question asks for a time: "when", "how long", "what day", "언제", "며칠".
bool asksWhen(const QString &question);

/// The parts of a date that a question names: "in May 2023", "2023-05-08", "5월 8일".
struct DateMention {
    std::optional<int> year;
    std::optional<int> month;
    std::optional<int> day; ///< of the month; only beside a month

    /// How well a day fits, 0 to 1: a month says more than a year, a day within one of it most.
    double fit(const QDate &date) const;
};

/// Nothing when the question names neither a year nor a month.
std::optional<DateMention> dateMentioned(const QString &question);

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

namespace hub::test {

/// The value at "name.member[0].other" in `answers`; undefined when there is none.
/// `[#]` is the size of the list before it.
QJsonValue valueAt(const QJsonObject &answers, const QString &path);

/// `arguments` with every text "{name.path}" replaced by the value that it names, and
/// "{x*300}" by 300 times that character.
QJsonObject filledIn(const QJsonObject &arguments, const QJsonObject &answers);

/// What is wrong with `expectation` over the answers; empty when it holds:
///   path = json | path | path != …      path < number (also <=, >, >=)
///   path is string | number | integer | boolean | list | object | null | time | id | present | absent
///   path has json (a member of a list, a part of a text)      path ~ regular expression
QString complaint(const QString &expectation, const QJsonObject &answers);

/// The path that `expectation` speaks of, without the answer's name, "[0]" as "[]".
QString fieldOf(const QString &expectation);

/// The answer that `expectation` speaks of.
QString answerOf(const QString &expectation);

} // namespace hub::test

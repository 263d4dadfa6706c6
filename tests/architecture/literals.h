// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRegularExpression>

namespace hub::test {

using namespace Qt::Literals::StringLiterals;

/// The string literals of a C++ source that stand side by side, which the
/// compiler joins to one.
struct Literal {
    QString text;  ///< as written, with its quotes and escapes
    int line = 0;  ///< where it begins, from 1
    int lines = 0; ///< how many lines of source it takes
};

/// All string literals of a C++ source. Knows comments, character literals, raw
/// strings and the separators in numbers; not trigraphs or lines continued by a
/// backslash.
inline QList<Literal> literalsOf(const QString &source)
{
    static const QRegularExpression token(uR"re((?x) // [^\n]* | /\* .*? \*/
            | (?<literal> (?: u8 | [uUL] )?
                  (?: R"(?<mark> [^\s()\\]* ) \( .*? \) \k<mark>" | "(?: \\. | [^"\\\n] )*" ) (?: _\w+ )? )
            | \d [\w'.]* | \w+ | '(?: \\. | [^'\\\n] )+' | (?<space> \s+ ) | . )re"_s,
        QRegularExpression::DotMatchesEverythingOption);
    QList<Literal> literals;
    int line = 1;
    bool joins = false; // nothing but space and comments since the last literal
    for (const auto &match : token.globalMatch(source)) {
        const QString text = match.captured();
        const int newlines = int(text.count(u'\n'));
        if (match.hasCaptured(u"literal")) {
            if (!joins)
                literals.append({.text = {}, .line = line, .lines = 0});
            literals.last().text += text;
            literals.last().lines = line + newlines - literals.last().line + 1;
            joins = true;
        } else if (!match.hasCaptured(u"space") && !text.startsWith(u"//") && !text.startsWith(u"/*")) {
            joins = false;
        }
        line += newlines;
    }
    return literals;
}

} // namespace hub::test

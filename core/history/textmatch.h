// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

/// A piece of text to be found in stored ones: letter for letter, whatever the case,
/// composed as stored text is. Nothing in it is a wildcard. A blank one is in
/// everything.
class TextMatch
{
public:
    explicit TextMatch(const std::optional<QString> &wanted);

    bool isEmpty() const { return m_wanted.isEmpty(); }
    bool in(const QString &text) const { return positionIn(text) >= 0; }
    /// Whether the whole of `text` is what is wanted.
    bool is(const QString &text) const { return text.compare(m_wanted, Qt::CaseInsensitive) == 0; }
    /// Where it begins in `text`; -1: it is not there.
    qsizetype positionIn(const QString &text) const { return text.indexOf(m_wanted, 0, Qt::CaseInsensitive); }

    /// A part that SQLite can look for in `lower(column)`, also in a list written as
    /// JSON, to read fewer rows: every match has it, not every row that has it matches.
    const QString &part() const { return m_part; }

private:
    QString m_wanted;
    QString m_part;
};

/// What a tool shows of a memory that is longer than any tool can store.
struct ShownText {
    QString text;
    std::optional<bool> isCut;
};

/// The text itself, or about a thousand characters of it around `position`.
ShownText shownText(const QString &text, qsizetype position = 0);

} // namespace hub

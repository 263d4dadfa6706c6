// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/textmatch.h"

#include "core/base/text.h"

#include <QTextBoundaryFinder>

namespace hub {
namespace {

constexpr qsizetype shownLength = 1000; ///< the longest text that a tool stores
constexpr qsizetype lead = 200;         ///< what is shown before the place that matched

/// Whether SQLite's lower(), which knows only ASCII, does to this character what folding does.
bool isPlain(char32_t c)
{
    if (c < 0x80)
        return c >= 0x20 && c != U'"' && c != U'\\';
    return QChar::toLower(c) == c && QChar::toUpper(c) == c;
}

QString longestPlainPart(const QString &text)
{
    QString longest;
    QString current;
    for (const char32_t c : text.toUcs4()) {
        if (isPlain(c))
            current += QStringView(QChar::fromUcs4(c));
        else
            current.clear();
        if (current.size() > longest.size())
            longest = current;
    }
    return longest.toLower();
}

} // namespace

TextMatch::TextMatch(const std::optional<QString> &wanted)
    : m_wanted(presentText(wanted).value_or(QString()))
    , m_part(longestPlainPart(m_wanted))
{ }

ShownText shownText(const QString &text, qsizetype position)
{
    if (codePointCount(text) <= shownLength)
        return {.text = text, .isCut = {}};
    QTextBoundaryFinder border(QTextBoundaryFinder::Grapheme, text);
    border.setPosition(std::clamp<qsizetype>(position - lead, 0, text.size()));
    const auto start = border.isAtBoundary() ? border.position() : std::max<qsizetype>(0, border.toPreviousBoundary());
    return {.text = cutText(text.mid(start), shownLength), .isCut = true};
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/matches.h"

#include "core/base/text.h"

namespace hub::ui {
namespace {

struct Ending {
    int longest;  ///< characters that may be left off
    int shortest; ///< characters that must remain
};

Ending endingOf(const QString &word)
{
    const bool isHangul = !word.isEmpty() && word.back().script() == QChar::Script_Hangul;
    return isHangul ? Ending {3, 2} : Ending {3, 4};
}

QList<TextSpan> occurrences(const QString &text, const QString &word)
{
    QList<TextSpan> spans;
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + word.size(), Qt::CaseInsensitive))
        spans += {int(at), int(word.size())};
    return spans;
}

} // namespace

QList<TextSpan> matches(const QString &text, const QString &query)
{
    QList<TextSpan> spans;
    const auto words = oneLine(query).split(u' ', Qt::SkipEmptyParts);
    for (const auto &word : words) {
        const auto ending = endingOf(word);
        auto found = occurrences(text, word);
        for (int cut = 1; found.isEmpty() && cut <= ending.longest && word.size() - cut >= ending.shortest; ++cut)
            found = occurrences(text, word.chopped(cut));
        spans += found;
    }
    return spans;
}

} // namespace hub::ui

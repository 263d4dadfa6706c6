// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tokens.h"

#include <QChar>

#include <algorithm>

namespace hub {

int estimateTokens(QStringView text)
{
    if (text.isEmpty())
        return 0;
    double tokens = 0;
    qsizetype characters = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isLowSurrogate())
            continue;
        ++characters;
        const ushort u = c.unicode();
        if (u >= 0xAC00 && u <= 0xD7A3) // Hangul syllables
            tokens += 0.7;
        else if (u >= 0x2E80 || c.isHighSurrogate()) // Han, kana, emoji
            tokens += 1.0;
        else if (c.isDigit())
            tokens += 1.0 / 3;
        else if (c.isLetter())
            tokens += 0.25;
        else if (c.isSpace())
            tokens += 0.05;
        else
            tokens += 0.5; // punctuation mostly stands alone
    }
    return std::max<int>({1, int(tokens + 0.999), int((characters + 3) / 4)});
}

} // namespace hub

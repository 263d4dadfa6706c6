// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <array>
#include <random>

namespace hub::test {

/// Texts of every kind that agents have and of none that they should have.
class RandomTexts
{
public:
    QString next()
    {
        QString text;
        const int length = m_random() % 50 == 0 ? 4000 + int(m_random() % 3) : int(m_random() % 60);
        const auto kind = m_random() % kinds;
        for (qsizetype count = 0; count < length;) {
            const auto before = text.size();
            append(text, kind == 0 ? m_random() % kinds : kind);
            count += codePointCount(QStringView(text).mid(before));
        }
        return text;
    }

    /// A number from 0 to `limit` - 1.
    int number(int limit) { return int(m_random() % quint64(limit)); }

private:
    static constexpr quint64 kinds = 10;

    void append(QString &text, quint64 kind)
    {
        switch (kind) {
        case 1: text += QChar(char16_t(0xAC00 + m_random() % 11172)); break; // Hangul syllables
        case 2: text += QChar(char16_t(0x20 + m_random() % 0x5F)); break;    // printable ASCII
        case 3: appendCodePoint(text, 0x1F300 + m_random() % 0x300); break;  // emoji
        case 4: text += QChar(char16_t(0x0300 + m_random() % 0x70)); break;  // combining marks
        case 5: text += QChar(char16_t(0xD800 + m_random() % 0x800)); break; // halves of characters
        case 6: text += QChar(char16_t(1 + m_random() % 0x20)); break;       // control characters
        case 7: appendCodePoint(text, m_random() % 0x110000); break;         // anything at all
        case 8: text += operators[qsizetype(m_random() % quint64(operators.size()))]; break;
        case 9: text += QChar(invisible[m_random() % invisible.size()]); break;
        default: text += m_random() % 2 ? u"word "_s : u"\r\n"_s;
        }
    }
    static void appendCodePoint(QString &text, quint64 point)
    {
        if (QChar::requiresSurrogates(char32_t(point))) {
            text += QChar(QChar::highSurrogate(char32_t(point)));
            text += QChar(QChar::lowSurrogate(char32_t(point)));
        } else {
            text += QChar(char16_t(point));
        }
    }

    /// What means something to full-text search, to SQL, to patterns or to JSON.
    inline static const QStringList operators {u" AND "_s, u" OR "_s, u" NOT "_s, u"NEAR("_s, u"\""_s, u"'"_s, u"*"_s,
        u"^"_s, u":"_s, u"--"_s, u";"_s, u"%"_s, u"_"_s, u"\\"_s, u"["_s, u"]"_s, u"{"_s, u"}"_s, u"("_s, u")"_s,
        u"?"_s, u"GLOB "_s, u"content:"_s, u"-"_s, u"+"_s, u"$"_s, u"#"_s, u"{visible}"_s, u"%1"_s};
    /// Marks of direction, joiners, a byte order mark, the end of a C string.
    static constexpr std::array<char16_t, 10> invisible {
        0x202A, 0x202E, 0x2066, 0x2069, 0x200B, 0x200D, 0x200F, 0xFEFF, 0x00AD, 0};

    std::mt19937_64 m_random {2026};
};

} // namespace hub::test

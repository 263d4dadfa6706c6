// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/memory/policy.h"
#include "core/memory/redaction.h"
#include "tests/support/memorybench.h"

#include <QRegularExpression>

#include <random>

using namespace hub;

/// Whatever text comes: it is stored as it was meant, or refused with a reason.
class AnyTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void storesOrRefuses();
};

namespace {

/// Texts of every kind that agents have and of none that they should have.
class RandomTexts
{
public:
    QString next()
    {
        QString text;
        const int length = m_random() % 50 == 0 ? 4000 + int(m_random() % 3) : int(m_random() % 60);
        const auto kind = m_random() % 8;
        while (codePointCount(text) < length)
            append(text, kind == 0 ? m_random() % 8 : kind);
        return text;
    }

private:
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

    std::mt19937_64 m_random {2026};
};

bool isDocumented(const Error &error)
{
    static const QRegularExpression known(
        u"^content (?:is required|length \\d+ exceeds max 4000|is only a URL|begins with one character|has a NUL "
        "character)|^Content too short: length < 10 and word count < 3$"_s);
    return known.match(error.message).hasMatch();
}

} // namespace

void AnyTextTest::storesOrRefuses()
{
    constexpr int texts = 10'000;
    constexpr int perBench = 250; // a small store is a quick one
    RandomTexts random;
    std::unique_ptr<test::MemoryBench> bench;
    int stored = 0;
    for (int i = 0; i < texts; ++i) {
        if (i % perBench == 0)
            bench = std::make_unique<test::MemoryBench>();
        RememberRequest request;
        request.content = random.next();
        request.topic = u"any"_s;
        const auto answer = bench->write(remember, request);
        if (!answer) {
            QVERIFY2(isDocumented(answer.error()), qPrintable(answer.error().message + answer.error().detail));
            continue;
        }
        ++stored;
        const auto expected = redact(canonicalText(request.content), bench->services.memory).text;
        const auto content = bench->row(*answer->id).content;
        QCOMPARE(content, cutText(expected, maxFragmentLength).trimmed());
    }
    QVERIFY2(stored > texts / 3 && stored < texts, qPrintable(QString::number(stored)));
}

QTEST_GUILESS_MAIN(AnyTextTest)
#include "tst_anytext.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/memory/policy.h"
#include "core/memory/redaction.h"
#include "tests/support/memorybench.h"
#include "tests/support/randomtexts.h"

#include <QRegularExpression>

using namespace hub;

/// Whatever text comes: it is stored as it was meant, or refused with a reason.
class AnyTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void storesOrRefuses();
};

namespace {

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
    test::RandomTexts random;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/feedbackhint.h"
#include "tests/support/memorybench.h"

using namespace hub;

class FeedbackHintTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksByChance_data();
    void asksByChance();
    void asksTwiceASessionAndNotTooSoon();
    void countsTheSegmentsOfASessionTogether();
    void saysWhatToSend();
    void asksNobodyWhenSwitchedOff();
};

namespace {

Principal inSession(const QString &id)
{
    Principal caller;
    caller.sessionId = id;
    return caller;
}

} // namespace

void FeedbackHintTest::asksByChance_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<double>("drawn");
    QTest::addColumn<bool>("asks");
    QTest::newRow("remember below") << u"remember"_s << 0.0999 << true;
    QTest::newRow("remember at") << u"remember"_s << 0.10 << false;
    QTest::newRow("amend below") << u"amend"_s << 0.2499 << true;
    QTest::newRow("amend at") << u"amend"_s << 0.25 << false;
    QTest::newRow("forget below") << u"forget"_s << 0.2499 << true;
    QTest::newRow("forget at") << u"forget"_s << 0.25 << false;
}

void FeedbackHintTest::asksByChance()
{
    QFETCH(QString, tool);
    QFETCH(double, drawn);
    FeedbackSampler sampler([drawn] { return drawn; });
    QTEST(sampler.sample(tool, u"session"_s, {0}), "asks");
}

void FeedbackHintTest::asksTwiceASessionAndNotTooSoon()
{
    FeedbackSampler sampler([] { return 0.0; });
    QVERIFY(sampler.sample(u"remember"_s, u"one"_s, {0}));
    QVERIFY(!sampler.sample(u"remember"_s, u"one"_s, {899'999}));
    QVERIFY(sampler.sample(u"remember"_s, u"two"_s, {1}));
    QVERIFY(sampler.sample(u"amend"_s, u"one"_s, {900'000}));
    QVERIFY(!sampler.sample(u"forget"_s, u"one"_s, {9'000'000}));
}

void FeedbackHintTest::countsTheSegmentsOfASessionTogether()
{
    test::MemoryBench bench;
    FeedbackSampler sampler([] { return 0.0; });
    bench.services.feedback = &sampler;
    QVERIFY(askForFeedback(bench.work(inSession(u"session#1"_s)), u"remember"_s));
    QVERIFY(!askForFeedback(bench.work(inSession(u"session#2"_s)), u"remember"_s));
    QVERIFY(askForFeedback(bench.work(inSession(u"other"_s)), u"remember"_s));
    QVERIFY(askForFeedback(bench.work(test::keyed(u"a"_s)), u"remember"_s)); // no session: the key's
    QVERIFY(!askForFeedback(bench.work(test::keyed(u"a"_s)), u"remember"_s));
    QVERIFY(askForFeedback(bench.work(test::keyed(u"b"_s)), u"remember"_s));
}

void FeedbackHintTest::saysWhatToSend()
{
    test::MemoryBench bench;
    FeedbackSampler sampler([] { return 0.0; });
    Messages korean(u"ko"_s);
    Services services {.clock = bench.clock,
        .lexical = bench.lexical,
        .events = bench.events,
        .messages = korean,
        .seen = bench.seen,
        .zone = QTimeZone("Asia/Seoul"),
        .feedback = &sampler};
    const UnitOfWork work(bench.database, services, inSession(u"session"_s));
    const auto meta = askForFeedback(work, u"remember"_s);
    QVERIFY(meta);
    const auto json = toJson(*meta);
    QCOMPARE(json.keys(), QStringList({u"hints"_s, u"serverTime"_s}));
    QCOMPARE(json.value(u"hints"_s).toArray(),
        QJsonArray({QJsonObject {{u"signal"_s, u"feedback_sampled"_s},
            {u"suggestion"_s,
                u"방금 remember 결과가 의도한 대로 유용했는지 tool_feedback으로 평가해 주세요. relevant=false인 경우 "
                "irrelevance_reason도 함께 보내면 원인별 개선에 반영됩니다."_s},
            {u"trigger"_s, u"tool_feedback"_s},
            {u"args"_s, QJsonObject {{u"tool_name"_s, u"remember"_s}, {u"trigger_type"_s, u"sampled"_s}}}}}));
    QCOMPARE(json.value(u"serverTime"_s)[u"iso"_s].toString(), bench.clock.now().toIso());
}

void FeedbackHintTest::asksNobodyWhenSwitchedOff()
{
    test::MemoryBench bench;
    FeedbackSampler sampler([] { return 0.0; });
    QVERIFY(!askForFeedback(bench.work(), u"remember"_s)); // no sampler
    bench.services.feedback = &sampler;
    bench.services.memory.feedbackSampling = false;
    QVERIFY(!askForFeedback(bench.work(), u"remember"_s));
    bench.services.memory.feedbackSampling = true;
    QVERIFY(askForFeedback(bench.work(), u"remember"_s));
}

QTEST_GUILESS_MAIN(FeedbackHintTest)
#include "tst_feedbackhint.moc"

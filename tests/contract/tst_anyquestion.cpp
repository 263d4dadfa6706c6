// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tokens.h"
#include "core/history/reconstruct.h"
#include "core/history/traces.h"
#include "core/memory/amend.h"
#include "core/memory/remember.h"
#include "tests/support/randomtexts.h"
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

#include <atomic>
#include <thread>

using namespace hub;

/// What holds for every question, whatever it is: it is answered, within its budget, and
/// page after page without a gap.
class AnyQuestionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answersEveryText();
    void answersHalvesOfCharactersOverHttp();
    void turnsPagesWhileOthersWrite_data();
    void turnsPagesWhileOthersWrite();
    void neverExceedsTheBudget();

private:
    QString store(RememberRequest request)
    {
        request.topic = request.topic.isEmpty() ? u"lab"_s : request.topic;
        const auto answer
            = m_server->hub().write({}, [=](UnitOfWork &work) { return remember(work, request); }).result();
        return answer ? answer->id.value_or(QString()) : QString();
    }
    QString store(const QString &content)
    {
        RememberRequest request;
        request.content = content;
        return store(request);
    }
    template <typename Answer, typename Request>
    Result<Answer> ask(Result<Answer> (*useCase)(UnitOfWork &, const Request &), const Request &request)
    {
        return m_server->hub().read({}, [=](UnitOfWork &work) { return useCase(work, request); }).result();
    }

    std::unique_ptr<test::TestServer> m_server;
};

namespace {

/// The tokens of every text in `value` under a name that holds text of a memory.
int tokensIn(const QJsonValue &value, const QString &name)
{
    static const QStringList texts {u"content"_s, u"preview"_s, u"summary"_s};
    int sum = value.isString() && texts.contains(name) ? estimateTokens(value.toString()) : 0;
    const auto object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        sum += tokensIn(it.value(), it.key());
    for (const auto &one : value.toArray())
        sum += tokensIn(one, name);
    return sum;
}

} // namespace

void AnyQuestionTest::init()
{
    m_server = std::make_unique<test::TestServer>();
    VERIFY_OK(m_server->start());
}

void AnyQuestionTest::answersEveryText()
{
    test::RandomTexts random;
    for (int i = 0; i < 100; ++i)
        store(random.next());
    store(u"The balcony faces south and gets warm early."_s);
    for (int i = 0; i < 10'000; ++i) {
        const auto most = i % 50 == 0 ? 4000 : 200; // a longer one is refused, with words that say so
        const auto text = random.next().left(most);
        RecallRequest request;
        switch (i % 5) {
        case 0: request.keywords = {text.left(most / 2), random.next().left(most / 2)}; break;
        case 1: request.text = text; break;
        case 2:
            request.text = text;
            request.contextText = random.next().left(most / 2);
            request.topic = text.left(100);
            break;
        case 3: {
            TracesRequest traces;
            traces.keyword = text;
            traces.entityKey = random.next().left(255);
            VERIFY_OK(ask(searchTraces, traces));
            ReconstructRequest course;
            course.entity = QString(u'e' + text.left(250));
            course.query = text;
            VERIFY_OK(ask(reconstructHistory, course));
            request.caseId = text.left(255);
            break;
        }
        default: request.keywords = text.split(u' ').mid(0, 50);
        }
        const auto answer = ask(recall, request);
        VERIFY_OK(answer);
        QVERIFY(answer->totalTokens <= request.tokenBudget);
    }
    RecallRequest request;
    request.keywords = {u"balcony"_s};
    request.includeLinks = false;
    QCOMPARE(ask(recall, request)->count, 1); // and after all that, a plain question as ever
}

void AnyQuestionTest::answersHalvesOfCharactersOverHttp()
{
    auto client = m_server->initialized();
    const auto say = [&](const QByteArray &tool, const QByteArray &arguments) {
        const QByteArray body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool
            + R"(","arguments":)" + arguments + "}}";
        const auto message = client.post(body).json();
        return message.value(u"result"_s)[u"structuredContent"_s].toObject();
    };
    for (const QByteArray half : {R"(\ud83d)", R"(\ude00)", R"(\ude00\ud83d)", R"(\u202e\u2066)"}) {
        const auto stored = say("remember",
            R"({"content":"A half )" + half + R"( of a character in the lab.","topic":"lab","type":"fact"})");
        QVERIFY(stored.value(u"success"_s).toBool());
        const auto found
            = say("recall", R"({"keywords":[")" + half + R"(","character"],"text":")" + half + R"( lab"})");
        QVERIFY(found.value(u"count"_s).toInt() >= 1);
    }
}

void AnyQuestionTest::turnsPagesWhileOthersWrite_data()
{
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<int>("budget");
    QTest::newRow("ranked") << u"probe"_s << 100'000;
    QTest::newRow("listed") << QString() << 100'000;
    QTest::newRow("ranked, pages end by the budget") << u"probe"_s << 50;
    QTest::newRow("listed, pages end by the budget") << QString() << 50;
}

void AnyQuestionTest::turnsPagesWhileOthersWrite()
{
    QFETCH(QString, keyword);
    QFETCH(int, budget);
    QStringList expected;
    for (int i = 0; i < 120; ++i)
        expected += store(u"The probe number %1 is one of many."_s.arg(i));
    std::atomic<bool> isOver = false;
    std::thread other([&] { // stores, and changes what the ranking rests on
        for (int i = 0; !isOver; ++i) {
            store(u"A probe that came late, number %1 of them."_s.arg(i));
            AmendRequest amendment;
            amendment.id = expected[i % expected.size()];
            amendment.importance = 0.1 + 0.05 * (i % 10);
            m_server->hub().write({}, [=](UnitOfWork &work) { return amend(work, amendment); }).waitForFinished();
        }
    });
    RecallRequest request;
    if (!keyword.isEmpty())
        request.keywords = {keyword};
    request.pageSize = 7;
    request.tokenBudget = budget;
    request.includeLinks = false;
    QStringList visited;
    Result<void> asked;
    for (int pages = 0; pages < 200; ++pages) {
        const auto answer = ask(recall, request);
        if (!answer)
            asked = answer.error();
        if (!answer)
            break;
        for (const auto &fragment : answer->fragments)
            visited += fragment.id;
        if (!answer->hasMore)
            break;
        request.cursor = *answer->nextCursor;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    isOver = true;
    other.join();
    VERIFY_OK(asked);
    QCOMPARE(visited.removeDuplicates(), 0);
    for (const auto &id : expected)
        QVERIFY2(visited.contains(id), qPrintable(u"%1 of %2"_s.arg(expected.indexOf(id)).arg(visited.size())));
}

void AnyQuestionTest::neverExceedsTheBudget()
{
    test::RandomTexts random;
    QStringList ids;
    for (int i = 0; i < 60; ++i) {
        RememberRequest request;
        request.content = u"The probe %1: %2"_s.arg(i).arg(random.next().left(200));
        request.type = i % 3 == 0 ? FragmentType::Error : FragmentType::Fact;
        request.caseId = u"case-%1"_s.arg(i % 7);
        request.sessionId = u"session-%1"_s.arg(i % 5);
        request.contextSummary = u"What was around the probe %1."_s.arg(i);
        for (int k = 0; k < 3 && !ids.isEmpty(); ++k)
            request.linkedTo += ids[random.number(int(ids.size()))];
        if (const auto id = store(request); !id.isEmpty())
            ids += id;
    }
    QVERIFY(ids.size() > 40);
    int along = 0;
    for (int i = 0; i < 1000; ++i) {
        RecallRequest request;
        request.keywords = {random.number(2) == 0 ? u"probe"_s : QString::number(random.number(60))};
        request.tokenBudget = 1 + random.number(600);
        request.pageSize = 1 + random.number(20);
        request.includeContext = random.number(2) == 0;
        request.includeKeywords = random.number(2) == 0;
        request.caseMode = random.number(3) == 0;
        const auto answer = ask(recall, request);
        VERIFY_OK(answer);
        const auto json = recallJson(*answer, request);
        const auto tokens = tokensIn(json.value(u"fragments"_s), {}) + tokensIn(json.value(u"cases"_s), {});
        QVERIFY2(tokens <= request.tokenBudget, qPrintable(u"%1 of %2"_s.arg(tokens).arg(request.tokenBudget)));
        QVERIFY(answer->totalTokens <= request.tokenBudget);
        QVERIFY(answer->totalTokens >= tokens);
        along += answer->count > request.pageSize ? 1 : 0;
    }
    QVERIFY(along > 0); // linked ones were among them
}

QTEST_GUILESS_MAIN(AnyQuestionTest)
#include "tst_anyquestion.moc"

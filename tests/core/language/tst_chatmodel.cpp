// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/language/chatdesk.h"
#include "tests/support/fakeprovider.h"
#include "tests/support/verify.h"

using namespace hub;
using namespace std::chrono_literals;
using test::FakeProvider;

/// A language model behind a server: what it is sent, and what becomes of its answer.
class ChatModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesSettingsThatCannotWork();
    void sendsBothPartsOfTheQuestion();
    void leavesThoughtsOut_data();
    void leavesThoughtsOut();
    void saysWhatWentWrong_data();
    void saysWhatWentWrong();
    void answersOneAfterTheOther();
    void answersEverybodyWhenItEnds();
};

namespace {

LanguageSettings settingsFor(const FakeProvider &provider)
{
    LanguageSettings settings;
    settings.enabled = true;
    settings.baseUrl = provider.baseUrl();
    settings.model = u"small"_s;
    return settings;
}

} // namespace

void ChatModelTest::refusesSettingsThatCannotWork()
{
    LanguageSettings settings;
    settings.model = u"small"_s;
    VERIFY_OK(ChatModel::create(settings));
    settings.baseUrl = u"file:///etc/passwd"_s;
    QCOMPARE(ChatModel::create(settings).error().code, ErrorCode::InvalidArgument);
    settings = {};
    QVERIFY(ChatModel::create(settings).error().message.startsWith(u"model is required"_s));
}

void ChatModelTest::sendsBothPartsOfTheQuestion()
{
    FakeProvider provider([](const auto &) { return FakeProvider::said("Fine."); });
    const auto model = ChatModel::create(settingsFor(provider));
    VERIFY_OK(model);
    const auto said = (*model)->answer({.instructions = u"Be short."_s, .text = u"How are you?"_s, .maxTokens = 9});
    VERIFY_OK(said);
    QCOMPARE(*said, u"Fine."_s);
    const auto request = provider.requests().constFirst();
    QVERIFY(request.head.startsWith("POST /v1/chat/completions HTTP/1.1"));
    const QJsonObject expected {{u"model"_s, u"small"_s}, {u"max_tokens"_s, 9}, {u"temperature"_s, 0},
        {u"stream"_s, false},
        {u"messages"_s,
            QJsonArray {QJsonObject {{u"role"_s, u"system"_s}, {u"content"_s, u"Be short."_s}},
                QJsonObject {{u"role"_s, u"user"_s}, {u"content"_s, u"How are you?"_s}}}}};
    QCOMPARE(request.body, expected);
}

void ChatModelTest::leavesThoughtsOut_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    QTest::newRow("none") << QByteArray(" Done. ") << u"Done."_s;
    QTest::newRow("before") << QByteArray("<think>\\nHm.\\nWell.</think>\\n\\nDone.") << u"Done."_s;
    QTest::newRow("long form") << QByteArray("<thinking>Hm.</thinking>Done.") << u"Done."_s;
    QTest::newRow("cut off") << QByteArray("<think>and so on") << QString();
}

void ChatModelTest::leavesThoughtsOut()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, said);
    FakeProvider provider([&](const auto &) { return FakeProvider::said(content); });
    const auto model = ChatModel::create(settingsFor(provider));
    VERIFY_OK(model);
    const auto answer = (*model)->answer({});
    QCOMPARE(answer ? *answer : QString(), said);
    if (said.isEmpty())
        QCOMPARE(answer.error().code, ErrorCode::Internal);
}

void ChatModelTest::saysWhatWentWrong_data()
{
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("no such model") << FakeProvider::response(404, "{}") << ErrorCode::NotFound;
    QTest::newRow("wrong key") << FakeProvider::response(401, "{}") << ErrorCode::Denied;
    QTest::newRow("garbage") << FakeProvider::response(200, "<html>") << ErrorCode::Internal;
    QTest::newRow("no choice") << FakeProvider::response(200, R"({"choices":[]})") << ErrorCode::Internal;
    QTest::newRow("a tool call") << FakeProvider::response(200, R"({"choices":[{"message":{"content":null}}]})")
                                 << ErrorCode::Internal;
    QTest::newRow("silence") << QByteArray() << ErrorCode::Busy;
}

void ChatModelTest::saysWhatWentWrong()
{
    QFETCH(QByteArray, response);
    QFETCH(ErrorCode, code);
    FakeProvider provider([&](const auto &) { return response; });
    const auto model = ChatModel::create(settingsFor(provider));
    VERIFY_OK(model);
    const auto answer = (*model)->answer({.instructions = {}, .text = {}, .limit = 300ms});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, code);
}

void ChatModelTest::answersOneAfterTheOther()
{
    FakeProvider provider([](const FakeProvider::Request &request) {
        const auto messages = request.body[u"messages"_s].toArray();
        return FakeProvider::said(messages.at(1).toObject().value(u"content"_s).toString().toUtf8());
    });
    auto model = ChatModel::create(settingsFor(provider));
    VERIFY_OK(model);
    ChatDesk desk(std::move(*model));
    QCOMPARE(desk.model(), u"small"_s);
    QStringList answers; // one thread adds to it, and it is read when that is done
    std::atomic<int> count = 0;
    for (int i = 0; i < 5; ++i) {
        desk.ask({.instructions = {}, .text = QString::number(i)}, [&](const Result<QString> &answer) {
            answers += answer ? *answer : answer.error().message;
            ++count;
        });
    }
    QTRY_COMPARE(count.load(), 5);
    QCOMPARE(answers, (QStringList {u"0"_s, u"1"_s, u"2"_s, u"3"_s, u"4"_s}));
}

void ChatModelTest::answersEverybodyWhenItEnds()
{
    FakeProvider provider([](const auto &) { return QByteArray(); }); // never answers
    auto model = ChatModel::create(settingsFor(provider));
    VERIFY_OK(model);
    auto desk = std::make_unique<ChatDesk>(std::move(*model));
    QList<ErrorCode> ends;
    const auto note
        = [&](const Result<QString> &answer) { ends += answer ? ErrorCode::Internal : answer.error().code; };
    for (int i = 0; i < 2; ++i) {
        desk->ask({}, [asked = desk.get(), note](const Result<QString> &answer) {
            note(answer);
            asked->ask({}, note); // as who has several questions goes on to the next
        });
    }
    QTRY_COMPARE(provider.requests().size(), 1);
    desk.reset();
    QCOMPARE(ends, QList<ErrorCode>(4, ErrorCode::Cancelled));
}

QTEST_GUILESS_MAIN(ChatModelTest)
#include "tst_chatmodel.moc"

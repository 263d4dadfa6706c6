// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hub.h"
#include "core/keys/runfile.h"
#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/fragmentrepository.h"
#include "core/search/searchjournal.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

using namespace hub;

/// A hub in a folder of its own. Some tests run this program a second time, with a
/// task for it in the environment.
class HubTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void opensAPrivateFolder();
    void makesAMasterKeyOnce();
    void prefersAKeyThatIsGiven();
    void tellsOtherProgramsWhereItIs();
    void refusesASecondInstance();
    void refusesASecondProcess();
    void takesOverFromADeadProcess();
    void findsEverythingAfterARestart();
    void takesBackWhatAUseCaseCouldNotFinish();
    void refusesSettingsThatBreakARule_data();
    void refusesSettingsThatBreakARule();
    void refusesANewerStore();
    void answersWhileItIsBeingFilled();
    void finishesWhatWasAskedBeforeItCloses();

private:
    Paths paths() const { return {.data = m_folder->filePath(u"data"_s)}; }
    Result<std::unique_ptr<Hub>> open(
        const QList<std::tuple<std::string_view, std::string_view, QJsonValue>> &settings = {}) const;
    void restart()
    {
        m_hub.reset();
        m_hub = std::move(*open());
    }
    QString store(const QString &content) { return stored(*m_hub, content); }
    QString runMyself(const QString &task) const;
    void compareIndexWithTable();

public:
    static QString stored(Hub &hub, const QString &content);

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Hub> m_hub;
};

namespace {

constexpr auto taskVariable = "HUB_TEST_TASK";

Settings quietSettings(const Paths &paths)
{
    return Settings::load(paths.settings(), [](const QString &) { return QString(); });
}

bool isPrivate(const QString &path)
{
    return !(QFileInfo(path).permissions()
        & (QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther
            | QFile::ExeOther));
}

RememberRequest request(const QString &content)
{
    RememberRequest request;
    request.content = content;
    request.topic = u"lab"_s;
    return request;
}

RecallRequest question(const QString &text)
{
    RecallRequest request;
    request.text = text;
    request.tokenBudget = 100'000;
    request.pageSize = 50;
    request.includeLinks = false; // what is linked comes along without being found
    return request;
}

/// What the second process does: opens the same folder, says how it went, and dies if told to.
int runTask(const QString &task)
{
    const Paths paths {.data = task.section(u' ', 1)};
    auto hub = Hub::open({.paths = paths, .settings = quietSettings(paths)});
    if (!hub) {
        printf("%s\n", qPrintable(hub.error().message));
        return 1;
    }
    const auto id = HubTest::stored(**hub, u"A memory that was acknowledged before the end."_s);
    printf("%s\n", qPrintable(id));
    fflush(stdout);
    if (task.startsWith(u"die"))
        raise(SIGKILL);
    return 0;
}

} // namespace

QString HubTest::stored(Hub &hub, const QString &content)
{
    const auto wanted = request(content);
    const auto answer = hub.write({}, [wanted](UnitOfWork &work) { return remember(work, wanted); }).result();
    return answer ? answer->id.value_or(QString()) : answer.error().message;
}

Result<std::unique_ptr<Hub>> HubTest::open(
    const QList<std::tuple<std::string_view, std::string_view, QJsonValue>> &settings) const
{
    Hub::Options options {
        .paths = paths(), .settings = quietSettings(paths()), .clock = std::make_shared<test::FakeClock>()};
    for (const auto &[group, name, value] : settings)
        options.settings.override(group, name, value);
    return Hub::open(std::move(options));
}

QString HubTest::runMyself(const QString &task) const
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(taskVariable), QString(task + u' ' + paths().data));
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), QStringList {});
    if (!process.waitForFinished(60'000))
        return u"the second process did not end"_s;
    return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
}

void HubTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    auto hub = open();
    VERIFY_OK(hub);
    m_hub = std::move(*hub);
}

void HubTest::cleanup() { m_hub.reset(); }

void HubTest::opensAPrivateFolder()
{
    for (const auto &path : {paths().data, paths().backups(), paths().logs(), paths().store(), paths().runFile()})
        QVERIFY2(isPrivate(path), qPrintable(path));
}

void HubTest::makesAMasterKeyOnce()
{
    const auto key = m_hub->newMasterKey();
    QVERIFY(key);
    QVERIFY(m_hub->authenticator().authenticate(key->toUtf8())->isMaster());
    QVERIFY(!m_hub->authenticator().authenticate("mmcp_another"));
    restart();
    QVERIFY(!m_hub->newMasterKey());
    VERIFY_OK(m_hub->authenticator().authenticate(key->toUtf8()));
    m_hub.reset();
    QFile file(paths().store());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains(key->toUtf8())); // only its hash is kept
}

void HubTest::prefersAKeyThatIsGiven()
{
    const auto made = *m_hub->newMasterKey();
    m_hub.reset();
    auto hub = open({{"server", "access-key", u"letmein"_s}});
    VERIFY_OK(hub);
    QVERIFY(!(*hub)->newMasterKey());
    VERIFY_OK((*hub)->authenticator().authenticate("letmein"));
    QVERIFY(!(*hub)->authenticator().authenticate(made.toUtf8()));
}

void HubTest::tellsOtherProgramsWhereItIs()
{
    const auto before = RunFile::read(paths().runFile());
    VERIFY_OK(before);
    QCOMPARE(before->url, QString());
    QCOMPARE(before->pid, QCoreApplication::applicationPid());
    VERIFY_OK(m_hub->announce(u"http://127.0.0.1:4711/mcp"_s));
    const auto file = RunFile::read(paths().runFile());
    VERIFY_OK(file);
    QCOMPARE(file->url, u"http://127.0.0.1:4711/mcp"_s);
    QVERIFY(isPrivate(paths().runFile()));
    QVERIFY(m_hub->authenticator().authenticate(file->token.toUtf8())->seesAllAgents);
    restart();
    QVERIFY(!m_hub->authenticator().authenticate(file->token.toUtf8())); // each start has its own
    m_hub.reset();
    QVERIFY(!QFile::exists(paths().runFile()));
}

void HubTest::refusesASecondInstance()
{
    VERIFY_OK(m_hub->announce(u"http://127.0.0.1:4711/mcp"_s));
    const auto second = open();
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Busy);
    const auto message = second.error().message;
    for (const auto &part :
        {paths().data, u"http://127.0.0.1:4711/mcp"_s, QString::number(QCoreApplication::applicationPid())})
        QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY(QFile::exists(paths().runFile())); // the refused one takes nothing away
    QVERIFY(store(u"The first hub works on as if nothing had been."_s).startsWith(u"frag-"));
}

void HubTest::refusesASecondProcess()
{
    const auto message = runMyself(u"open"_s);
    QVERIFY2(message.contains(u"is already using"_s)
            && message.contains(QString::number(QCoreApplication::applicationPid())),
        qPrintable(message));
    m_hub.reset();
    QVERIFY(runMyself(u"open"_s).startsWith(u"frag-")); // and once it is closed, it may
}

void HubTest::takesOverFromADeadProcess()
{
    m_hub.reset();
    const auto id = runMyself(u"die"_s);
    QVERIFY2(id.startsWith(u"frag-"), qPrintable(id));
    QVERIFY(QFile::exists(paths().lock()));
    QVERIFY(QFile::exists(paths().runFile()));
    auto hub = open();
    VERIFY_OK(hub);
    m_hub = std::move(*hub);
    QCOMPARE(RunFile::read(paths().runFile())->pid, QCoreApplication::applicationPid());
    const auto found
        = m_hub->read({}, [](UnitOfWork &work) { return recall(work, question(u"acknowledged"_s)); }).result();
    VERIFY_OK(found);
    QCOMPARE(found->fragments.constFirst().id, id);
    compareIndexWithTable();
}

void HubTest::compareIndexWithTable()
{
    m_hub->services().journal->flush(); // searches change both, one after the other
    const auto compared
        = m_hub
              ->read({},
                  [](UnitOfWork &work) -> Result<int> {
                      HUB_TRY(
                          statement, work.database().prepare(u"SELECT * FROM fragments WHERE deleted_at IS NULL"_s));
                      HUB_TRY(rows, statement.all<Fragment>());
                      auto &lexical = work.services().lexical;
                      int different = int(lexical.size() - rows.size());
                      for (const auto &row : rows) {
                          const auto known = lexical.attributes(row.seq);
                          auto expected = attributesOf(row, lexical.names());
                          if (known) { // the store does not say what the text tells
                              expected.saysWhen = known->saysWhen;
                              expected.asks = known->asks;
                              expected.isSpelt = known->isSpelt;
                              expected.words = known->words;
                          }
                          different += known != std::optional(expected);
                      }
                      return different;
                  })
              .result();
    VERIFY_OK(compared);
    QCOMPARE(*compared, 0);
}

void HubTest::findsEverythingAfterARestart()
{
    QStringList ids;
    for (int i = 0; i < 30; ++i)
        ids += store(u"창고 number %1 holds the turnstile of the lab."_s.arg(i));
    const auto changed = m_hub
                             ->write({},
                                 [&](UnitOfWork &work) -> Result<void> {
                                     AmendRequest change;
                                     change.id = ids[0];
                                     change.content = u"A zebra stands where the turnstile was."_s;
                                     HUB_CHECK(amend(work, change));
                                     ForgetRequest gone;
                                     gone.id = ids[1];
                                     HUB_CHECK(forget(work, gone));
                                     auto next = request(u"창고 number two has been emptied since."_s);
                                     next.supersedes = {ids[2]};
                                     HUB_CHECK(remember(work, next));
                                     return {};
                                 })
                             .result();
    VERIFY_OK(changed);
    compareIndexWithTable();
    const auto search = [&](const QString &text) {
        QStringList found;
        const auto answer = m_hub->read({}, [text](UnitOfWork &work) { return recall(work, question(text)); }).result();
        for (const auto &fragment : answer ? answer->fragments : QList<RecalledFragment>())
            found += fragment.id;
        return found;
    };
    const auto before = search(u"창고 turnstile"_s);
    QCOMPARE(
        before.size(), 29); // 30 - forgotten - superseded + its successor; the amended one still names the turnstile
    restart();
    compareIndexWithTable();
    QCOMPARE(search(u"창고 turnstile"_s), before);
    QCOMPARE(search(u"zebra"_s), QStringList {ids[0]});
}

void HubTest::takesBackWhatAUseCaseCouldNotFinish()
{
    const auto failed = m_hub
                            ->write({},
                                [](UnitOfWork &work) -> Result<void> {
                                    HUB_CHECK(remember(work, request(u"A memory that will not have been."_s)));
                                    return Error {ErrorCode::PolicyViolation, u"on second thoughts"_s};
                                })
                            .result();
    QVERIFY(!failed);
    QCOMPARE(m_hub->services().lexical.size(), 0);
    compareIndexWithTable();
}

void HubTest::refusesSettingsThatBreakARule_data()
{
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("zone") << u"general"_s << u"timezone"_s << QJsonValue(u"Atlantis/Centre"_s);
    QTest::newRow("language") << u"general"_s << u"locale"_s << QJsonValue(u"fr"_s);
    QTest::newRow("port") << u"server"_s << u"port"_s << QJsonValue(70000);
    QTest::newRow("weight") << u"search"_s << u"words"_s << QJsonValue(-1);
}

void HubTest::refusesSettingsThatBreakARule()
{
    QFETCH(QString, group);
    QFETCH(QString, name);
    QFETCH(QJsonValue, value);
    m_hub.reset();
    const auto hub = open(
        {{std::string_view(group.toLatin1().constData()), std::string_view(name.toLatin1().constData()), value}});
    QVERIFY(!hub);
    QVERIFY2(hub.error().message.contains(name), qPrintable(hub.error().message));
    VERIFY_OK(open()); // the lock was given back
}

void HubTest::refusesANewerStore()
{
    VERIFY_OK(
        m_hub->write({}, [](UnitOfWork &work) { return work.database().runScript(u"PRAGMA user_version = 9999"_s); })
            .result());
    m_hub.reset();
    const auto hub = open();
    QVERIFY(!hub);
    QVERIFY2(hub.error().message.contains(u"9999"_s), qPrintable(hub.error().message));
    QVERIFY(!QFile::exists(paths().runFile()));
}

void HubTest::answersWhileItIsBeingFilled()
{
    VERIFY_OK(
        m_hub
            ->write({},
                [](UnitOfWork &work) {
                    return work.database().runScript(
                        u"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                        u"INSERT INTO fragments (id, content, topic, type, content_hash, created_at) "
                        u"SELECT 'frag-' || i, 'imported line number ' || i, 'bulk', 'fact', 'hash-' || i, i FROM n"_s);
                })
            .result());
    restart(); // what was imported has no terms yet: they are made while it opens
    const auto found
        = m_hub->read({}, [](UnitOfWork &work) { return recall(work, question(u"imported 2718"_s)); }).result();
    VERIFY_OK(found);
    QCOMPARE(found->fragments.constFirst().id, u"frag-2718"_s);
    compareIndexWithTable();
}

void HubTest::finishesWhatWasAskedBeforeItCloses()
{
    QList<QFuture<Result<RememberAnswer>>> answers;
    for (int i = 0; i < 100; ++i) {
        const auto wanted = request(u"Memory number %1 of the last minute."_s.arg(i));
        answers += m_hub->write({}, [wanted](UnitOfWork &work) { return remember(work, wanted); });
    }
    restart();
    for (const auto &answer : answers)
        VERIFY_OK(answer.result());
    QCOMPARE(
        m_hub->read({}, [](UnitOfWork &work) { return recall(work, RecallRequest {}); }).result()->totalCount, 100);
}

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (const auto task = qEnvironmentVariable(taskVariable); !task.isEmpty())
        return runTask(task);
    HubTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_hub.moc"

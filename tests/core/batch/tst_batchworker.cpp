// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchremember.h"
#include "core/batch/batchstatus.h"
#include "core/hub.h"
#include "tests/support/verify.h"

#include <QProcess>
#include <QTemporaryDir>

#include <csignal>

using namespace hub;

/// A whole hub that stores its batches in the background. One test runs this program a
/// second time, as a hub that dies with a batch in its queue.
class BatchWorkerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void storesInTheBackground();
    void letsOthersWriteInBetween();
    void goesOnAfterARestart();
    void goesOnAfterAKill();

public:
    static Result<std::unique_ptr<Hub>> open(const QString &folder)
    {
        const Paths paths {.data = folder};
        return Hub::open(
            {.paths = paths, .settings = Settings::load(paths.settings(), [](const QString &) { return QString(); })});
    }
    static QString queue(Hub &hub, int count);

private:
    static std::optional<BatchStatusAnswer> status(Hub &hub, const QString &jobId)
    {
        const auto answer
            = hub.read(Principal {}, [=](UnitOfWork &work) { return batchStatus(work, {jobId}); }).result();
        return answer ? std::optional(*answer) : std::nullopt;
    }
    static bool isOver(Hub &hub, const QString &jobId) { return status(hub, jobId)->state == BatchState::Completed; }
    static int stored(Hub &hub)
    {
        const auto count = hub.read(Principal {},
                                  [](UnitOfWork &work) -> Result<int> {
                                      HUB_TRY(statement, work.database().prepare(u"SELECT count(*) FROM fragments"_s));
                                      HUB_TRY(found, statement.scalar<int>());
                                      return found.value_or(-1);
                                  })
                               .result();
        return count ? *count : -1;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

constexpr auto taskVariable = "HUB_TEST_BATCH_FOLDER";

} // namespace

QString BatchWorkerTest::queue(Hub &hub, int count)
{
    BatchRequest request;
    request.async = true;
    for (int i = 0; i < count; ++i) {
        request.fragments.values += QJsonObject {{u"content"_s, u"Memory number %1 of a batch of many."_s.arg(i)},
            {u"topic"_s, u"lab"_s}, {u"type"_s, u"fact"_s}};
    }
    const auto answer
        = hub.write(Principal {}, [=](UnitOfWork &work) { return batchRemember(work, request); }).result();
    return answer ? answer->jobId.value_or(QString()) : answer.error().message;
}

void BatchWorkerTest::storesInTheBackground()
{
    const auto hub = open(m_folder->path());
    VERIFY_OK(hub);
    const auto jobId = queue(**hub, 50);
    QTRY_VERIFY_WITH_TIMEOUT(isOver(**hub, jobId), 60'000);
    QCOMPARE(status(**hub, jobId)->processed, 50);
    QCOMPARE(stored(**hub), 50);
}

void BatchWorkerTest::letsOthersWriteInBetween()
{
    const auto hub = open(m_folder->path());
    VERIFY_OK(hub);
    const auto jobId = queue(**hub, 200);
    RememberRequest request;
    request.content = u"A memory that comes while the batch is stored."_s;
    request.topic = u"lab"_s;
    VERIFY_OK((*hub)->write(Principal {}, [=](UnitOfWork &work) { return remember(work, request); }).result());
    QTRY_VERIFY_WITH_TIMEOUT(isOver(**hub, jobId), 60'000);
    QCOMPARE(stored(**hub), 201);
}

void BatchWorkerTest::goesOnAfterARestart()
{
    QString jobId;
    {
        const auto hub = open(m_folder->path());
        VERIFY_OK(hub);
        jobId = queue(**hub, 200);
    } // closed with most of the work to do
    const auto hub = open(m_folder->path());
    VERIFY_OK(hub);
    QTRY_VERIFY_WITH_TIMEOUT(isOver(**hub, jobId), 60'000);
    QCOMPARE(status(**hub, jobId)->processed, 200);
    QCOMPARE(stored(**hub), 200);
}

void BatchWorkerTest::goesOnAfterAKill()
{
    QProcess other;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(taskVariable), m_folder->path());
    other.setProcessEnvironment(environment);
    other.start(QCoreApplication::applicationFilePath(), QStringList());
    QVERIFY(other.waitForFinished(60'000));
    QCOMPARE(other.exitStatus(), QProcess::CrashExit);
    const auto jobId = QString::fromLatin1(other.readAllStandardOutput()).trimmed();
    const auto hub = open(m_folder->path());
    VERIFY_OK(hub);
    QVERIFY(status(**hub, jobId));
    QTRY_VERIFY_WITH_TIMEOUT(isOver(**hub, jobId), 60'000);
    QCOMPARE(stored(**hub), 200); // none lost, none twice
}

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (qEnvironmentVariableIsSet(taskVariable)) {
        const auto hub = BatchWorkerTest::open(qEnvironmentVariable(taskVariable));
        if (!hub)
            return 1;
        std::puts(qPrintable(BatchWorkerTest::queue(**hub, 200)));
        std::fflush(stdout);
        return std::raise(SIGKILL);
    }
    BatchWorkerTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_batchworker.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/singleinstance.h"

#include "core/base/result.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

using namespace hub;

class SingleInstanceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksTheFirstOneToComeToTheFront();
    void letsFoldersHaveOneEach();
    void takesOverWhatACrashLeftBehind();

private:
    /// A second program: it blocks until the first has heard it.
    static bool claimElsewhere(const QString &folder)
    {
        bool claimed = true;
        std::unique_ptr<QThread> other(QThread::create([&] { claimed = SingleInstance(folder).claim(); }));
        other->start();
        while (!other->wait(5))
            QCoreApplication::processEvents();
        return claimed;
    }
};

void SingleInstanceTest::asksTheFirstOneToComeToTheFront()
{
    const QTemporaryDir folder;
    SingleInstance first(folder.path());
    QSignalSpy raised(&first, &SingleInstance::raised);
    QVERIFY(first.claim());
    QVERIFY(!claimElsewhere(folder.path()));
    QTRY_COMPARE(raised.size(), 1);
}

void SingleInstanceTest::letsFoldersHaveOneEach()
{
    const QTemporaryDir folder;
    const QTemporaryDir other;
    SingleInstance first(folder.path());
    SingleInstance second(other.path());
    QVERIFY(first.claim());
    QVERIFY(second.claim());
}

void SingleInstanceTest::takesOverWhatACrashLeftBehind()
{
    const QTemporaryDir folder;
    {
        SingleInstance gone(folder.path());
        QVERIFY(gone.claim());
    }
    SingleInstance next(folder.path());
    QVERIFY(next.claim());
    QVERIFY(!claimElsewhere(folder.path()));
}

QTEST_GUILESS_MAIN(SingleInstanceTest)
#include "tst_singleinstance.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/updates/updates.h"
#include "tests/support/memorybench.h"

#include <QDir>
#include <QTemporaryDir>

using namespace hub;

class UpdatesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsHowItWasInstalled_data();
    void tellsHowItWasInstalled();
    void knowsOnlyItsOwnVersion();
    void listsCommandsAndRunsNone_data();
    void listsCommandsAndRunsNone();
};

void UpdatesTest::tellsHowItWasInstalled_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("type");
    QTest::newRow("by hand") << QString() << QString() << u"local"_s;
    QTest::newRow("built here") << u"/usr/bin/CMakeCache.txt"_s << QString() << u"source"_s;
    QTest::newRow("flatpak") << u"/.flatpak-info"_s << QString() << u"flatpak"_s;
    QTest::newRow("package") << u"/var/lib/dpkg/info/anchorhold.list"_s << u"/usr/bin\n/usr/bin/anchorhold-cli\n"_s
                             << u"package"_s;
    QTest::newRow("package of another place")
        << u"/var/lib/dpkg/info/anchorhold.list"_s << u"/opt/bin/anchorhold-cli\n"_s << u"local"_s;
}

void UpdatesTest::tellsHowItWasInstalled()
{
    QFETCH(QString, file);
    QFETCH(QString, content);
    const QTemporaryDir root;
    if (!file.isEmpty()) {
        const QString path = root.path() + file;
        QVERIFY(QDir().mkpath(path.section(u'/', 0, -2)));
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(content.toUtf8());
    }
    QTEST(toString(installTypeOf(u"/usr/bin"_s, root.path())), "type");
}

void UpdatesTest::knowsOnlyItsOwnVersion()
{
    test::MemoryBench bench;
    const auto answer = bench.read(checkUpdate, UpdateCheckRequest {});
    VERIFY_OK(answer);
    const auto json = toJson(*answer);
    QCOMPARE(json.keys(),
        QStringList({u"changes"_s, u"currentVersion"_s, u"fromCache"_s, u"installType"_s, u"latestVersion"_s,
            u"message"_s, u"success"_s, u"updateAvailable"_s, u"updateCommand"_s}));
    QVERIFY(!answer->currentVersion.isEmpty());
    QCOMPARE(json[u"latestVersion"_s], QJsonValue(QJsonValue::Null));
    QCOMPARE(json[u"updateAvailable"_s], QJsonValue(false));
    QVERIFY(!answer->updateCommand.isEmpty());
}

void UpdatesTest::listsCommandsAndRunsNone_data()
{
    QTest::addColumn<std::optional<UpdateStep>>("step");
    QTest::addColumn<bool>("dryRun");
    for (const bool dryRun : {true, false}) {
        const char *suffix = dryRun ? "dry" : "not dry";
        QTest::addRow("all, %s", suffix) << std::optional<UpdateStep>() << dryRun;
        QTest::addRow("fetch, %s", suffix) << std::optional(UpdateStep::Fetch) << dryRun;
        QTest::addRow("install, %s", suffix) << std::optional(UpdateStep::Install) << dryRun;
        QTest::addRow("migrate, %s", suffix) << std::optional(UpdateStep::Migrate) << dryRun;
    }
}

void UpdatesTest::listsCommandsAndRunsNone()
{
    QFETCH(std::optional<UpdateStep>, step);
    QFETCH(bool, dryRun);
    test::MemoryBench bench;
    const auto answer = bench.read(applyUpdate, {.step = step, .dryRun = dryRun});
    VERIFY_OK(answer);
    QCOMPARE(answer->dryRun, dryRun);
    QVERIFY(!answer->executed);
    QVERIFY(!answer->message.isEmpty());
    QStringList expected;
    for (const auto one : {UpdateStep::Fetch, UpdateStep::Install, UpdateStep::Migrate}) {
        if (!step || step == one)
            expected += updateCommands(answer->installType, one);
    }
    QVERIFY(!expected.isEmpty());
    QCOMPARE(answer->commands, expected);
}

QTEST_GUILESS_MAIN(UpdatesTest)
#include "tst_updates.moc"

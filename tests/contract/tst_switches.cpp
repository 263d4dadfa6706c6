// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/tablerun.h"
#include "tests/support/verify.h"

#include <QDir>

using namespace hub;

/// Every documented switch of the environment in both positions, and not set at all, as
/// switches/ has them.
class SwitchesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesWhatIsDocumented_data();
    void changesWhatIsDocumented();
};

void SwitchesTest::changesWhatIsDocumented_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    const QDir folder(QStringLiteral(HUB_SOURCE_DIR "/tests/contract/switches"));
    const auto files = folder.entryList({u"*.md"_s}, QDir::Files, QDir::Name);
    QVERIFY(!files.isEmpty());
    for (const auto &file : files) {
        for (const auto &value : {u"true"_s, u"false"_s, u"1"_s, u"0"_s, QString()}) {
            const auto name = u"%1 %2"_s.arg(file.chopped(3), value.isEmpty() ? u"not set"_s : value);
            QTest::newRow(qPrintable(name)) << folder.filePath(file) << value;
        }
    }
}

void SwitchesTest::changesWhatIsDocumented()
{
    QFETCH(QString, path);
    QFETCH(QString, value);
    const auto table = test::readTable(path);
    VERIFY_OK(table);
    QVERIFY(!table->on.isEmpty() && !table->off.isEmpty());
    test::TableRun run(*table);
    VERIFY_OK(run.start(value.isEmpty() ? QHash<QString, QString>() : QHash<QString, QString> {{table->tool, value}}));
    run.makeCalls();
    const auto position = value.isEmpty() ? table->standard : value;
    const bool isOn = position == u"true" || position == u"1";
    QStringList wrong;
    for (const auto &row : isOn ? table->on : table->off) {
        for (const auto &expectation : row.expectations) {
            if (const auto unmet = test::complaint(expectation, run.answers()); !unmet.isEmpty())
                wrong += QString(row.says + u": " + unmet);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

QTEST_GUILESS_MAIN(SwitchesTest)
#include "tst_switches.moc"

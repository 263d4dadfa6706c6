// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/runfile.h"
#include "tests/support/verify.h"

#include <QFileInfo>
#include <QTemporaryDir>

using namespace hub;

class RunFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBackAsItWas();
    void isForItsOwnerAlone();
    void saysWhenThereIsNone_data();
    void saysWhenThereIsNone();
};

void RunFileTest::comesBackAsItWas()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"run.json"_s);
    const RunFile file {.pid = 4711, .url = u"http://127.0.0.1:57332/mcp"_s, .token = u"secret"_s};
    VERIFY_OK(file.write(path));
    VERIFY_OK(file.write(path)); // over the one before
    const auto read = RunFile::read(path);
    VERIFY_OK(read);
    QCOMPARE(toJson(*read), toJson(file));
    QVERIFY(!file.write(folder.filePath(u"no/such/folder/run.json"_s)));
}

void RunFileTest::isForItsOwnerAlone()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"run.json"_s);
    VERIFY_OK((RunFile {.pid = 1, .url = {}, .token = u"secret"_s}).write(path));
    const auto rights = QFileInfo(path).permissions();
    QVERIFY(!(rights & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)));
}

void RunFileTest::saysWhenThereIsNone_data()
{
    QTest::addColumn<QByteArray>("text"); // null: no file
    QTest::newRow("no file") << QByteArray();
    QTest::newRow("an empty file") << QByteArray("");
    QTest::newRow("half a file") << QByteArray(R"({"pid":1,"tok)");
    QTest::newRow("no token") << QByteArray(R"({"pid":1,"url":"http://127.0.0.1/mcp"})");
    QTest::newRow("another shape") << QByteArray(R"({"pid":{},"token":"x"})");
}

void RunFileTest::saysWhenThereIsNone()
{
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"run.json"_s);
    if (!text.isNull()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    const auto read = RunFile::read(path);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::NotFound);
}

QTEST_GUILESS_MAIN(RunFileTest)
#include "tst_runfile.moc"

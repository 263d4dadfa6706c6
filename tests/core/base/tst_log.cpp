// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace hub;

class LogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replacesSecrets_data();
    void replacesSecrets();
    void keepsWhatIsNoSecret();
    void writesOneLineForEachRecord();
    void saysWhenTheFolderIsOfNoUse();
};

void LogTest::replacesSecrets_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("secret");
    QTest::newRow("master key") << u"key mmcp_0123456789abcdef given"_s << u"0123456789abcdef"_s;
    QTest::newRow("person's key") << u"key pwk_0123456789abcdef"_s << u"0123456789abcdef"_s;
    QTest::newRow("bearer token") << u"Authorization: Bearer abc.def-ghi"_s << u"abc.def-ghi"_s;
    QTest::newRow("bearer in lower case") << u"authorization: bearer abc.def-ghi"_s << u"abc.def-ghi"_s;
    QTest::newRow("in an address") << u"GET /sse?accessKey=letmein&x=1"_s << u"letmein"_s;
    QTest::newRow("in JSON") << u"{\"accessKey\":\"letmein\",\"x\":1}"_s << u"letmein"_s;
    QTest::newRow("of a model's provider") << u"using sk-proj-0123456789abcdefghij now"_s << u"0123456789abcdefghij"_s;
}

void LogTest::replacesSecrets()
{
    QFETCH(QString, text);
    QFETCH(QString, secret);
    const auto redacted = redactSecrets(text);
    QVERIFY2(!redacted.contains(secret), qPrintable(redacted));
    QVERIFY2(redacted.contains(u"[redacted]"_s), qPrintable(redacted));
}

void LogTest::keepsWhatIsNoSecret()
{
    for (const auto &text : {u"GET /sse?x=1"_s, u"the bearer of this letter"_s, u"task-sk-12"_s, u"mmcp_ab"_s}) {
        if (text.contains(u"bearer"_s))
            QVERIFY(redactSecrets(text).startsWith(u"the bearer"_s));
        else
            QCOMPARE(redactSecrets(text), text);
    }
    QCOMPARE(redactSecrets(u"GET /sse?accessKey=letmein&x=1"_s), u"GET /sse?accessKey=[redacted]&x=1"_s);
}

void LogTest::writesOneLineForEachRecord()
{
    const QTemporaryDir folder;
    QVERIFY(installLog(folder.path()));
    qCInfo(lcServer).noquote() << u"first\nforged {\"level\":\"info\"}\r\nthird 한글 🟡"_s;
    qCInfo(lcCore).noquote() << u"key mmcp_0123456789abcdef"_s;
    logError(lcStore(), u"writing"_s, {ErrorCode::Storage, u"no room"_s, u"line one\nline two"_s});
    qInstallMessageHandler(nullptr);

    QFile file(folder.filePath(u"hub.log"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto bytes = file.readAll();
    QVERIFY(bytes.endsWith('\n'));
    QVERIFY(!bytes.contains('\r'));
    const auto lines = bytes.chopped(1).split('\n');
    QCOMPARE(lines.size(), 3);
    QList<QJsonObject> records;
    for (const auto &line : lines) {
        const auto record = QJsonDocument::fromJson(line);
        QVERIFY2(record.isObject(), line.constData());
        records += record.object();
    }
    QCOMPARE(records[0][u"message"_s].toString(), u"first\nforged {\"level\":\"info\"}\r\nthird 한글 🟡"_s);
    QCOMPARE(records[0][u"level"_s].toString(), u"info"_s);
    QVERIFY(!records[0][u"category"_s].toString().isEmpty());
    QVERIFY(QDateTime::fromString(records[0][u"timestamp"_s].toString(), Qt::ISODateWithMs).isValid());
    QCOMPARE(records[1][u"message"_s].toString(), u"key mmcp_[redacted]"_s);
    QCOMPARE(records[2][u"level"_s].toString(), u"warn"_s);
    QCOMPARE(records[2][u"message"_s].toString(), u"writing: no room (line one\nline two)"_s);
}

void LogTest::saysWhenTheFolderIsOfNoUse()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto installed = installLog(folder.filePath(u"file"_s));
    QVERIFY(!installed);
    QVERIFY(installed.error().message.contains(folder.filePath(u"file"_s)));
}

QTEST_GUILESS_MAIN(LogTest)
#include "tst_log.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/cursor.h"
#include "tests/support/verify.h"

using namespace hub;

class CursorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBackAsItWas();
    void isSafeInAnAddress();
    void refusesWhatItHasNotWritten_data();
    void refusesWhatItHasNotWritten();
};

void CursorTest::comesBackAsItWas()
{
    const Cursor ranked {.anchorTime = 1796029200001, .newest = 7, .offset = 40, .createdMs = {}, .seq = {}};
    const auto again = Cursor::decode(ranked.encode());
    VERIFY_OK(again);
    QCOMPARE(toJson(*again), toJson(ranked));
    QVERIFY(!again->createdMs);
    const Cursor listed {.anchorTime = 1, .newest = 7, .offset = 0, .createdMs = 0, .seq = 9'007'199'254'740'991};
    QCOMPARE(toJson(*Cursor::decode(listed.encode())), toJson(listed));
}

void CursorTest::isSafeInAnAddress()
{
    for (int offset = 0; offset < 300; ++offset) {
        const auto text = Cursor {.anchorTime = offset * 7919LL, .newest = 7, .offset = offset, .createdMs = {}, .seq = {}}.encode();
        for (const QChar c : text)
            QVERIFY(c.isLetterOrNumber() || c == u'-' || c == u'_');
        VERIFY_OK(Cursor::decode(text));
    }
}

void CursorTest::refusesWhatItHasNotWritten_data()
{
    QTest::addColumn<QString>("text");
    const auto encoded = [](const QByteArray &json) {
        return QString::fromLatin1(json.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
    };
    QTest::newRow("nothing") << QString();
    QTest::newRow("words") << u"next page"_s;
    QTest::newRow("Hangul") << u"다음 쪽"_s;
    QTest::newRow("a number") << u"20"_s;
    QTest::newRow("no object") << encoded("[1,2]");
    QTest::newRow("an empty object") << encoded("{}");
    QTest::newRow("another object") << encoded(R"({"page":2})");
    QTest::newRow("more than there is") << encoded(R"({"anchorTime":1,"newest":1,"page":2})");
    QTest::newRow("negative place") << encoded(R"({"anchorTime":1,"newest":1,"offset":-1})");
    QTest::newRow("a place beyond all") << encoded(R"({"anchorTime":1,"newest":1,"offset":2e9})");
    QTest::newRow("cut off") << Cursor {.anchorTime = 1796029200001, .newest = 7, .offset = 40, .createdMs = {}, .seq = {}}.encode().chopped(3);
    QTest::newRow("with a tail") << QString(Cursor {.anchorTime = 1, .newest = 7, .offset = 1, .createdMs = {}, .seq = {}}.encode() + u" ; DROP");
}

void CursorTest::refusesWhatItHasNotWritten()
{
    QFETCH(QString, text);
    const auto cursor = Cursor::decode(text);
    QVERIFY(!cursor);
    QCOMPARE(cursor.error().code, ErrorCode::InvalidArgument);
    QVERIFY(cursor.error().message.startsWith(u"cursor"_s));
}

QTEST_GUILESS_MAIN(CursorTest)
#include "tst_cursor.moc"

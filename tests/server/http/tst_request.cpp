// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/request.h"

#include <QTest>

using namespace hub;
using namespace hub::http;

class RequestTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodesForms();
    void findsHeadersAndQueryItems();
};

void RequestTest::decodesForms()
{
    const auto items = decodeForm("a=1+2&b=%ED%95%9C%26%3D&&c&a=3=4&%2B=%2b");
    const QList<std::pair<QString, QString>> wanted {
        {u"a"_s, u"1 2"_s}, {u"b"_s, u"한&="_s}, {u"c"_s, {}}, {u"a"_s, u"3=4"_s}, {u"+"_s, u"+"_s}};
    QCOMPARE(items, wanted);
    QVERIFY(decodeForm({}).isEmpty());
}

void RequestTest::findsHeadersAndQueryItems()
{
    Request request;
    request.headers = {{"accept", "a"}, {"accept", "b"}};
    request.query = "q=x&q=y&empty=";
    QCOMPARE(request.header("accept"), "a");
    QVERIFY(request.header("origin").isEmpty());
    QCOMPARE(request.queryItem(u"q"_s), std::optional(u"x"_s));
    QCOMPARE(request.queryItem(u"empty"_s), std::optional(QString()));
    QVERIFY(!request.queryItem(u"none"_s));
}

QTEST_GUILESS_MAIN(RequestTest)
#include "tst_request.moc"

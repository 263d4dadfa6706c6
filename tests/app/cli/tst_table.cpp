// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include <QJsonArray>
#include <QTest>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

class TableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void alignsColumns();
    void cutsWhatDoesNotFit_data();
    void cutsWhatDoesNotFit();
    void writesCsv();
    void showsAnswers_data();
    void showsAnswers();
};

void TableTest::alignsColumns()
{
    const Table table {.columns = {u"id"_s, u"content"_s}, .rows = {{u"a"_s, u"one"_s}, {u"long-id"_s, u"two"_s}}};
    QCOMPARE(asText(table), u"id       content\n-------  -------\na        one\nlong-id  two"_s);
    QCOMPARE(asText({.columns = {u"이름"_s, u"값"_s}, .rows = {{u"가"_s, u"1"_s}}}), u"이름  값\n----  --\n가    1"_s);
}

void TableTest::cutsWhatDoesNotFit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("fits") << u"0123456789"_s << u"0123456789"_s;
    QTest::newRow("one too long") << u"01234567890"_s << u"012345678…"_s;
    QTest::newRow("wide") << u"가나다라마바사"_s << u"가나다라…"_s;
    QTest::newRow("emoji") << u"🚀🚀🚀🚀🚀🚀"_s << u"🚀🚀🚀🚀…"_s;
}

void TableTest::cutsWhatDoesNotFit()
{
    QFETCH(QString, text);
    const auto lines = asText({.columns = {u"id"_s, u"c"_s}, .rows = {{u"ab"_s, text}}}, 14).split(u'\n');
    QTEST(lines.last().mid(4), "shown");
}

void TableTest::writesCsv()
{
    const Table table {
        .columns = {u"a"_s, u"b"_s}, .rows = {{u"plain"_s, u"with, comma"_s}, {u"say \"hi\""_s, u"two\nlines"_s}}};
    QCOMPARE(asCsv(table), u"a,b\r\nplain,\"with, comma\"\r\n\"say \"\"hi\"\"\",\"two\nlines\""_s);
}

void TableTest::showsAnswers_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QJsonObject>("answer");
    QTest::addColumn<QString>("shown"); // of the last table, as CSV, without its first line
    const QJsonObject fragment {{u"id"_s, u"f1"_s}, {u"content"_s, u"two\nlines"_s}, {u"type"_s, u"fact"_s},
        {u"topic"_s, u"t"_s}, {u"importance"_s, 0.5}, {u"confidence"_s, 1}, {u"age_days"_s, 2}, {u"access_count"_s, 3}};
    QTest::newRow("recall") << u"recall"_s << QJsonObject {{u"fragments"_s, QJsonArray {fragment}}}
                            << u"1,f1,two lines,t,fact,0.5,1,2,3"_s;
    QTest::newRow("nothing found") << u"recall"_s << QJsonObject {{u"fragments"_s, QJsonArray()}} << QString();
    QTest::newRow("stats") << u"stats"_s
                           << QJsonObject {{u"stats"_s,
                                  QJsonObject {{u"total"_s, 5}, {u"by"_s, QJsonObject {{u"x"_s, 1}}}}}}
                           << u"by.x,1\ntotal,5"_s;
    QTest::newRow("fields") << u"remember"_s
                            << QJsonObject {{u"id"_s, u"f1"_s}, {u"keywords"_s, QJsonArray {u"a"_s, u"b"_s}},
                                   {u"none"_s, QJsonValue::Null}, {u"success"_s, true}}
                            << u"id,f1\nkeywords,\"a, b\"\nsuccess,true"_s;
    const QJsonObject link {{u"id"_s, u"f2"_s}, {u"outgoing"_s, false}, {u"relation_type"_s, u"related"_s},
        {u"weight"_s, 1}, {u"content"_s, u"c"_s}};
    auto current = fragment;
    current.insert(u"linked"_s, QJsonArray {link});
    current.insert(u"created_at"_s, u"day 1"_s);
    const QJsonObject history {{u"current"_s, current},
        {u"versions"_s, QJsonArray {QJsonObject {{u"content"_s, u"was"_s}, {u"amended_at"_s, u"day 2"_s}}}},
        {u"superseded_by_chain"_s,
            QJsonArray {QJsonObject {{u"id"_s, u"f3"_s}, {u"content"_s, u"next"_s}, {u"created_at"_s, u"day 3"_s}}}}};
    QTest::newRow("inspect") << u"inspect"_s << history << u"in,f2,related,1,c"_s;
    QTest::newRow("history") << u"history"_s << history
                             << u"replaced by,day 3,f3,next\nnow,day 1,f1,two lines\nuntil,day 2,f1,was"_s;
}

void TableTest::showsAnswers()
{
    QFETCH(QString, command);
    QFETCH(QJsonObject, answer);
    auto lines = asCsv(tablesOf(command, answer).last()).split(u"\r\n"_s);
    lines.removeFirst();
    QTEST(lines.join(u'\n'), "shown");
}

QTEST_GUILESS_MAIN(TableTest)
#include "tst_table.moc"

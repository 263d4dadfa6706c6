// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memoriesmodel.h"

#include "tests/ui/support/ready.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace hub;
using ui::MemoriesModel;

class MemoriesModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fetchesPageByPage();
    void staysAWellFormedModelWhileRowsAreReplaced();
    void keepsTheRowsUntilNewOnesArrive();
    void dropsTheAnswerToAnOlderQuestion();
    void keepsTheRowsWhenAQuestionFails();
    void reloadsAsManyRowsAsThereWere();
    void saysARowInOneSentence();
};

namespace {

/// `total` memories, fifty a page.
RecallAnswer page(const RecallRequest &request, int total)
{
    const int first = request.cursor.value_or(u"0"_s).toInt();
    const int last = std::min(first + 50, total);
    RecallAnswer answer;
    for (int i = first; i < last; ++i) {
        RecalledFragment fragment;
        fragment.id = u"frag-%1"_s.arg(i);
        fragment.content = u"memory %1"_s.arg(i);
        answer.fragments += fragment;
    }
    answer.totalCount = total;
    if (last < total)
        answer.nextCursor = QString::number(last);
    return answer;
}

RecallRequest about(const QString &text)
{
    RecallRequest request;
    request.text = text;
    return request;
}

} // namespace

void MemoriesModelTest::fetchesPageByPage()
{
    MemoriesModel model([](const RecallRequest &request) { return ready(page(request, 103)); });
    QSignalSpy answered(&model, &MemoriesModel::answered);
    model.ask({});
    QTRY_COMPARE(answered.size(), 1);
    QCOMPARE(answered.constFirst().constFirst().toInt(), 103);
    QCOMPARE(model.rowCount(), 50);
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 100);
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 103);
    QVERIFY(!model.canFetchMore({}));
    QCOMPARE(model.rowOf(u"frag-102"_s), 102);
    QCOMPARE(model.rowOf(u"frag-103"_s), -1);
}

void MemoriesModelTest::staysAWellFormedModelWhileRowsAreReplaced()
{
    MemoriesModel model([](const RecallRequest &request) { return ready(page(request, request.text ? 7 : 120)); });
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.ask({});
    QTRY_COMPARE(model.rowCount(), 50);
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 100);
    model.ask(about(u"nginx"_s));
    QTRY_COMPARE(model.rowCount(), 7);
    QSignalSpy answered(&model, &MemoriesModel::answered);
    model.reload();
    QTRY_COMPARE(answered.size(), 1);
    QCOMPARE(model.rowCount(), 7);
}

void MemoriesModelTest::keepsTheRowsUntilNewOnesArrive()
{
    QPromise<Result<RecallAnswer>> slow;
    slow.start();
    MemoriesModel model(
        [&](const RecallRequest &request) { return request.text ? slow.future() : ready(page(request, 3)); });
    model.ask({});
    QTRY_COMPARE(model.rowCount(), 3);
    model.ask(about(u"nginx"_s));
    QCoreApplication::processEvents();
    QCOMPARE(model.rowCount(), 3);
    slow.addResult(RecallAnswer {});
    slow.finish();
    QTRY_COMPARE(model.rowCount(), 0);
}

void MemoriesModelTest::dropsTheAnswerToAnOlderQuestion()
{
    QPromise<Result<RecallAnswer>> slow;
    slow.start();
    MemoriesModel model(
        [&](const RecallRequest &request) { return request.text ? slow.future() : ready(page(request, 3)); });
    model.ask(about(u"nginx"_s));
    model.ask({});
    QTRY_COMPARE(model.rowCount(), 3);
    slow.addResult(page({}, 50));
    slow.finish();
    QCoreApplication::processEvents();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.totalCount(), 3);
}

void MemoriesModelTest::keepsTheRowsWhenAQuestionFails()
{
    bool isBroken = false;
    MemoriesModel model([&](const RecallRequest &request) {
        return isBroken ? ready<RecallAnswer>(Error {ErrorCode::Storage, u"the disk is gone"_s})
                        : ready(page(request, 3));
    });
    model.ask({});
    QTRY_COMPARE(model.rowCount(), 3);
    isBroken = true;
    QSignalSpy failed(&model, &MemoriesModel::failed);
    QSignalSpy loading(&model, &MemoriesModel::loadingChanged);
    model.ask(about(u"nginx"_s));
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(failed.constFirst().constFirst().toString(), u"the disk is gone"_s);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(loading.constLast().constFirst().toBool(), false);
}

void MemoriesModelTest::reloadsAsManyRowsAsThereWere()
{
    int total = 120;
    MemoriesModel model([&](const RecallRequest &request) { return ready(page(request, total)); });
    model.ask({});
    QTRY_COMPARE(model.rowCount(), 50);
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 100);
    total = 121;
    model.reload();
    QTRY_COMPARE(model.totalCount(), 121);
    QCOMPARE(model.rowCount(), 100);
    QVERIFY(model.canFetchMore({}));
}

void MemoriesModelTest::saysARowInOneSentence()
{
    MemoriesModel model([](const RecallRequest &request) {
        auto answer = page(request, 1);
        answer.fragments[0].type = FragmentType::Error;
        answer.fragments[0].topic = u"redis"_s;
        return ready(answer);
    });
    model.ask({});
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.data(model.index(0, 0), Qt::AccessibleTextRole).toString(), u"Error, topic redis: memory 0"_s);
}

QTEST_MAIN(MemoriesModelTest)
#include "tst_memoriesmodel.moc"

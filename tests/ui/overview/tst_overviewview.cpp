// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewview.h"

#include "tests/ui/support/ready.h"
#include "tests/ui/support/sampledata.h"
#include "ui/overview/topicrow.h"
#include "ui/widgets/linkrow.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/statcard.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace hub;
using namespace hub::ui;

class OverviewViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWhatIsRemembered();
    void showsADashUntilItKnows();
    void followsWhatAgentsStore();
    void saysWhatToDoWhenThereIsNothing();
    void leadsFromATopicToItsMemories();
    void keepsItsNumbersWhenTheHubFails();
};

namespace {

QString totalOf(const OverviewView &view) { return view.findChild<StatCard *>(u"totalCard"_s)->accessibleName(); }

QPushButton *buttonSaying(const QWidget &view, const QString &text)
{
    for (auto *button : view.findChildren<QPushButton *>()) {
        if (button->isVisible() && button->text() == text)
            return button;
    }
    return nullptr;
}

} // namespace

void OverviewViewTest::countsWhatIsRemembered()
{
    UiHub hub;
    fillWithSamples(hub);
    OverviewView view(hub.context());
    view.show();
    QTRY_COMPARE(totalOf(view), u"Memories: 23"_s);
    QTRY_COMPARE(view.findChildren<LinkRow *>().size(), 8);
    QCOMPARE(view.findChildren<TopicRow *>().size(), 8);
}

void OverviewViewTest::showsADashUntilItKnows()
{
    UiHub hub;
    QPromise<Result<MemoryStats>> slow;
    slow.start();
    auto source = hub.source();
    source.stats = [&] { return slow.future(); };
    OverviewView view({source, hub.hub().events(), hub.context().editor});
    QCOMPARE(totalOf(view), u"Memories: –"_s);
    MemoryStats stats;
    stats.total = 7;
    slow.addResult(stats);
    slow.finish();
    QTRY_COMPARE(totalOf(view), u"Memories: 7"_s);
}

void OverviewViewTest::followsWhatAgentsStore()
{
    UiHub hub;
    hub.remember(u"The staging host is called heron"_s, u"hosts"_s);
    OverviewView view(hub.context());
    view.show();
    QTRY_COMPARE(totalOf(view), u"Memories: 1"_s);
    hub.remember(u"The production host is called egret"_s, u"hosts"_s);
    QTRY_COMPARE(totalOf(view), u"Memories: 2"_s);
}

void OverviewViewTest::saysWhatToDoWhenThereIsNothing()
{
    UiHub hub;
    OverviewView view(hub.context());
    view.show();
    QTRY_VERIFY(buttonSaying(view, u"Store a first memory"_s));
    QSignalSpy connected(&view, &OverviewView::connectRequested);
    buttonSaying(view, u"Connect an agent"_s)->click();
    QCOMPARE(connected.size(), 1);
    hub.remember(u"The staging host is called heron"_s, u"hosts"_s);
    QTRY_VERIFY(!buttonSaying(view, u"Store a first memory"_s));
}

void OverviewViewTest::leadsFromATopicToItsMemories()
{
    UiHub hub;
    hub.remember(u"The staging host is called heron"_s, u"hosts"_s);
    OverviewView view(hub.context());
    view.show();
    QTRY_VERIFY(view.findChild<TopicRow *>());
    std::optional<Destination> destination;
    connect(&view, &View::leaveFor, this, [&](const Destination &where) { destination = where; });
    view.findChild<TopicRow *>()->click();
    QVERIFY(destination);
    QCOMPARE(destination->view, u"memories"_s);
    QCOMPARE(destination->filter.topic.value_or(QString()), u"hosts"_s);
}

void OverviewViewTest::keepsItsNumbersWhenTheHubFails()
{
    UiHub hub;
    hub.remember(u"The staging host is called heron"_s, u"hosts"_s);
    bool isBroken = false;
    auto source = hub.source();
    source.stats = [&, stats = source.stats] {
        return isBroken ? ready<MemoryStats>(Error {ErrorCode::Storage, u"no disk"_s}) : stats();
    };
    OverviewView view({source, hub.hub().events(), hub.context().editor});
    view.show();
    QTRY_COMPARE(totalOf(view), u"Memories: 1"_s);
    isBroken = true;
    view.refresh();
    QTRY_VERIFY(view.findChild<NoticeBar *>()->isShowing());
    QCOMPARE(totalOf(view), u"Memories: 1"_s);
    isBroken = false;
    buttonSaying(view, u"Try again"_s)->click();
    QTRY_VERIFY(!view.findChild<NoticeBar *>()->isShowing());
}

QTEST_MAIN(OverviewViewTest)
#include "tst_overviewview.moc"

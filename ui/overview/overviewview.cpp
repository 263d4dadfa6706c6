// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewview.h"

#include "core/base/events.h"
#include "core/base/text.h"
#include "ui/memories/memorysource.h"
#include "ui/overview/topicrow.h"
#include "ui/overview/typechart.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/theme/typeshape.h"
#include "ui/theme/typography.h"
#include "ui/whenready.h"
#include "ui/widgets/card.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/linkrow.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/statcard.h"
#include "ui/words.h"

#include <QScrollArea>
#include <QStackedWidget>

namespace hub::ui {
namespace {

using namespace std::chrono_literals;
enum Page { DashboardPage, ChecklistPage };
constexpr int topicsShown = 8;
constexpr int recentShown = 8;

void clear(QVBoxLayout &layout)
{
    while (const auto item = std::unique_ptr<QLayoutItem>(layout.takeAt(0))) {
        if (auto *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
    }
}

} // namespace

OverviewView::OverviewView(const ViewContext &context, QWidget *parent)
    : View(parent)
    , m_context(context)
{
    build();
    connectEvents();
    retranslate();
    refresh();
}

void OverviewView::build()
{
    m_title = new QLabel(this);
    m_notice = new NoticeBar(this);
    m_pages = new QStackedWidget(this);
    setTextStyle(*m_title, TextStyle::Title);
    m_pages->addWidget(buildDashboard());
    m_pages->addWidget(buildChecklist());
    auto *top = new QVBoxLayout;
    top->setContentsMargins(24, 18, 24, 0);
    top->setSpacing(10);
    top->addWidget(m_title);
    top->addWidget(m_notice);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_pages, 1);
}

QWidget *OverviewView::buildDashboard()
{
    auto *page = new QWidget(this);
    auto *grid = new QVBoxLayout(page);
    grid->setContentsMargins(24, 14, 24, 24);
    grid->setSpacing(16);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(12);
    for (auto **card : {&m_total, &m_today, &m_anchors, &m_links, &m_superseded}) {
        *card = new StatCard(page);
        cards->addWidget(*card, card == &m_total ? 3 : 2);
    }
    m_links->setLeadsSomewhere(false);
    m_total->setObjectName(u"totalCard"_s);
    connect(m_total, &StatCard::clicked, this, [this] { Q_EMIT leaveFor({.view = u"memories"_s}); });
    connect(m_today, &StatCard::clicked, this, [this] { Q_EMIT leaveFor({.view = u"memories"_s}); });
    connect(m_anchors, &StatCard::clicked, this, [this] {
        MemoryFilter filter;
        filter.anchorsOnly = true;
        Q_EMIT leaveFor({.view = u"memories"_s, .filter = filter});
    });
    connect(m_superseded, &StatCard::clicked, this, [this] {
        MemoryFilter filter;
        filter.withSuperseded = true;
        Q_EMIT leaveFor({.view = u"memories"_s, .filter = filter});
    });
    m_types = new Card(page);
    m_chart = new TypeChart(m_types);
    m_types->body()->setContentsMargins(4, 0, 8, 0);
    m_types->body()->addWidget(m_chart);
    m_chart->setMinimumHeight(fontMetrics().height() * 14);
    connect(m_chart, &TypeChart::typeChosen, this, [this](FragmentType type) {
        MemoryFilter filter;
        filter.type = type;
        Q_EMIT leaveFor({.view = u"memories"_s, .filter = filter});
    });
    m_topics = new Card(page);
    m_latest = new Card(page);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(16);
    middle->addWidget(m_types, 1);
    middle->addWidget(m_topics, 1);
    grid->addLayout(cards);
    grid->addLayout(middle);
    grid->addWidget(m_latest);
    grid->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    for (auto *filled : std::initializer_list<QWidget *> {page, scroll->viewport()})
        filled->setBackgroundRole(QPalette::Window);
    return scroll;
}

QWidget *OverviewView::buildChecklist()
{
    m_checklist = new EmptyState(this);
    m_connect = new QAction(this);
    m_write = new QAction(this);
    connect(m_connect, &QAction::triggered, this, &OverviewView::connectRequested);
    connect(m_write, &QAction::triggered, this, &OverviewView::newMemoryRequested);
    return m_checklist;
}

void OverviewView::connectEvents()
{
    m_refreshSoon.setSingleShot(true);
    m_refreshSoon.setInterval(250ms); // many changes at once make one look
    connect(&m_refreshSoon, &QTimer::timeout, this, &OverviewView::refresh);
    const auto soon = [this] { m_refreshSoon.start(); };
    connect(&m_context.events, &Events::fragmentsStored, this, soon);
    connect(&m_context.events, &Events::fragmentsChanged, this, soon);
    connect(&m_context.events, &Events::fragmentsForgotten, this, soon);
    connect(&m_context.events, &Events::fragmentsRestored, this, soon);
    connect(&m_context.events, &Events::linksChanged, this, soon);
}

void OverviewView::refresh()
{
    const int generation = ++m_generation;
    whenReady(m_context.source.stats(), this, [this, generation](const Result<MemoryStats> &stats) {
        if (generation != m_generation)
            return;
        if (!stats)
            return fail(stats.error().message);
        m_notice->close();
        showStats(*stats);
    });
    auto latest = MemoryFilter {}.request();
    latest.pageSize = recentShown;
    whenReady(m_context.source.recall(latest), this, [this, generation](const Result<RecallAnswer> &answer) {
        if (generation != m_generation)
            return;
        if (!answer)
            return fail(answer.error().message);
        showRecent(answer->fragments);
    });
}

void OverviewView::fail(const QString &detail)
{
    m_notice->show({.kind = NoticeBar::Kind::Error,
        .text = tr("The numbers could not be read. What is shown may be old."),
        .detail = detail,
        .action = tr("Try again"),
        .onAction = [this] { refresh(); }});
}

void OverviewView::showStats(const MemoryStats &stats)
{
    m_stats = stats;
    m_total->setValue(stats.total);
    m_total->setTrend(stats.storedPerDay);
    m_today->setValue(stats.storedToday);
    m_anchors->setValue(stats.anchors);
    m_links->setValue(stats.links);
    m_superseded->setValue(stats.superseded);
    m_chart->setCounts(stats.byType);
    showTopics(stats.topTopics);
    m_pages->setCurrentIndex(stats.total + stats.superseded == 0 ? ChecklistPage : DashboardPage);
}

void OverviewView::showTopics(const QList<NamedCount> &topics)
{
    clear(*m_topics->body());
    const auto most = topics.isEmpty() ? 1 : topics.constFirst().count;
    for (const auto &topic : topics.first(std::min<qsizetype>(topicsShown, topics.size()))) {
        auto *row = new TopicRow(topic.name, topic.count, double(topic.count) / double(most), m_topics);
        connect(row, &TopicRow::clicked, this, [this, name = topic.name] { leaveForTopic(name); });
        m_topics->body()->addWidget(row);
    }
    m_topics->body()->addStretch(1);
}

void OverviewView::leaveForTopic(const QString &topic)
{
    MemoryFilter filter;
    filter.topic = topic;
    Q_EMIT leaveFor({.view = u"memories"_s, .filter = filter});
}

void OverviewView::showRecent(const QList<RecalledFragment> &fragments)
{
    m_recent = fragments;
    clear(*m_latest->body());
    const auto now = SystemClock().now();
    const int size = fontMetrics().height();
    for (const auto &fragment : fragments) {
        auto *row = new LinkRow(oneLine(fragment.content), fragment.content, m_latest);
        row->setIcon(QIcon(typePixmap(fragment.type, size, devicePixelRatioF(), tokensOf(this).of(fragment.type))));
        row->setAccessibleName(u"%1, %2: %3"_s.arg(word(fragment.type), fragment.topic, oneLine(fragment.content)));
        row->setAside(u"%1 · %2"_s.arg(fragment.topic, relativeTime(fragment.createdAt, now)));
        connect(row, &LinkRow::clicked, this,
            [this, id = fragment.id] { Q_EMIT leaveFor({.view = u"memories"_s, .filter = {}, .memoryId = id}); });
        m_latest->body()->addWidget(row);
    }
}

QList<QWidget *> OverviewView::focusStops() const { return {m_total}; }

void OverviewView::focusSearch()
{
    Q_EMIT leaveFor({.view = u"memories"_s, .filter = {}, .memoryId = {}, .toSearch = true});
}

void OverviewView::retranslate()
{
    m_title->setText(title());
    m_total->setCaption(tr("Memories"));
    m_total->setToolTip(tr("The bars: memories stored on each of the last seven days"));
    m_today->setCaption(tr("Stored today"));
    m_anchors->setCaption(tr("Anchors"));
    m_links->setCaption(tr("Links"));
    m_superseded->setCaption(tr("Superseded"));
    m_types->setHeading(tr("By type"));
    m_chart->setAccessibleName(tr("Memories by type"));
    m_topics->setHeading(tr("Top topics"));
    m_latest->setHeading(tr("Latest memories"));
    m_connect->setText(tr("Connect an agent"));
    m_write->setText(tr("Store a first memory"));
    m_checklist->say(u"anchor"_s, tr("Ready to remember"),
        tr("Connect an agent and it can store what is worth keeping, or write the first memory yourself."));
    m_checklist->offer({m_connect, m_write});
    if (m_stats)
        showStats(*m_stats);
    showRecent(m_recent);
}

} // namespace hub::ui

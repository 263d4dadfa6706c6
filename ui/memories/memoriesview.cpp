// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memoriesview.h"

#include "core/base/events.h"
#include "ui/memories/filterbar.h"
#include "ui/memories/inspector.h"
#include "ui/memories/memoriesmodel.h"
#include "ui/memories/memoryeditor.h"
#include "ui/memories/memorytable.h"
#include "ui/memories/memorytext.h"
#include "ui/memories/searchbox.h"
#include "ui/theme/icons.h"
#include "ui/theme/typography.h"
#include "ui/whenready.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/progressline.h"
#include "ui/widgets/skeleton.h"
#include "ui/words.h"

#include <QAccessible>
#include <QClipboard>
#include <QSplitter>
#include <QStackedWidget>

namespace hub::ui {
namespace {

using namespace std::chrono_literals;
enum Page { LoadingPage, ListPage, EmptyPage };

} // namespace

MemoriesView::MemoriesView(const ViewContext &context, QWidget *parent)
    : View(parent)
    , m_context(context)
    , m_model(new MemoriesModel(context.source.recall, this))
{
    build();
    buildActions();
    connectModel();
    connectEditor();
    connectEvents();
    retranslate();
    ask({});
    refreshChoices();
}

void MemoriesView::build()
{
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->addWidget(buildList());
    m_inspector = new Inspector(m_context.source.inspect, m_splitter);
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setCollapsible(0, false);
    m_splitter->setCollapsible(1, false);
    m_splitter->setHandleWidth(1);
    const int em = fontMetrics().height();
    m_inspector->setMinimumWidth(em * 18);
    m_splitter->setSizes({em * 42, em * 23});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_splitter);
}

QWidget *MemoriesView::buildList()
{
    auto *list = new QWidget(this);
    m_search = new SearchBox(list);
    m_progress = new ProgressLine(list);
    m_filters = new FilterBar(list);
    m_notice = new NoticeBar(list);
    m_pages = new QStackedWidget(list);
    m_table = new MemoryTable(*m_model, list);
    m_empty = new EmptyState(list);
    m_search->setObjectName(u"searchBox"_s);
    m_pages->addWidget(new Skeleton(list));
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_empty);
    m_pages->setBackgroundRole(QPalette::Base);
    m_pages->setAutoFillBackground(true);

    auto *top = new QVBoxLayout;
    top->setContentsMargins(24, 18, 24, 14);
    top->setSpacing(10);
    top->addLayout(buildHeader());
    top->addWidget(m_search);
    top->addWidget(m_filters);
    top->addWidget(m_notice);
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_progress);
    layout->addWidget(m_pages, 1);
    return list;
}

QHBoxLayout *MemoriesView::buildHeader()
{
    m_title = new QLabel(this);
    m_count = new QLabel(this);
    m_new = new QPushButton(this);
    setTextStyle(*m_title, TextStyle::Title);
    m_count->setObjectName(u"resultCount"_s);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_new->setObjectName(u"newMemory"_s);
    m_new->setIcon(icon(u"add"_s));
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_title);
    row->addWidget(m_count, 1, Qt::AlignBottom);
    row->addWidget(m_new);
    return row;
}

void MemoriesView::buildActions()
{
    const auto make = [this](const QString &name, const QKeySequence &keys, auto &&run) {
        auto *action = new QAction(icon(name), {}, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, run);
        return action;
    };
    m_open = make(u"open"_s, {}, [this] { setInspectorVisible(true); });
    m_edit = make(u"edit"_s, Qt::Key_F2, [this] { setInspectorVisible(true), m_inspector->edit(); });
    m_forget = make(u"forget"_s, QKeySequence::Delete, [this] { forgetSelected(); });
    m_copyJson = make(u"copy"_s, Qt::CTRL | Qt::SHIFT | Qt::Key_C, [this] { copySelected(true); });
    m_copyMarkdown = make(u"copy"_s, {}, [this] { copySelected(false); });
    m_showInspector = make(u"inspector"_s, Qt::Key_F9, [this] { setInspectorVisible(m_showInspector->isChecked()); });
    m_loosen = make(u"clear"_s, {}, [this] { loosen(); });
    m_clearAll = make(u"clear"_s, {}, [this] { open({.view = id()}); });
    m_newAction = make(u"add"_s, {}, [this] { Q_EMIT newMemoryRequested(); });
    m_connectAction = make(u"connect"_s, {}, [this] { Q_EMIT connectRequested(); });
    m_showInspector->setShortcutContext(Qt::WindowShortcut);
    m_showInspector->setCheckable(true);
    m_showInspector->setChecked(true);
    m_table->addActions({m_open, m_edit, m_copyJson, m_copyMarkdown, m_forget});
    connect(m_table, &QAbstractItemView::activated, m_open, &QAction::trigger);
    connect(m_new, &QPushButton::clicked, m_newAction, &QAction::trigger);
}

View::MenuActions MemoriesView::menuActions() const
{
    return {.edit = {m_copyJson, m_copyMarkdown, m_edit, m_forget}, .view = {m_showInspector}};
}

QList<QWidget *> MemoriesView::focusStops() const { return {m_search, m_table, m_inspector->firstField()}; }

void MemoriesView::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void MemoriesView::connectModel()
{
    connect(m_search, &SearchBox::queried, this, [this](const QString &text) {
        auto filter = m_filter;
        filter.text = text;
        ask(filter);
    });
    connect(m_filters, &FilterBar::changed, this, &MemoriesView::ask);
    connect(m_model, &MemoriesModel::loadingChanged, m_progress, &ProgressLine::setBusy);
    connect(m_model, &MemoriesModel::answered, this, &MemoriesView::showAnswer);
    connect(m_model, &MemoriesModel::failed, this, [this](const QString &detail) {
        m_searchFailed = true;
        m_notice->show({.kind = NoticeBar::Kind::Error,
            .text = tr("The search failed. The list shows what was there before."),
            .detail = detail,
            .action = tr("Try again"),
            .onAction = [this] { refresh(); }});
    });
    connect(m_table, &MemoryTable::selectionFollowed, this, &MemoriesView::followSelection);
}

void MemoriesView::connectEditor()
{
    auto &editor = m_context.editor;
    connect(m_inspector, &Inspector::saveRequested, &editor, &MemoryEditor::amend);
    connect(m_inspector, &Inspector::forgetRequested, this, &MemoriesView::forgetSelected);
    connect(m_inspector, &Inspector::linkFollowed, this, &MemoriesView::selectRow);
    connect(&editor, &MemoryEditor::amended, m_inspector, &Inspector::saved);
    connect(&editor, &MemoryEditor::forgotten, this, &MemoriesView::sayForgotten);
    connect(&editor, &MemoryEditor::remembered, this, [this](const QString &id, bool wasThere) {
        m_wantedId = id;
        refresh();
        if (wasThere)
            m_notice->show({.text = tr("The same text is stored already."), .time = 10s});
    });
    connect(&editor, &MemoryEditor::failed, this, [this](const QString &sentence, const QString &detail) {
        m_notice->show({.kind = NoticeBar::Kind::Error, .text = sentence, .detail = detail});
    });
}

void MemoriesView::connectEvents()
{
    m_refreshSoon.setSingleShot(true);
    m_refreshSoon.setInterval(250ms); // an agent that stores a hundred memories makes one reload, not a hundred
    connect(&m_refreshSoon, &QTimer::timeout, this, &MemoriesView::refresh);
    const auto soon = [this] { m_refreshSoon.start(); };
    connect(&m_context.events, &Events::fragmentsStored, this, soon);
    connect(&m_context.events, &Events::fragmentsChanged, this, soon);
    connect(&m_context.events, &Events::fragmentsForgotten, this, soon);
    connect(&m_context.events, &Events::fragmentsRestored, this, soon);
    connect(&m_context.events, &Events::linksChanged, this, soon);
}

void MemoriesView::ask(const MemoryFilter &filter)
{
    m_filter = filter;
    m_filters->setFilter(filter);
    m_table->setQuery(filter.text);
    m_model->ask(filter.request());
}

void MemoriesView::refresh()
{
    m_refreshSoon.stop();
    m_model->reload();
    m_inspector->refresh();
    refreshChoices();
}

void MemoriesView::refreshChoices()
{
    whenReady(m_context.source.stats(), this, [this](const Result<MemoryStats> &stats) {
        if (!stats)
            return; // the menus keep the names they have
        m_filters->setChoices(*stats);
        QStringList topics;
        for (const auto &topic : stats->topTopics)
            topics += topic.name;
        m_inspector->setTopics(topics);
    });
}

void MemoriesView::showAnswer(int total)
{
    if (std::exchange(m_searchFailed, false))
        m_notice->close();
    m_count->setText(tr("%Ln result(s)", nullptr, total));
    QAccessibleEvent spoken(m_count, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&spoken);
    m_pages->setCurrentIndex(total == 0 ? EmptyPage : ListPage);
    m_count->setVisible(true);
    if (total == 0)
        showEmptyState();
    if (!m_wantedId.isEmpty())
        selectRow(std::exchange(m_wantedId, {}));
    else
        followSelection();
}

void MemoriesView::showEmptyState()
{
    if (!m_filter.isNarrowing()) {
        m_empty->say(
            u"memories"_s, tr("Nothing remembered yet"), tr("Connect an agent, or write the first memory yourself."));
        m_empty->offer({m_newAction, m_connectAction});
        return;
    }
    m_empty->say(u"search"_s, tr("No memory matches"), tr("Try other words, or take a filter off."));
    m_loosen->setText(m_filter.anchorsOnly ? tr("Show more than anchors")
            : m_filter.workspace           ? tr("Remove workspace: %1").arg(*m_filter.workspace)
            : m_filter.topic               ? tr("Remove topic: %1").arg(*m_filter.topic)
            : m_filter.type                ? tr("Remove type: %1").arg(word(*m_filter.type))
                                           : tr("Clear the search"));
    m_empty->offer({m_loosen, m_clearAll});
}

/// Takes off the narrowest part of the filter that was found to be too narrow.
void MemoriesView::loosen()
{
    auto filter = m_filter;
    if (filter.anchorsOnly)
        filter.anchorsOnly = false;
    else if (filter.workspace)
        filter.workspace.reset();
    else if (filter.topic)
        filter.topic.reset();
    else if (filter.type)
        filter.type.reset();
    else
        filter.text.clear();
    m_search->setQuery(filter.text);
    ask(filter);
}

void MemoriesView::open(const Destination &destination)
{
    m_search->setQuery(destination.filter.text);
    m_wantedId = destination.memoryId;
    if (!m_wantedId.isEmpty())
        setInspectorVisible(true);
    ask(destination.filter);
    if (destination.toSearch)
        focusSearch();
}

void MemoriesView::selectRow(const QString &id)
{
    if (m_table->selectMemory(id))
        return;
    m_table->clearSelection(); // not among the rows: the inspector shows it all the same
    m_inspector->show(id);
}

void MemoriesView::followSelection()
{
    const auto rows = m_table->selectedRows();
    for (auto *action : {m_open, m_edit})
        action->setEnabled(rows.size() == 1);
    for (auto *action : {m_forget, m_copyJson, m_copyMarkdown})
        action->setEnabled(!rows.isEmpty());
    if (rows.size() == 1)
        m_inspector->show(m_model->at(rows.constFirst()).id);
    else if (rows.size() > 1)
        m_inspector->showSelection(int(rows.size()));
    else if (m_model->rowOf(m_inspector->id()) >= 0 || m_model->totalCount() == 0)
        m_inspector->show({});
}

QStringList MemoriesView::selectedIds() const
{
    QStringList ids;
    for (const int row : m_table->selectedRows())
        ids += m_model->at(row).id;
    if (ids.isEmpty() && !m_inspector->id().isEmpty())
        ids += m_inspector->id();
    return ids;
}

void MemoriesView::forgetSelected()
{
    if (const auto ids = selectedIds(); !ids.isEmpty())
        m_context.editor.forget(ids);
}

void MemoriesView::sayForgotten(const QStringList &ids)
{
    if (ids.contains(m_inspector->id()))
        m_inspector->show({});
    m_notice->show({.text = tr("%Ln memory(s) moved to the trash", nullptr, int(ids.size())),
        .action = tr("Undo"),
        .onAction = [this] { m_context.editor.undoLast(); },
        .time = 10s});
}

void MemoriesView::copySelected(bool asJson)
{
    QList<RecalledFragment> fragments;
    for (const int row : m_table->selectedRows())
        fragments += m_model->at(row);
    QApplication::clipboard()->setText(asJson ? asJsonText(fragments) : asMarkdown(fragments));
}

void MemoriesView::retranslate()
{
    m_title->setText(title());
    m_new->setText(tr("New memory"));
    m_search->setPlaceholderText(tr("Search by words or meaning"));
    m_search->setAccessibleName(tr("Search memories"));
    m_table->setAccessibleName(tr("Memories found"));
    m_open->setText(tr("Show in inspector"));
    m_edit->setText(tr("&Edit"));
    m_forget->setText(tr("&Forget"));
    m_copyJson->setText(tr("Copy as &JSON"));
    m_copyMarkdown->setText(tr("Copy as &Markdown"));
    m_showInspector->setText(tr("&Inspector"));
    m_clearAll->setText(tr("Show all memories"));
    m_newAction->setText(tr("Write a memory"));
    m_connectAction->setText(tr("Connect an agent"));
    m_new->setAccessibleName(m_new->text());
    if (m_model->hasAnswer())
        showAnswer(m_model->totalCount());
}

void MemoriesView::setInspectorVisible(bool visible)
{
    m_inspector->setVisible(visible);
    m_showInspector->setChecked(visible);
}

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memorytable.h"

#include "ui/memories/memorydelegate.h"
#include "ui/style/hubstyle.h"
#include "ui/words.h"

#include <QHeaderView>
#include <QScrollBar>

namespace hub::ui {

MemoryTable::MemoryTable(MemoriesModel &model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(new MemoryDelegate(model, this))
{
    setObjectName(u"memoryTable"_s);
    setModel(&model);
    setItemDelegate(m_delegate);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &MemoryTable::remember);
    connect(&model, &QAbstractItemModel::modelReset, this, &MemoryTable::restore);
    sizeColumns();
}

void MemoryTable::sizeColumns()
{
    auto *header = horizontalHeader();
    const auto widthOf = [this](const QString &sample) {
        return fontMetrics().horizontalAdvance(sample) + 2 * style()->pixelMetric(QStyle::PM_HeaderMargin) + 8;
    };
    int typeWidth = 0;
    for (size_t i = 0; i < EnumNames<FragmentType>::names.size(); ++i)
        typeWidth = std::max(typeWidth, widthOf(word(FragmentType(i))));
    const auto title
        = [this](int column) { return m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); };
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(MemoriesModel::TextColumn, QHeaderView::Stretch);
    header->resizeSection(MemoriesModel::TypeColumn,
        typeWidth + fontMetrics().height() * 5 / 4 + firstColumnIndent - style()->pixelMetric(QStyle::PM_HeaderMargin));
    header->resizeSection(MemoriesModel::TopicColumn, widthOf(u"a-longer-topic"_s));
    header->resizeSection(
        MemoriesModel::ImportanceColumn, std::max(84, widthOf(title(MemoriesModel::ImportanceColumn))));
    header->resizeSection(MemoriesModel::UsedColumn, widthOf(title(MemoriesModel::UsedColumn)));
    header->resizeSection(MemoriesModel::WhenColumn, widthOf(relativeTime({}, {320 * msPerDay})));
    verticalHeader()->setDefaultSectionSize(std::max(32, fontMetrics().height() * 2 + 4));
}

void MemoryTable::setQuery(const QString &query)
{
    m_delegate->setQuery(query);
    viewport()->update();
}

QList<int> MemoryTable::selectedRows() const
{
    QList<int> rows;
    for (const auto &index : selectionModel()->selectedRows())
        rows += index.row();
    std::sort(rows.begin(), rows.end());
    return rows;
}

bool MemoryTable::selectMemory(const QString &id)
{
    const int row = m_model.rowOf(id);
    if (row < 0)
        return false;
    const auto index = m_model.index(row, MemoriesModel::TextColumn); // not setCurrentIndex(): it heeds a held Ctrl key
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(currentIndex());
    return true;
}

void MemoryTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT selectionFollowed();
}

void MemoryTable::remember()
{
    m_selectedIds.clear();
    for (const int row : selectedRows())
        m_selectedIds += m_model.at(row).id;
    m_currentId = currentIndex().isValid() ? m_model.at(currentIndex().row()).id : QString();
    m_scrolledTo = verticalScrollBar()->value();
}

void MemoryTable::restore()
{
    QItemSelection selection;
    for (const auto &id : std::as_const(m_selectedIds)) {
        if (const int row = m_model.rowOf(id); row >= 0)
            selection.select(m_model.index(row, 0), m_model.index(row, MemoriesModel::ColumnCount - 1));
    }
    if (const int row = m_model.rowOf(m_currentId); row >= 0)
        selectionModel()->setCurrentIndex(m_model.index(row, MemoriesModel::TextColumn), QItemSelectionModel::NoUpdate);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    verticalScrollBar()->setValue(m_scrolledTo);
}

void MemoryTable::focusInEvent(QFocusEvent *event)
{
    QTableView::focusInEvent(event);
    if (!currentIndex().isValid() && m_model.rowCount() > 0)
        selectionModel()->setCurrentIndex(m_model.index(0, MemoriesModel::TextColumn), QItemSelectionModel::NoUpdate);
    viewport()->update(); // the ring goes around the whole row
}

void MemoryTable::focusOutEvent(QFocusEvent *event)
{
    QTableView::focusOutEvent(event);
    viewport()->update();
}

void MemoryTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        sizeColumns();
}

} // namespace hub::ui

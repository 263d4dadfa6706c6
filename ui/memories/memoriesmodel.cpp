// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memoriesmodel.h"

#include "ui/whenready.h"
#include "ui/words.h"

#include <QLocale>

namespace hub::ui {

MemoriesModel::MemoriesModel(Source source, QObject *parent)
    : QAbstractTableModel(parent)
    , m_source(std::move(source))
{ }

void MemoriesModel::ask(const RecallRequest &question)
{
    m_question = question;
    ++m_generation;
    collect({.rows = {}, .cursor = {}, .wanted = 1});
}

void MemoriesModel::reload()
{
    ++m_generation;
    collect({.rows = {}, .cursor = {}, .wanted = std::max<qsizetype>(1, m_rows.size())});
}

int MemoriesModel::rowOf(const QString &id) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto &row) { return row.id == id; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

void MemoriesModel::collect(Batch batch)
{
    setLoading(true);
    auto question = m_question;
    if (batch.cursor)
        question.cursor = *batch.cursor;
    whenReady(
        m_source(question), this, [this, generation = m_generation, batch](const Result<RecallAnswer> &answer) mutable {
            if (generation != m_generation)
                return;
            if (!answer) {
                setLoading(false);
                Q_EMIT failed(answer.error().message);
                return;
            }
            batch.rows += answer->fragments;
            batch.cursor = answer->nextCursor;
            if (batch.rows.size() < batch.wanted && batch.cursor) {
                collect(std::move(batch));
                return;
            }
            replace(batch, answer->totalCount);
            setLoading(false);
            Q_EMIT answered(m_total);
        });
}

void MemoriesModel::replace(const Batch &batch, int total)
{
    beginResetModel();
    m_rows = batch.rows;
    m_cursor = batch.cursor;
    m_total = total;
    m_hasAnswer = true;
    endResetModel();
}

bool MemoriesModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && !m_loading && m_cursor;
}

void MemoriesModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    setLoading(true);
    auto question = m_question;
    question.cursor = *m_cursor;
    whenReady(m_source(question), this, [this, generation = m_generation](const Result<RecallAnswer> &page) {
        if (generation != m_generation)
            return;
        if (page)
            append(*page);
        setLoading(false); // last: a view may ask for more while rows go in
        if (!page)
            Q_EMIT failed(page.error().message);
    });
}

void MemoriesModel::append(const RecallAnswer &page)
{
    m_cursor = page.nextCursor;
    if (page.fragments.isEmpty())
        return;
    const int first = int(m_rows.size());
    beginInsertRows({}, first, first + int(page.fragments.size()) - 1);
    m_rows += page.fragments;
    endInsertRows();
}

void MemoriesModel::setLoading(bool loading)
{
    if (std::exchange(m_loading, loading) != loading)
        Q_EMIT loadingChanged(loading);
}

int MemoriesModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int MemoriesModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant MemoriesModel::data(const QModelIndex &index, int role) const
{
    const auto &row = m_rows.at(index.row());
    if (role == Qt::AccessibleTextRole)
        return tr("%1, topic %2: %3").arg(word(row.type), row.topic, row.content);
    if (role == Qt::ToolTipRole && index.column() == WhenColumn)
        return fullTime(row.createdAt);
    if (role == Qt::ToolTipRole && index.column() == TextColumn)
        return row.content;
    if (role == Qt::TextAlignmentRole && index.column() == UsedColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(index.column())) {
    case TypeColumn: return word(row.type);
    case TextColumn: return row.content;
    case TopicColumn: return row.topic;
    case ImportanceColumn: return row.importance;
    case UsedColumn: return QLocale().toString(row.accessCount);
    case WhenColumn: return relativeTime(row.createdAt, SystemClock().now());
    case ColumnCount: break;
    }
    return {};
}

QVariant MemoriesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == UsedColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case TypeColumn: return tr("Type");
    case TextColumn: return tr("Memory");
    case TopicColumn: return tr("Topic");
    case ImportanceColumn: return tr("Importance");
    case UsedColumn: return tr("Used");
    case WhenColumn: return tr("When");
    case ColumnCount: break;
    }
    return {};
}

} // namespace hub::ui

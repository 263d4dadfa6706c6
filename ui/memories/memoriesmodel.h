// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/recall.h"

#include <QAbstractTableModel>
#include <QFuture>

#include <functional>

namespace hub::ui {

/// The rows behind the memory browser: the answer to one question, fetched a page at
/// a time as the view scrolls. While a new question waits for its answer the rows of
/// the old one stay. Lives on the GUI thread; the source answers from wherever it likes.
class MemoriesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { TypeColumn, TextColumn, TopicColumn, ImportanceColumn, UsedColumn, WhenColumn, ColumnCount };
    using Source = std::function<QFuture<Result<RecallAnswer>>(const RecallRequest &)>;

    explicit MemoriesModel(Source source, QObject *parent = nullptr);

    void ask(const RecallRequest &question);
    /// Asks the same again and keeps as many rows as there are now.
    void reload();

    const RecalledFragment &at(int row) const { return m_rows.at(row); }
    int rowOf(const QString &id) const;
    bool hasAnswer() const { return m_hasAnswer; }
    int totalCount() const { return m_total; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

Q_SIGNALS:
    void loadingChanged(bool loading);
    /// The first page of an answer is there.
    void answered(int total);
    void failed(const QString &detail);

private:
    /// Pages that are still being collected for one set of rows.
    struct Batch {
        QList<RecalledFragment> rows;
        Nullable<QString> cursor;
        qsizetype wanted = 0;
    };

    void collect(Batch batch);
    void replace(const Batch &batch, int total);
    void append(const RecallAnswer &page);
    void setLoading(bool loading);

    Source m_source;
    RecallRequest m_question;
    QList<RecalledFragment> m_rows;
    Nullable<QString> m_cursor; ///< of the next page; absent: there is none
    int m_total = 0;
    int m_generation = 0; ///< bumped by every new question; answers to older ones are dropped
    bool m_loading = false;
    bool m_hasAnswer = false;
};

} // namespace hub::ui

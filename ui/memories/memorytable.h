// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memoriesmodel.h"

#include <QTableView>

namespace hub::ui {

class MemoryDelegate;

/// The list of the memory browser. When its rows are replaced it keeps what is
/// selected, by id, and where it is scrolled to.
class MemoryTable final : public QTableView
{
    Q_OBJECT

public:
    explicit MemoryTable(MemoriesModel &model, QWidget *parent = nullptr);

    void setQuery(const QString &query);
    QList<int> selectedRows() const;
    /// False when there is no such row.
    bool selectMemory(const QString &id);

Q_SIGNALS:
    void selectionFollowed();

protected:
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void remember();
    void restore();
    void sizeColumns();

    MemoriesModel &m_model;
    MemoryDelegate *m_delegate;
    QStringList m_selectedIds;
    QString m_currentId;
    int m_scrolledTo = 0;
};

} // namespace hub::ui

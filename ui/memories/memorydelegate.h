// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memoriesmodel.h"

#include <QStyledItemDelegate>

namespace hub::ui {

/// Draws the rows of the memory browser: one line each, the type as shape, colour
/// and word, the words of the search marked, importance as a bar.
class MemoryDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit MemoryDelegate(const MemoriesModel &model, QObject *parent = nullptr);

    void setQuery(const QString &query) { m_query = query; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void drawText(QPainter &painter, QRect rect, const RecalledFragment &row, const QStyleOptionViewItem &option) const;

    const MemoriesModel &m_model;
    QString m_query;
};

} // namespace hub::ui

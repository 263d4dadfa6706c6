// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/stats.h"

#include <QChartView>

class QBarCategoryAxis;
class QHorizontalStackedBarSeries;
class QValueAxis;

namespace hub::ui {

/// How many memories there are of each type, as bars in the colours of the types.
/// A click on a bar leads to the memories of that type.
class TypeChart final : public QChartView
{
    Q_OBJECT

public:
    explicit TypeChart(QWidget *parent = nullptr);

    void setCounts(const QList<NamedCount> &byType);

Q_SIGNALS:
    void typeChosen(hub::FragmentType type);

protected:
    void changeEvent(QEvent *event) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    void rebuild();
    void applyColors();

    QList<qint64> m_counts; ///< by type
    QHorizontalStackedBarSeries *m_series;
    QBarCategoryAxis *m_types;
    QValueAxis *m_values;
};

} // namespace hub::ui

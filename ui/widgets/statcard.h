// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <optional>

namespace hub::ui {

/// One number, its name and, where there is one, its trend over the last days.
/// A button: it leads to what the number counts; without a target it is only read.
class StatCard final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit StatCard(QWidget *parent = nullptr);

    /// Absent: not known yet, shown as "–".
    void setValue(std::optional<qint64> value);
    void setCaption(const QString &caption);
    /// One value per day, today last; empty: no sparkline.
    void setTrend(const QList<qint64> &perDay);
    void setLeadsSomewhere(bool leads);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void drawTrend(QPainter &painter, const QRectF &area) const;
    void updateAccessibleName();

    std::optional<qint64> m_value;
    QString m_caption;
    QList<qint64> m_trend;
};

} // namespace hub::ui

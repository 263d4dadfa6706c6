// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace hub::ui {

/// A topic, a bar for its share and its count; leads to its memories.
class TopicRow final : public QAbstractButton
{
    Q_OBJECT

public:
    TopicRow(const QString &topic, qint64 count, double share, QWidget *parent);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_count;
    double m_share; ///< of the largest, 0..1
};

} // namespace hub::ui

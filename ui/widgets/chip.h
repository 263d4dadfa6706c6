// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace hub::ui {

/// A pill that filters: checked while its filter is in force. With a menu it opens
/// it and shows an arrow.
class Chip final : public QToolButton
{
    Q_OBJECT

public:
    explicit Chip(QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace hub::ui

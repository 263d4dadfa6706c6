// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace hub::ui {

/// A line of 2 px that says "working". It appears only after 150 ms, so that quick
/// answers never make the window flicker, and keeps its place when hidden.
class ProgressLine final : public QWidget
{
    Q_OBJECT

public:
    explicit ProgressLine(QWidget *parent = nullptr);

    void setBusy(bool busy);
    bool isShown() const { return m_isShown; }
    QSize sizeHint() const override { return {100, 2}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QTimer m_delay;
    QTimer m_frame;
    int m_phase = 0;
    bool m_isShown = false;
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace hub::ui {

/// A line above a view's content that says what happened and offers one action.
/// What it says stays until the next notice, its time is over, or it is closed.
class NoticeBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Info, Warning, Error };
    struct Notice {
        Kind kind = Kind::Info;
        QString text;
        QString detail {};                 ///< shown when asked for: the hub's own words
        QString action {};                 ///< label of the button; empty: none
        std::function<void()> onAction {}; ///< the bar closes before it runs
        std::chrono::milliseconds time {}; ///< 0: until closed
    };

    explicit NoticeBar(QWidget *parent = nullptr);

    void show(Notice notice);
    void close();
    bool isShowing() const { return !isHidden(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    QColor accent() const;

    Notice m_notice;
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_action;
    QToolButton *m_close;
    QTimer m_timer;
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QHBoxLayout;

namespace hub::ui {

/// What stands where a list would be while it has nothing: a picture, what that
/// means, and what to do next.
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(QWidget *parent = nullptr);

    void say(const QString &iconName, const QString &title, const QString &text);
    /// The actions offered; the first one is the one most people want.
    void offer(const QList<QAction *> &actions);

protected:
    void changeEvent(QEvent *event) override;

private:
    void drawPicture();

    QString m_iconName;
    QLabel *m_picture;
    QLabel *m_title;
    QLabel *m_text;
    QHBoxLayout *m_buttons;
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace hub::ui {

/// One entry of the sidebar: a picture and a word, or the picture alone.
class NavButton final : public QToolButton
{
    Q_OBJECT

public:
    NavButton(const QString &iconName, QWidget *parent);

    void setCollapsed(bool collapsed);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
    bool m_isCollapsed = false;
};

} // namespace hub::ui

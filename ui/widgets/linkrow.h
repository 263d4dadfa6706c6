// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace hub::ui {

/// A line of text that is a link: leads somewhere when clicked or entered.
class LinkRow final : public QToolButton
{
    Q_OBJECT

public:
    LinkRow(const QString &text, const QString &toolTip, QWidget *parent);
    void setCaption(const QString &caption) { m_caption = caption; }
    void setAside(const QString &aside) { m_aside = aside; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_caption; ///< stands above the text, quieter
    QString m_aside;   ///< stands at the end of the line, quieter
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include "ui/style/hubstyle.h"
#include "ui/theme/typography.h"

namespace hub::ui {

Card::Card(QWidget *parent)
    : QFrame(parent)
    , m_heading(new QLabel(this))
    , m_body(new QVBoxLayout)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 14, 10, 12);
    layout->setSpacing(10);
    layout->addWidget(m_heading);
    layout->addLayout(m_body, 1);
    m_body->setSpacing(4);
    m_heading->setContentsMargins(8, 0, 8, 0); // in line with the text of rows, whose highlight reaches further out
    m_heading->hide();
    setTextStyle(*m_heading, TextStyle::BodyStrong);
}

void Card::setHeading(const QString &heading)
{
    m_heading->setText(heading);
    m_heading->setVisible(!heading.isEmpty());
    setAccessibleName(heading);
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &tokens = tokensOf(this);
    painter.setPen(tokens[Token::Border]);
    painter.setBrush(tokens[Token::Surface]);
    painter.drawRoundedRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5), cardRadius, cardRadius);
}

} // namespace hub::ui

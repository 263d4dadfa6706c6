// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/topicrow.h"

#include "ui/style/controls.h"
#include "ui/style/hubstyle.h"
#include "ui/words.h"

namespace hub::ui {

TopicRow::TopicRow(const QString &topic, qint64 count, double share, QWidget *parent)
    : QAbstractButton(parent)
    , m_count(number(count))
    , m_share(share)
{
    setText(topic);
    setAccessibleName(tr("%1, %Ln memory(s)", nullptr, int(count)).arg(topic));
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TopicRow::sizeHint() const
{
    const int em = fontMetrics().height();
    return {em * 16, std::max(28, em + 12)};
}

void TopicRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &tokens = tokensOf(this);
    painter.setPen(Qt::NoPen);
    if (underMouse()) {
        painter.setBrush(tokens[Token::Hover]);
        painter.drawRoundedRect(rect(), controlRadius, controlRadius);
    }
    const auto inner = rect().adjusted(8, 0, -8, 0);
    const int nameWidth = inner.width() * 2 / 5;
    const int countWidth = fontMetrics().horizontalAdvance(u"00,000"_s);
    const QRectF track(
        inner.left() + nameWidth + 12, inner.center().y() - 2.5, inner.width() - nameWidth - countWidth - 24, 6);
    painter.setBrush(tokens[Token::Track]);
    painter.drawRoundedRect(track, 3, 3);
    painter.setBrush(tokens[Token::Accent]);
    painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(std::max(6.0, track.width() * m_share), 6)), 3, 3);
    painter.setPen(tokens[Token::Text]);
    painter.drawText(QRect(inner.left(), 0, nameWidth, height()), Qt::AlignVCenter | Qt::AlignLeft,
        fontMetrics().elidedText(text(), Qt::ElideRight, nameWidth));
    painter.setPen(tokens[Token::TextSecondary]);
    painter.drawText(inner, Qt::AlignVCenter | Qt::AlignRight, m_count);
    if (showsFocus(*this))
        drawFocusRing(painter, rect(), tokens);
}

} // namespace hub::ui

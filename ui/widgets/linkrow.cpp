// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/linkrow.h"

#include "ui/style/controls.h"
#include "ui/theme/typography.h"

namespace hub::ui {

LinkRow::LinkRow(const QString &text, const QString &toolTip, QWidget *parent)
    : QToolButton(parent)
{
    setText(text);
    setToolTip(toolTip);
    setAccessibleName(text);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LinkRow::sizeHint() const
{
    const int em = fontMetrics().height();
    return {
        em * 8, std::max(26, em + 10) + (m_caption.isEmpty() ? 0 : QFontMetrics(fontFor(TextStyle::Small)).height())};
}

QSize LinkRow::minimumSizeHint() const { return {fontMetrics().height() * 4, sizeHint().height()}; }

void LinkRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &tokens = tokensOf(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    drawToolButton(painter, option, tokens);
    auto inner = rect().adjusted(8, 4, -8, -4);
    if (!icon().isNull()) {
        const int size = fontMetrics().height();
        icon().paint(&painter, QRect(inner.left(), inner.center().y() - size / 2, size, size));
        inner.adjust(size + 8, 0, 0, 0);
    }
    if (!m_caption.isEmpty()) {
        const auto small = fontFor(TextStyle::Small);
        painter.setFont(small);
        painter.setPen(tokens[Token::TextSecondary]);
        painter.drawText(inner, Qt::AlignTop | Qt::AlignLeft,
            QFontMetrics(small).elidedText(m_caption, Qt::ElideRight, inner.width()));
        inner.adjust(0, QFontMetrics(small).height(), 0, 0);
    }
    painter.setFont(font());
    if (!m_aside.isEmpty()) {
        painter.setPen(tokens[Token::TextSecondary]);
        painter.drawText(inner, Qt::AlignVCenter | Qt::AlignRight, m_aside);
        inner.adjust(0, 0, -fontMetrics().horizontalAdvance(m_aside) - 16, 0);
    }
    painter.setPen(tokens[Token::Text]);
    painter.drawText(
        inner, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(text(), Qt::ElideRight, inner.width()));
    if (showsFocus(*this))
        drawFocusRing(painter, rect(), tokens);
}

} // namespace hub::ui

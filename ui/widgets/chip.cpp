// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include "ui/style/controls.h"
#include "ui/theme/tokens.h"

namespace hub::ui {
namespace {

constexpr int widestText = 220;

} // namespace

Chip::Chip(QWidget *parent)
    : QToolButton(parent)
{
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::StrongFocus);
}

QSize Chip::sizeHint() const
{
    const int em = fontMetrics().height();
    const int width = std::min(fontMetrics().horizontalAdvance(text()), widestText);
    return {width + em * 3 / 2 + (menu() ? em * 3 / 4 : 0), std::max(26, em + 10)};
}

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &tokens = tokensOf(this);
    const auto box = QRectF(rect()).adjusted(.5, .5, -.5, -.5);
    const qreal radius = box.height() / 2;
    painter.setPen(isChecked() ? tokens[Token::Accent] : tokens[Token::ControlBorder]);
    painter.setBrush(tokens[isChecked() ? Token::AccentSoft : underMouse() ? Token::Hover : Token::Surface]);
    painter.drawRoundedRect(box, radius, radius);

    const int em = fontMetrics().height();
    const auto color = tokens[isChecked() ? Token::Accent : Token::Text];
    auto inner = rect().adjusted(em * 3 / 4, 0, -em * 3 / 4, 0);
    if (menu()) {
        const qreal size = em * 0.42;
        drawChevron(painter, QRectF(inner.right() - size, inner.center().y() - size / 2 + 1, size, size), color);
        inner.adjust(0, 0, -em * 3 / 4, 0);
    }
    painter.setPen(color);
    painter.drawText(
        inner, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(text(), Qt::ElideRight, inner.width() + 2));
    if (showsFocus(*this))
        drawFocusRing(painter, rect(), tokens, radius);
}

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/controls.h"

#include "ui/style/hubstyle.h"

#include <QPainter>
#include <QWidget>

namespace hub::ui {
namespace {

constexpr qreal ringWidth = 2;

void drawBox(QPainter &painter, QRectF rect, const QBrush &fill, const QPen &border, qreal radius = controlRadius)
{
    const qreal inset = border.style() == Qt::NoPen ? 0 : border.widthF() / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(border);
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
}

} // namespace

bool showsFocus(const QWidget &widget)
{
    return widget.hasFocus() && widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

void drawFocusRing(QPainter &painter, QRectF rect, const Tokens &tokens, qreal radius)
{
    painter.save();
    drawBox(painter, rect, Qt::NoBrush, QPen(tokens[Token::Accent], ringWidth), radius);
    painter.restore();
}

void drawField(QPainter &painter, const QStyleOption &option, const Tokens &tokens)
{
    painter.save();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool hasFocus = option.state & QStyle::State_HasFocus;
    drawBox(painter, option.rect, tokens[isEnabled ? Token::Surface : Token::Window],
        hasFocus ? QPen(tokens[Token::Accent], ringWidth)
                 : QPen(tokens[isEnabled ? Token::ControlBorder : Token::Border], 1));
    painter.restore();
}

void drawPushButton(QPainter &painter, const QStyleOptionButton &option, const Tokens &tokens)
{
    painter.save();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isDefault = isEnabled && (option.features & QStyleOptionButton::DefaultButton);
    const bool isHot = isEnabled && (option.state & (QStyle::State_MouseOver | QStyle::State_Sunken));
    QColor fill = tokens[isDefault ? Token::Accent : isHot ? Token::Hover : Token::Surface];
    if (isDefault && isHot)
        fill = tokens.isDark() ? fill.lighter(108) : fill.darker(112);
    const QPen border = isDefault ? QPen(Qt::NoPen) : QPen(tokens[isEnabled ? Token::ControlBorder : Token::Border], 1);
    drawBox(painter, option.rect, fill, border);
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
        drawFocusRing(painter, option.rect, tokens);
        if (isDefault) { // a ring in the colour of the button needs a gap to be seen
            drawBox(painter, QRectF(option.rect).adjusted(2, 2, -2, -2), Qt::NoBrush,
                QPen(tokens[Token::AccentText], 1.5), controlRadius - 2);
        }
    }
    painter.restore();
}

void drawToolButton(QPainter &painter, const QStyleOption &option, const Tokens &tokens)
{
    if (!(option.state & QStyle::State_Enabled))
        return;
    painter.save();
    if (option.state & QStyle::State_On)
        drawBox(painter, option.rect, tokens[Token::AccentSoft], Qt::NoPen);
    else if (option.state & (QStyle::State_MouseOver | QStyle::State_Sunken))
        drawBox(painter, option.rect, tokens[Token::Hover], Qt::NoPen);
    painter.restore();
}

void drawCheckBox(QPainter &painter, const QStyleOption &option, const Tokens &tokens)
{
    painter.save();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isOn = option.state & QStyle::State_On;
    const QRectF box = option.rect;
    drawBox(painter, box, tokens[isOn && isEnabled ? Token::Accent : Token::Surface],
        isOn && isEnabled ? QPen(Qt::NoPen) : QPen(tokens[isEnabled ? Token::ControlBorder : Token::Border], 1), 4);
    if (isOn) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(tokens[isEnabled ? Token::AccentText : Token::TextDisabled], box.width() / 9, Qt::SolidLine,
            Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&](qreal x, qreal y) { return box.topLeft() + QPointF(x * box.width(), y * box.height()); };
        painter.drawPolyline(QPolygonF {at(.25, .52), at(.43, .70), at(.76, .32)});
    }
    painter.restore();
}

void drawChevron(QPainter &painter, QRectF rect, QColor color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal half = rect.width() / 2;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto c = rect.center();
    painter.drawPolyline(
        QPolygonF {c + QPointF(-half, -half / 2), c + QPointF(0, half / 2), c + QPointF(half, -half / 2)});
    painter.restore();
}

void drawComboBox(QPainter &painter, const QStyleOptionComboBox &option, const Tokens &tokens)
{
    drawField(painter, option, tokens);
    const qreal size = option.fontMetrics.height() * 0.45;
    const qreal x = option.direction == Qt::RightToLeft ? option.rect.left() + size : option.rect.right() - 2 * size;
    const bool isEnabled = option.state & QStyle::State_Enabled;
    drawChevron(painter, QRectF(x, option.rect.center().y() - size / 2 + 1, size, size),
        tokens[isEnabled ? Token::TextSecondary : Token::TextDisabled]);
}

void drawSlider(QPainter &painter, const QStyleOptionSlider &option, QRect handle, const Tokens &tokens)
{
    painter.save();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isFlipped = option.upsideDown;
    const QColor color = tokens[isEnabled ? Token::Accent : Token::TextDisabled];
    QRectF groove(option.rect.left() + 2, option.rect.center().y() - 1.5, option.rect.width() - 4, 4);
    drawBox(painter, groove, tokens[Token::Track], Qt::NoPen, 2);
    if (isFlipped)
        groove.setLeft(handle.center().x());
    else
        groove.setRight(handle.center().x());
    drawBox(painter, groove, color, Qt::NoPen, 2);

    const qreal diameter = std::min(handle.width(), handle.height());
    QRectF knob(0, 0, diameter, diameter);
    knob.moveCenter(QRectF(handle).center());
    drawBox(painter, knob.adjusted(2, 2, -2, -2), tokens[Token::Surface], QPen(color, 2), diameter);
    if (option.state & QStyle::State_HasFocus)
        drawBox(painter, knob.adjusted(-1, -1, 1, 1), Qt::NoBrush, QPen(tokens[Token::Accent], 1.5), diameter);
    painter.restore();
}

void drawScrollBar(QPainter &painter, const QStyleOptionSlider &option, QRect handle, const Tokens &tokens)
{
    if (option.minimum == option.maximum)
        return;
    painter.save();
    const bool isHot = option.state & QStyle::State_MouseOver || option.activeSubControls & QStyle::SC_ScrollBarSlider;
    const qreal inset = isHot ? 2 : 3;
    const auto bar = QRectF(handle).adjusted(inset, inset, -inset, -inset);
    QColor color = tokens[isHot ? Token::TextSecondary : Token::ControlBorder];
    color.setAlphaF(isHot ? 0.9f : 0.6f);
    drawBox(painter, bar, color, Qt::NoPen, std::min(bar.width(), bar.height()) / 2);
    painter.restore();
}

} // namespace hub::ui

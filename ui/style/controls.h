// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QStyleOption>

class QPainter;
class QWidget;

namespace hub::ui {

// How HubStyle draws each kind of control. Each function draws one, completely,
// from the state in its option.

/// The frame of a field: its fill, its border, and the ring while it has the keyboard.
void drawField(QPainter &painter, const QStyleOption &option, const Tokens &tokens);
void drawPushButton(QPainter &painter, const QStyleOptionButton &option, const Tokens &tokens);
void drawToolButton(QPainter &painter, const QStyleOption &option, const Tokens &tokens);
void drawCheckBox(QPainter &painter, const QStyleOption &option, const Tokens &tokens);
void drawComboBox(QPainter &painter, const QStyleOptionComboBox &option, const Tokens &tokens);
void drawSlider(QPainter &painter, const QStyleOptionSlider &option, QRect handle, const Tokens &tokens);
void drawScrollBar(QPainter &painter, const QStyleOptionSlider &option, QRect handle, const Tokens &tokens);
/// Whether `widget` has the keyboard and the person uses it: a click alone shows no ring.
bool showsFocus(const QWidget &widget);
void drawFocusRing(QPainter &painter, QRectF rect, const Tokens &tokens, qreal radius = 6);
void drawChevron(QPainter &painter, QRectF rect, QColor color);

} // namespace hub::ui

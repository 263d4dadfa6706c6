// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

#include <QColor>
#include <QPainterPath>
#include <QPixmap>

class QPainter;

namespace hub::ui {

/// The shape that stands for a type beside its colour: circle, diamond, triangle,
/// square, star, hexagon or ring, filling `rect`.
QPainterPath shapeOf(FragmentType type, const QRectF &rect);

void drawTypeShape(QPainter &painter, const QRectF &rect, FragmentType type, const QColor &color);

/// The shape as a picture of `size` device-independent pixels for a screen of `ratio`.
QPixmap typePixmap(FragmentType type, int size, qreal ratio, const QColor &color);

} // namespace hub::ui

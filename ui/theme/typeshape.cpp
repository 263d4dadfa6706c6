// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/typeshape.h"

#include <QPainter>
#include <QtMath>

namespace hub::ui {
namespace {

/// Corners on a circle around the middle of `rect`, the first one up; with
/// `innerRadius` every second corner lies on a smaller circle (a star).
QPolygonF corners(const QRectF &rect, int count, qreal innerRadius = 1)
{
    QPolygonF points;
    for (int i = 0; i < count; ++i) {
        const qreal angle = 2 * M_PI * i / count - M_PI_2;
        const qreal radius = rect.width() / 2 * (i % 2 ? innerRadius : 1);
        points += rect.center() + QPointF(qCos(angle), qSin(angle)) * radius;
    }
    return points;
}

QPainterPath closed(const QPolygonF &points)
{
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

QPainterPath ellipse(const QRectF &rect)
{
    QPainterPath path;
    path.addEllipse(rect);
    return path;
}

} // namespace

QPainterPath shapeOf(FragmentType type, const QRectF &rect)
{
    const qreal unit = rect.width();
    const auto inset
        = [&](qreal share) { return rect.adjusted(unit * share, unit * share, -unit * share, -unit * share); };
    switch (type) {
    case FragmentType::Fact: return ellipse(inset(.08));
    case FragmentType::Decision: return closed(corners(rect, 4));
    case FragmentType::Error:
        return closed({{rect.center().x(), rect.top() + unit * .06}, {rect.right(), rect.bottom() - unit * .08},
            {rect.left(), rect.bottom() - unit * .08}});
    case FragmentType::Procedure: {
        QPainterPath path;
        path.addRoundedRect(inset(.1), unit * .08, unit * .08);
        return path;
    }
    case FragmentType::Preference:
        return closed(corners(rect.adjusted(-unit * .04, 0, unit * .04, unit * .08), 10, .45));
    case FragmentType::Relation: return closed(corners(rect, 6));
    case FragmentType::Episode: return ellipse(inset(.05)).subtracted(ellipse(inset(.27)));
    }
    Q_UNREACHABLE();
}

void drawTypeShape(QPainter &painter, const QRectF &rect, FragmentType type, const QColor &color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shapeOf(type, rect), color);
    painter.restore();
}

QPixmap typePixmap(FragmentType type, int size, qreal ratio, const QColor &color)
{
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawTypeShape(painter, QRectF(1, 1, size - 2, size - 2), type, color);
    return pixmap;
}

} // namespace hub::ui

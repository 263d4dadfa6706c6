// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/typography.h"

#include <QApplication>

namespace hub::ui {

QFont fontFor(TextStyle style)
{
    struct Step {
        qreal scale;
        QFont::Weight weight;
    };
    static constexpr Step steps[] = {
        {0.9, QFont::Normal},
        {1, QFont::Normal},
        {1, QFont::DemiBold},
        {1.15, QFont::DemiBold},
        {1.6, QFont::DemiBold},
        {2, QFont::DemiBold},
    };
    auto font = QApplication::font();
    const auto &step = steps[size_t(style)];
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * step.scale);
    else
        font.setPixelSize(qRound(font.pixelSize() * step.scale));
    font.setWeight(step.weight);
    return font;
}

void setTextStyle(QWidget &widget, TextStyle style) { widget.setFont(fontFor(style)); }

} // namespace hub::ui

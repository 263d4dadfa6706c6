// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/skeleton.h"

#include "ui/theme/tokens.h"

namespace hub::ui {

void Skeleton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokensOf(this)[Token::Track]);
    const int em = fontMetrics().height();
    for (int row = 0; row < 3; ++row) {
        const int y = em * 2 * row + em;
        painter.drawRoundedRect(em, y, em * 5, em * 2 / 3, 4, 4);
        painter.drawRoundedRect(em * 8, y, width() * (5 - row) / 9, em * 2 / 3, 4, 4);
    }
}

} // namespace hub::ui

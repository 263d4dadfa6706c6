// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/navbutton.h"

#include "ui/style/controls.h"
#include "ui/style/hubstyle.h"
#include "ui/theme/icons.h"

namespace hub::ui {

NavButton::NavButton(const QString &iconName, QWidget *parent)
    : QToolButton(parent)
    , m_iconName(iconName)
{
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void NavButton::setCollapsed(bool collapsed)
{
    m_isCollapsed = collapsed;
    updateGeometry();
    update();
}

QSize NavButton::sizeHint() const
{
    const int em = fontMetrics().height();
    const int height = std::max(34, em * 2 + 2);
    return {m_isCollapsed ? height + 4 : fontMetrics().horizontalAdvance(text()) + em * 4, height};
}

void NavButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &tokens = tokensOf(this);
    painter.setPen(Qt::NoPen);
    if (isChecked() || underMouse()) {
        painter.setBrush(tokens[isChecked() ? Token::AccentSoft : Token::Hover]);
        painter.drawRoundedRect(rect(), controlRadius + 2, controlRadius + 2);
    }
    const auto color = tokens[isChecked() ? Token::Accent : Token::Text];
    const int size = std::max(18, fontMetrics().height() + 2);
    const int left = m_isCollapsed ? (width() - size) / 2 : 12;
    paintIcon(painter, QRect(left, (height() - size) / 2, size, size), m_iconName, color);
    if (!m_isCollapsed) {
        auto bold = font();
        bold.setWeight(isChecked() ? QFont::DemiBold : QFont::Normal);
        painter.setFont(bold);
        painter.setPen(color);
        painter.drawText(rect().adjusted(left + size + 10, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
    }
    if (showsFocus(*this))
        drawFocusRing(painter, rect(), tokens, controlRadius + 2);
}

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/statuschip.h"

#include "ui/style/controls.h"
#include "ui/style/hubstyle.h"
#include "ui/theme/icons.h"
#include "ui/theme/typography.h"

#include <QUrl>

namespace hub::ui {

StatusChip::StatusChip(QWidget *parent)
    : QToolButton(parent)
{
    setObjectName(u"statusChip"_s);
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    retranslate();
}

void StatusChip::setStatus(const ServiceStatus &status)
{
    m_status = status;
    retranslate();
    updateGeometry();
    update();
}

void StatusChip::setCollapsed(bool collapsed)
{
    m_isCollapsed = collapsed;
    updateGeometry();
    update();
}

QString StatusChip::address() const
{
    const QUrl url(m_status.url);
    return url.isEmpty() ? QString() : u"%1:%2"_s.arg(url.host()).arg(url.port());
}

void StatusChip::retranslate()
{
    switch (m_status.state) {
    case ServiceStatus::State::Starting: setText(tr("Starting")); break;
    case ServiceStatus::State::Running: setText(tr("Running")); break;
    case ServiceStatus::State::Failed: setText(tr("Not reachable")); break;
    }
    setToolTip(m_status.state == ServiceStatus::State::Failed ? m_status.cause : m_status.url);
    setAccessibleName(tr("Server: %1").arg(text()));
    setAccessibleDescription(toolTip());
}

void StatusChip::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

QSize StatusChip::sizeHint() const
{
    const QFontMetrics small(fontFor(TextStyle::Small));
    const int em = fontMetrics().height();
    const int words = std::max(fontMetrics().horizontalAdvance(text()), small.horizontalAdvance(address()));
    return {m_isCollapsed ? em * 2 + 6 : words + em * 3 + 12, em + small.height() + 16};
}

QSize StatusChip::minimumSizeHint() const { return {fontMetrics().height() * 2 + 6, sizeHint().height()}; }

void StatusChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &tokens = tokensOf(this);
    painter.setPen(tokens[Token::Border]);
    painter.setBrush(underMouse() ? tokens[Token::Hover] : tokens[Token::Surface]);
    painter.drawRoundedRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5), controlRadius + 2, controlRadius + 2);

    using State = ServiceStatus::State;
    const int em = fontMetrics().height();
    const int mark = em * 4 / 5;
    const QRect shape(m_isCollapsed ? (width() - mark) / 2 : 12, (height() - mark) / 2, mark, mark);
    if (m_status.state == State::Failed) {
        paintIcon(painter, shape.adjusted(-2, -2, 2, 2), u"warning"_s, tokens[Token::Danger]);
    } else {
        const bool isRunning = m_status.state == State::Running;
        painter.setPen(QPen(tokens[isRunning ? Token::Success : Token::TextSecondary], 2));
        painter.setBrush(isRunning ? QBrush(tokens[Token::Success]) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QRectF(shape).adjusted(1.5, 1.5, -1.5, -1.5));
    }
    if (!m_isCollapsed) {
        const auto small = fontFor(TextStyle::Small);
        const int smallHeight = QFontMetrics(small).height();
        auto lines = rect().adjusted(shape.right() + 10, 0, -em, 0);
        const int top = address().isEmpty() ? (height() - em) / 2 : 8;
        painter.setPen(tokens[Token::Text]);
        painter.drawText(QRect(lines.left(), top, lines.width(), em), Qt::AlignVCenter,
            fontMetrics().elidedText(text(), Qt::ElideRight, lines.width()));
        painter.setFont(small);
        painter.setPen(tokens[Token::TextSecondary]);
        painter.drawText(QRect(lines.left(), 8 + em, lines.width(), smallHeight), Qt::AlignVCenter, address());
        drawChevron(painter, QRectF(width() - em - 2, height() / 2.0 - 3, 7, 7), tokens[Token::TextSecondary]);
    }
    if (showsFocus(*this))
        drawFocusRing(painter, rect(), tokens, controlRadius + 2);
}

} // namespace hub::ui

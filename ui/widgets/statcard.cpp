// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statcard.h"

#include "ui/style/controls.h"
#include "ui/style/hubstyle.h"
#include "ui/theme/typography.h"
#include "ui/words.h"

namespace hub::ui {
namespace {

constexpr int margin = 16;

} // namespace

StatCard::StatCard(QWidget *parent)
    : QAbstractButton(parent)
{
    setLeadsSomewhere(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StatCard::setValue(std::optional<qint64> value)
{
    m_value = value;
    updateAccessibleName();
    update();
}

void StatCard::setCaption(const QString &caption)
{
    m_caption = caption;
    updateAccessibleName();
    updateGeometry();
    update();
}

void StatCard::setTrend(const QList<qint64> &perDay)
{
    m_trend = perDay;
    update();
}

void StatCard::setLeadsSomewhere(bool leads)
{
    setFocusPolicy(leads ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAttribute(Qt::WA_Hover, leads);
}

void StatCard::updateAccessibleName() { setAccessibleName(u"%1: %2"_s.arg(m_caption, number(m_value))); }

QSize StatCard::sizeHint() const
{
    const QFontMetrics figure(fontFor(TextStyle::Figure));
    const QFontMetrics caption(fontFor(TextStyle::Small));
    const int width = std::max(figure.horizontalAdvance(u"00,000"_s), caption.horizontalAdvance(m_caption));
    return {width + 2 * margin, figure.height() + caption.height() + 4 + 2 * 12};
}

QSize StatCard::minimumSizeHint() const { return sizeHint(); }

void StatCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &tokens = tokensOf(this);
    const bool isHot = underMouse() && focusPolicy() != Qt::NoFocus;
    painter.setPen(isHot ? tokens[Token::ControlBorder] : tokens[Token::Border]);
    painter.setBrush(tokens[Token::Surface]);
    painter.drawRoundedRect(QRectF(rect()).adjusted(.5, .5, -.5, -.5), cardRadius, cardRadius);

    const QFontMetrics figure(fontFor(TextStyle::Figure));
    painter.setFont(fontFor(TextStyle::Figure));
    painter.setPen(tokens[Token::Text]);
    const auto text = number(m_value);
    painter.drawText(margin, 12 + figure.ascent(), text);

    const QFontMetrics caption(fontFor(TextStyle::Small));
    painter.setFont(fontFor(TextStyle::Small));
    painter.setPen(tokens[Token::TextSecondary]);
    painter.drawText(margin, height() - 12 - caption.descent(), m_caption);

    const int left = margin + figure.horizontalAdvance(text) + 14;
    if (!m_trend.isEmpty() && width() - margin - left > 40)
        drawTrend(painter, QRectF(std::max(left, width() - margin - 96), 16, 0, figure.height() - 10));
    if (showsFocus(*this))
        drawFocusRing(painter, rect(), tokens, cardRadius);
}

void StatCard::drawTrend(QPainter &painter, const QRectF &area) const
{
    const auto &tokens = tokensOf(this);
    const auto most = std::max<qint64>(1, *std::max_element(m_trend.begin(), m_trend.end()));
    const qreal step = (width() - margin - area.left()) / qreal(m_trend.size());
    const qreal bar = std::max(2.0, step - 3);
    painter.setPen(Qt::NoPen);
    for (qsizetype i = 0; i < m_trend.size(); ++i) {
        const qreal height = std::max(2.0, area.height() * qreal(m_trend[i]) / qreal(most));
        const bool isToday = i == m_trend.size() - 1;
        painter.setBrush(tokens[m_trend[i] == 0 ? Token::Track : isToday ? Token::Accent : Token::ControlBorder]);
        painter.drawRoundedRect(QRectF(area.left() + qreal(i) * step, area.bottom() - height, bar, height), 1.5, 1.5);
    }
}

} // namespace hub::ui

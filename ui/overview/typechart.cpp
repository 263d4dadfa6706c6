// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/typechart.h"

#include "ui/theme/tokens.h"
#include "ui/theme/typeshape.h"
#include "ui/words.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QValueAxis>

namespace hub::ui {
namespace {

constexpr size_t typeCount = EnumNames<FragmentType>::names.size();

} // namespace

TypeChart::TypeChart(QWidget *parent)
    : QChartView(parent)
    , m_counts(typeCount, 0)
    , m_series(new QHorizontalStackedBarSeries(this))
    , m_types(new QBarCategoryAxis(this))
    , m_values(new QValueAxis(this))
{
    setFocusPolicy(Qt::NoFocus); // the same filter is a chip of the memory browser
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->addSeries(m_series);
    chart()->addAxis(m_types, Qt::AlignLeft);
    chart()->addAxis(m_values, Qt::AlignBottom);
    m_series->attachAxis(m_types);
    m_series->attachAxis(m_values);
    m_series->setBarWidth(0.5);
    m_values->hide();
    m_types->setGridLineVisible(false);
    m_types->setLineVisible(false);
    rebuild();
}

void TypeChart::setCounts(const QList<NamedCount> &byType)
{
    m_counts.fill(0);
    for (const auto &count : byType) {
        if (const auto type = enumFromString<FragmentType>(count.name))
            m_counts[qsizetype(*type)] = count.count;
    }
    rebuild();
}

/// One bar set per type, each with a value in its own row only: that is how a bar
/// chart gets a colour for each row.
void TypeChart::rebuild()
{
    m_series->clear();
    QStringList names;
    for (size_t i = typeCount; i-- > 0;) // a bar chart fills its rows from below
        names += word(FragmentType(i));
    for (size_t row = 0; row < typeCount; ++row) {
        const auto type = FragmentType(typeCount - 1 - row);
        auto *set = new QBarSet(word(type), m_series);
        for (size_t other = 0; other < typeCount; ++other)
            *set << (other == row ? qreal(m_counts[qsizetype(type)]) : 0.0);
        connect(set, &QBarSet::clicked, this, [this, type] { Q_EMIT typeChosen(type); });
        m_series->append(set);
    }
    m_types->setCategories(names);
    const auto most = *std::max_element(m_counts.begin(), m_counts.end());
    m_values->setRange(0, std::max(1.0, qreal(most) * 1.15)); // room for the number at the end of the bar
    QStringList spoken;
    for (size_t i = 0; i < typeCount; ++i)
        spoken += u"%1: %2"_s.arg(word(FragmentType(i)), number(m_counts[qsizetype(i)]));
    setAccessibleDescription(spoken.join(u", "_s));
    applyColors();
}

void TypeChart::applyColors()
{
    const auto &tokens = tokensOf(this);
    const auto sets = m_series->barSets();
    for (qsizetype row = 0; row < sets.size(); ++row) {
        sets[row]->setColor(tokens.of(FragmentType(qsizetype(typeCount) - 1 - row)));
        sets[row]->setBorderColor(Qt::transparent);
    }
    m_types->setLabelsColor(tokens[Token::Text]);
    m_types->setLabelsFont(font());
    update();
}

void TypeChart::drawForeground(QPainter *painter, const QRectF &)
{
    painter->setFont(font());
    painter->setPen(tokensOf(this)[Token::TextSecondary]);
    for (size_t row = 0; row < typeCount; ++row) {
        const auto value = m_counts[qsizetype(typeCount - 1 - row)];
        const auto end = chart()->mapToPosition(QPointF(qreal(value), qreal(row)), m_series);
        painter->drawText(QRectF(end.x() + 8, end.y() - 12, 90, 24), Qt::AlignVCenter | Qt::AlignLeft, number(value));
    }
}

void TypeChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    if (event->type() == QEvent::PaletteChange)
        applyColors();
}

} // namespace hub::ui

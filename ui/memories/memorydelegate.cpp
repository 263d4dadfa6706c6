// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memorydelegate.h"

#include "core/base/text.h"
#include "ui/memories/matches.h"
#include "ui/style/controls.h"
#include "ui/style/hubstyle.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/theme/typeshape.h"

#include <QAbstractItemView>
#include <QTextLayout>

namespace hub::ui {
namespace {

void drawBackground(QPainter &painter, const QStyleOptionViewItem &option, const Tokens &tokens)
{
    if (option.state & QStyle::State_Selected)
        painter.fillRect(option.rect, tokens[Token::AccentSoft]);
    else if (option.state & QStyle::State_MouseOver)
        painter.fillRect(option.rect, tokens[Token::Hover]);
    painter.fillRect(QRect(option.rect.bottomLeft(), QSize(option.rect.width(), 1)), tokens[Token::Border]);
}

/// A ring around the whole row, of which each cell draws its part.
void drawRowRing(QPainter &painter, const QRect &rect, int column, const Tokens &tokens)
{
    const auto color = tokens[Token::Accent];
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), color);
    painter.fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), color);
    if (column == 0)
        painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), color);
    if (column == MemoriesModel::ColumnCount - 1)
        painter.fillRect(QRect(rect.right() - 1, rect.top(), 2, rect.height()), color);
}

void drawType(QPainter &painter, const QRect &rect, const RecalledFragment &row, const Tokens &tokens)
{
    const int size = painter.fontMetrics().height() * 3 / 4;
    const QRectF shape(rect.left(), rect.center().y() - size / 2.0 + 1, size, size);
    drawTypeShape(painter, shape, row.type, tokens.of(row.type));
}

void drawImportance(QPainter &painter, const QRect &rect, double importance, const Tokens &tokens)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QRectF bar(rect.left(), rect.center().y() - 2, std::min(rect.width(), 64), 5);
    painter.setBrush(tokens[Token::Track]);
    painter.drawRoundedRect(bar, 2.5, 2.5);
    bar.setWidth(std::max(5.0, bar.width() * std::clamp(importance, 0.0, 1.0)));
    painter.setBrush(tokens[Token::TextSecondary]);
    painter.drawRoundedRect(bar, 2.5, 2.5);
    painter.restore();
}

QList<QTextLayout::FormatRange> marked(const QString &text, const QString &query, const Tokens &tokens)
{
    QTextCharFormat format;
    format.setBackground(tokens[Token::Mark]);
    format.setForeground(tokens[Token::Text]);
    QList<QTextLayout::FormatRange> ranges;
    for (const auto &span : matches(text, query))
        ranges += {span.start, span.length, format};
    return ranges;
}

} // namespace

MemoryDelegate::MemoryDelegate(const MemoriesModel &model, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
{ }

QSize MemoryDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {option.fontMetrics.height() * 4, std::max(30, option.fontMetrics.height() * 2 + 2)};
}

void MemoryDelegate::paint(QPainter *painter, const QStyleOptionViewItem &plain, const QModelIndex &index) const
{
    auto option = plain;
    initStyleOption(&option, index);
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    const auto &tokens = tokensOf(view);
    const auto &row = m_model.at(index.row());
    painter->save();
    painter->setFont(option.font);
    drawBackground(*painter, option, tokens);
    const int margin = view->style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, view);
    const int indent = index.column() == 0 ? firstColumnIndent : margin;
    auto rect = option.rect.adjusted(indent, 0, -margin, 0);
    painter->setPen(tokens[Token::TextSecondary]);
    const auto cell = [&](const QRect &area, Qt::Alignment align = Qt::AlignLeft) {
        painter->drawText(area, int(align | Qt::AlignVCenter | Qt::TextSingleLine),
            option.fontMetrics.elidedText(option.text, Qt::ElideRight, area.width()));
    };
    switch (MemoriesModel::Column(index.column())) {
    case MemoriesModel::TypeColumn:
        drawType(*painter, rect, row, tokens);
        cell(rect.adjusted(option.fontMetrics.height() * 5 / 4, 0, 0, 0));
        break;
    case MemoriesModel::TextColumn: drawText(*painter, rect, row, option); break;
    case MemoriesModel::ImportanceColumn: drawImportance(*painter, rect, row.importance, tokens); break;
    case MemoriesModel::UsedColumn: cell(rect, Qt::AlignRight); break;
    default: cell(rect);
    }
    if (showsFocus(*view) && view->currentIndex().row() == index.row())
        drawRowRing(*painter, option.rect, index.column(), tokens);
    painter->restore();
}

void MemoryDelegate::drawText(
    QPainter &painter, QRect rect, const RecalledFragment &row, const QStyleOptionViewItem &option) const
{
    const auto &tokens = tokensOf(option.widget);
    auto font = option.font;
    font.setStrikeOut(row.validTo.has_value());
    if (row.isAnchor.value_or(false)) {
        const int size = option.fontMetrics.height();
        paintIcon(
            painter, QRect(rect.left(), rect.center().y() - size / 2, size, size), u"anchor"_s, tokens[Token::Accent]);
        rect.adjust(size + 6, 0, 0, 0);
    }
    const auto text = option.fontMetrics.elidedText(oneLine(row.content), Qt::ElideRight, rect.width());
    QTextLayout layout(text, font, painter.device());
    layout.setFormats(marked(text, m_query, tokens));
    layout.beginLayout();
    auto line = layout.createLine();
    line.setLineWidth(rect.width() + 100); // elided already; must not wrap
    layout.endLayout();
    painter.setPen(tokens[row.validTo ? Token::TextSecondary : Token::Text]);
    layout.draw(&painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2));
}

} // namespace hub::ui

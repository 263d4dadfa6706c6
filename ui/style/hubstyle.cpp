// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/hubstyle.h"

#include "ui/style/controls.h"
#include "ui/theme/icons.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QPainter>
#include <QStyleFactory>

namespace hub::ui {
namespace {

template <typename Option>
const Option &as(const QStyleOption *option)
{
    const auto *typed = qstyleoption_cast<const Option *>(option);
    Q_ASSERT(typed);
    return *typed;
}

} // namespace

HubStyle::HubStyle(Tokens tokens)
    : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
    , m_tokens(std::move(tokens))
{ }

void HubStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case PE_FrameFocusRect:
        if (!qobject_cast<const QAbstractItemView *>(widget)) // rows show it by their colour
            drawFocusRing(*painter, option->rect, m_tokens);
        return;
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth > 0)
            return drawField(*painter, *option, m_tokens);
        return;
    case PE_FrameLineEdit: return;
    case PE_Frame:
        if (qobject_cast<const QAbstractScrollArea *>(widget))
            return drawField(*painter, *option, m_tokens);
        break;
    case PE_PanelButtonTool: return drawToolButton(*painter, *option, m_tokens);
    case PE_IndicatorCheckBox: return drawCheckBox(*painter, *option, m_tokens);
    case PE_FrameMenu: {
        painter->setPen(m_tokens[Token::Border]);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    }
    default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void HubStyle::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case CE_PushButtonBevel: return drawPushButton(*painter, as<QStyleOptionButton>(option), m_tokens);
    case CE_PushButton: { // without the focus rectangle of the base: the bevel has drawn the ring
        proxy()->drawControl(CE_PushButtonBevel, option, painter, widget);
        auto label = as<QStyleOptionButton>(option);
        label.rect = subElementRect(SE_PushButtonContents, option, widget);
        if (label.features & QStyleOptionButton::DefaultButton && label.state & State_Enabled)
            label.palette.setColor(QPalette::ButtonText, m_tokens[Token::AccentText]);
        return proxy()->drawControl(CE_PushButtonLabel, &label, painter, widget);
    }
    case CE_HeaderSection: return;
    case CE_HeaderEmptyArea: return painter->fillRect(option->rect, m_tokens[Token::Surface]);
    case CE_Header: return drawHeader(as<QStyleOptionHeader>(option), *painter, widget);
    default: QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void HubStyle::drawHeader(const QStyleOptionHeader &header, QPainter &painter, const QWidget *widget) const
{
    painter.fillRect(header.rect, m_tokens[Token::Surface]);
    painter.setPen(m_tokens[Token::Border]);
    painter.drawLine(header.rect.bottomLeft(), header.rect.bottomRight());
    painter.setPen(m_tokens[Token::TextSecondary]);
    const int margin = pixelMetric(PM_HeaderMargin, &header, widget);
    const bool isFirst
        = header.position == QStyleOptionHeader::Beginning || header.position == QStyleOptionHeader::OnlyOneSection;
    const auto rect = header.rect.adjusted(isFirst ? firstColumnIndent : margin, 0, -margin, 0);
    painter.drawText(rect, int(header.textAlignment | Qt::AlignVCenter),
        header.fontMetrics.elidedText(header.text, Qt::ElideRight, rect.width()));
}

void HubStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    switch (control) {
    case CC_ComboBox: return drawComboBox(*painter, as<QStyleOptionComboBox>(option), m_tokens);
    case CC_Slider:
        return drawSlider(*painter, as<QStyleOptionSlider>(option),
            proxy()->subControlRect(control, option, SC_SliderHandle, widget), m_tokens);
    case CC_ScrollBar:
        return drawScrollBar(*painter, as<QStyleOptionSlider>(option),
            proxy()->subControlRect(control, option, SC_ScrollBarSlider, widget), m_tokens);
    default: QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

QRect HubStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return QProxyStyle::subControlRect(control, option, part, widget).adjusted(2, 0, 0, 0);
    if (control != CC_ScrollBar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const auto &bar = as<QStyleOptionSlider>(option);
    const bool isHorizontal = bar.orientation == Qt::Horizontal;
    const int length = isHorizontal ? bar.rect.width() : bar.rect.height();
    const int range = bar.maximum - bar.minimum;
    const int shortest = bar.fontMetrics.height() * 2;
    const int handle = range > 0
        ? std::clamp(int(qint64(bar.pageStep) * length / (range + bar.pageStep)), std::min(shortest, length), length)
        : length;
    const int start
        = sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - handle, bar.upsideDown);
    const auto along = [&](int from, int size) {
        return isHorizontal ? QRect(bar.rect.x() + from, bar.rect.y(), size, bar.rect.height())
                            : QRect(bar.rect.x(), bar.rect.y() + from, bar.rect.width(), size);
    };
    switch (part) {
    case SC_ScrollBarSlider: return along(start, handle);
    case SC_ScrollBarGroove: return bar.rect;
    case SC_ScrollBarSubPage: return along(0, start);
    case SC_ScrollBarAddPage: return along(start + handle, length - start - handle);
    default: return {}; // no arrow buttons
    }
}

int HubStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    const int em = widget ? widget->fontMetrics().height() : QFontMetrics(QApplication::font()).height();
    switch (metric) {
    case PM_DefaultFrameWidth:
        return qobject_cast<const QAbstractScrollArea *>(widget) ? 3 : QProxyStyle::pixelMetric(metric, option, widget);
    case PM_ScrollBarExtent: return std::max(10, em * 3 / 5);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight: return std::max(16, em);
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength: return std::max(18, em);
    case PM_ButtonIconSize:
    case PM_SmallIconSize: return std::max(16, em);
    case PM_HeaderMargin: return std::max(6, em / 2);
    case PM_MenuPanelWidth: return 1;
    case PM_MenuVMargin: return 4;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_ScrollView_ScrollBarOverlap: return 0;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int HubStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *result) const
{
    switch (hint) {
    case SH_Slider_AbsoluteSetButtons: return Qt::LeftButton;
    case SH_ComboBox_Popup: return 0;
    case SH_EtchDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
    case SH_Table_GridLineColor: return int(m_tokens[Token::Border].rgba());
    default: return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

QRect HubStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const auto rect = QProxyStyle::subElementRect(element, option, widget);
    if (element != SE_LineEditContents)
        return rect;
    const int padding = option->fontMetrics.height() / 4;
    return rect.adjusted(padding, 0, -padding, 0);
}

QIcon HubStyle::standardIcon(StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    return which == SP_LineEditClearButton ? icon(u"clear"_s) : QProxyStyle::standardIcon(which, option, widget);
}

QSize HubStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &contents, const QWidget *widget) const
{
    auto size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    const int em = option ? option->fontMetrics.height() : 16;
    const int height = em + std::max(12, em * 7 / 10); // one height for everything in a row of a form
    switch (type) {
    case CT_PushButton: return {size.width() + em / 2, std::max(size.height(), height)};
    case CT_LineEdit:
    case CT_ComboBox: return {size.width() + em / 2, std::max(size.height(), height)};
    case CT_ToolButton: return size.expandedTo({24, 24});
    case CT_MenuItem: return {size.width(), std::max(size.height(), em + 10)};
    case CT_HeaderSection: return {size.width(), height};
    default: return size;
    }
}

void HubStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget))
        widget->setAttribute(Qt::WA_Hover);
    // The wheel scrolls the page: it must not change a value that only happens to be below the pointer.
    if (qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget))
        widget->setFocusPolicy(Qt::StrongFocus);
}

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QProxyStyle>

namespace hub::ui {

/// Fusion, drawn flatter and from our tokens: rounded controls, slim scroll bars
/// and a focus ring of 2 px on everything that takes the keyboard. All sizes follow
/// the font.
class HubStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    explicit HubStyle(Tokens tokens);

    const Tokens &tokens() const { return m_tokens; }
    void setTokens(const Tokens &tokens) { m_tokens = tokens; }

    void drawPrimitive(
        PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawControl(
        ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
        const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
        const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap which, const QStyleOption *option, const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(
        StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *result) const override;
    QSize sizeFromContents(
        ContentsType type, const QStyleOption *option, const QSize &contents, const QWidget *widget) const override;
    void polish(QWidget *widget) override;
    using QProxyStyle::polish;

private:
    void drawHeader(const QStyleOptionHeader &header, QPainter &painter, const QWidget *widget) const;

    Tokens m_tokens;
};

/// Space before the first column of a list, so that it stands in line with the heading above it.
inline constexpr int firstColumnIndent = 24;

/// Radius of the corners of controls and cards, in device-independent pixels.
inline constexpr qreal controlRadius = 6;
inline constexpr qreal cardRadius = 10;

} // namespace hub::ui

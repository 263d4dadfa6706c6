// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "core/base/result.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace hub::ui {
namespace {

QPixmap render(const QString &name, const QSize &pixels, const QColor &color)
{
    const auto key
        = u"hub-icon/%1/%2x%3/%4"_s.arg(name).arg(pixels.width()).arg(pixels.height()).arg(color.name(QColor::HexArgb));
    QPixmap pixmap;
    if (pixels.isEmpty() || QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer svg(u":/icons/%1.svg"_s.arg(name));
    Q_ASSERT(svg.isValid());
    svg.setAspectRatioMode(Qt::KeepAspectRatio);
    svg.render(&painter, QRectF({}, pixels));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), color);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class TintedIcon final : public QIconEngine
{
public:
    TintedIcon(QString name, QColor color)
        : m_name(std::move(name))
        , m_color(color)
    { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(*painter, rect, m_name, color(mode));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override
    {
        return render(m_name, size, color(mode));
    }
    QIconEngine *clone() const override { return std::make_unique<TintedIcon>(*this).release(); } // Qt takes it over
    bool isNull() override { return false; }

private:
    QColor color(QIcon::Mode mode) const
    {
        const auto palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (m_color.isValid())
            return m_color;
        return palette.color(mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText);
    }

    QString m_name;
    QColor m_color;
};

} // namespace

QIcon icon(const QString &name) { return icon(name, {}); }

QIcon icon(const QString &name, const QColor &color)
{
    return QIcon(std::make_unique<TintedIcon>(name, color).release()); // QIcon takes the engine over
}

void paintIcon(QPainter &painter, const QRect &rect, const QString &name, const QColor &color)
{
    const qreal ratio = painter.device()->devicePixelRatioF();
    auto pixmap = render(name, (QSizeF(rect.size()) * ratio).toSize(), color);
    pixmap.setDevicePixelRatio(ratio);
    painter.drawPixmap(rect, pixmap);
}

} // namespace hub::ui

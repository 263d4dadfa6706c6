// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tray.h"

#include "core/base/result.h"
#include "ui/theme/icons.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPainter>

namespace hub {
namespace {

constexpr int iconSizes[] = {16, 22, 24, 32, 48, 64};

} // namespace

Tray::Tray(QObject *parent)
    : QObject(parent)
    , m_header(m_menu.addAction(QString()))
{
    m_header->setEnabled(false);
    m_menu.addSeparator();
    m_open = m_menu.addAction(ui::icon(u"window"_s), {}, this, &Tray::openRequested);
    m_new = m_menu.addAction(ui::icon(u"add"_s), {}, this, &Tray::newMemoryRequested);
    m_menu.addSeparator();
    m_connect = m_menu.addAction(ui::icon(u"connect"_s), {}, this, &Tray::connectRequested);
    m_copy = m_menu.addAction(
        ui::icon(u"copy"_s), {}, this, [this] { QGuiApplication::clipboard()->setText(m_status.url); });
    m_menu.addSeparator();
    m_quit = m_menu.addAction(ui::icon(u"quit"_s), {}, this, &Tray::quitRequested);
    connect(&m_icon, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger)
            Q_EMIT toggleRequested();
    });
    connect(&m_icon, &QSystemTrayIcon::messageClicked, this, &Tray::openRequested);
    m_menu.installEventFilter(this); // a menu hears of a new language, a plain object does not
    m_icon.setContextMenu(&m_menu);
    setStatus({});
    m_icon.show();
}

bool Tray::isAvailable() { return QSystemTrayIcon::isSystemTrayAvailable(); }

void Tray::setStatus(const ui::ServiceStatus &status)
{
    m_status = status;
    drawIcon();
    retranslate();
}

void Tray::drawIcon()
{
    QIcon drawn;
    const QIcon whole(u":/icons/anchorhold.svg"_s);
    for (const int size : iconSizes) {
        auto pixmap = whole.pixmap(QSize(size, size), 1.0);
        if (m_status.state == ui::ServiceStatus::State::Failed) { // a shape, not only a colour
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(Qt::white, size / 16.0));
            painter.setBrush(QColor(0xB3, 0x26, 0x1E));
            const qreal half = size / 2.0;
            painter.drawPolygon(
                QPolygonF {{half * 1.4, half * 0.9}, {size - 1.0, size - 1.0}, {half * 0.8, size - 1.0}});
        }
        drawn.addPixmap(pixmap);
    }
    m_icon.setIcon(drawn);
}

void Tray::tellStillRunning()
{
    if (std::exchange(m_hasTold, true) || !QSystemTrayIcon::supportsMessages())
        return;
    m_icon.showMessage(u"Anchorhold"_s, tr("Agents can still reach the hub. Quit it from this menu."), m_icon.icon());
}

bool Tray::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    return QObject::eventFilter(watched, event);
}

void Tray::retranslate()
{
    using State = ui::ServiceStatus::State;
    m_header->setText(m_status.state == State::Running ? tr("Running")
            : m_status.state == State::Failed          ? tr("Agents cannot reach the hub")
                                                       : tr("Starting"));
    m_open->setText(tr("Open Anchorhold"));
    m_new->setText(tr("New memory…"));
    m_connect->setText(tr("Connect an agent…"));
    m_copy->setText(tr("Copy server address"));
    m_copy->setEnabled(m_status.state == State::Running);
    m_quit->setText(tr("Quit"));
    m_icon.setToolTip(u"Anchorhold – %1"_s.arg(m_header->text()));
}

} // namespace hub

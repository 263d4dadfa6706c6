// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "ui/style/hubstyle.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QStyleHints>

namespace hub::ui {
namespace {

// org.freedesktop.appearance color-scheme: 0 no preference, 1 dark, 2 light
constexpr uint prefersDark = 1;
constexpr uint prefersLight = 2;

constexpr auto portalService = "org.freedesktop.portal.Desktop";
constexpr auto portalPath = "/org/freedesktop/portal/desktop";
constexpr auto portalInterface = "org.freedesktop.portal.Settings";
constexpr auto appearanceGroup = "org.freedesktop.appearance";
constexpr auto colorSchemeKey = "color-scheme";

/// The portal wraps a value once or twice, depending on its version and the call.
uint unwrapped(QVariant value)
{
    while (value.userType() == qMetaTypeId<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt();
}

} // namespace

Theme::Theme(QObject *parent)
    : QObject(parent)
    , m_desktopIsDark(QApplication::palette().color(QPalette::Window).lightness() < 128)
{
    auto style = std::make_unique<HubStyle>(Tokens::load(m_desktopIsDark));
    m_style = style.get();
    QApplication::setStyle(style.release()); // the application takes it over
    watchDesktop();
    apply();
}

bool Theme::isDark() const
{
    return m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_desktopIsDark);
}

void Theme::choose(ThemeChoice choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    apply();
}

void Theme::watchDesktop()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const auto *hints = QGuiApplication::styleHints();
    if (hints->colorScheme() != Qt::ColorScheme::Unknown) {
        m_desktopIsDark = hints->colorScheme() == Qt::ColorScheme::Dark;
        connect(hints, &QStyleHints::colorSchemeChanged, this,
            [this](Qt::ColorScheme scheme) { setDesktopDark(scheme == Qt::ColorScheme::Dark); });
        return;
    }
#endif
    askPortal();
}

void Theme::askPortal()
{
    auto bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    const auto service = QLatin1StringView(portalService);
    const auto path = QLatin1StringView(portalPath);
    const auto interface = QLatin1StringView(portalInterface);
    bus.connect(service, path, interface, u"SettingChanged"_s, this,
        SLOT(onPortalSetting(QString, QString, QDBusVariant))); // QtDBus takes no member pointer
    auto call = QDBusMessage::createMethodCall(service, path, interface, u"Read"_s);
    call << QString(QLatin1StringView(appearanceGroup)) << QString(QLatin1StringView(colorSchemeKey));
    auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher *done) {
        const QDBusPendingReply<QDBusVariant> reply = *done;
        if (reply.isValid())
            onPortalSetting(QLatin1StringView(appearanceGroup), QLatin1StringView(colorSchemeKey), reply.value());
        done->deleteLater();
    });
}

void Theme::onPortalSetting(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group != QLatin1StringView(appearanceGroup) || key != QLatin1StringView(colorSchemeKey))
        return;
    const uint scheme = unwrapped(QVariant::fromValue(value));
    if (scheme == prefersDark || scheme == prefersLight)
        setDesktopDark(scheme == prefersDark);
}

void Theme::setDesktopDark(bool dark)
{
    if (dark == m_desktopIsDark)
        return;
    m_desktopIsDark = dark;
    if (m_choice == ThemeChoice::System)
        apply();
}

void Theme::apply()
{
    const auto tokens = Tokens::load(isDark());
    if (m_style)
        m_style->setTokens(tokens);
    QApplication::setPalette(tokens.palette());
    Q_EMIT changed();
}

} // namespace hub::ui

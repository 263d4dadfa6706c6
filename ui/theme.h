// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/generalsettings.h"
#include "ui/theme/tokens.h"

#include <QDBusVariant>
#include <QObject>
#include <QPointer>

namespace hub::ui {

class HubStyle;

/// Gives the application its style and colours, and follows the desktop between
/// light and dark while the choice is System. One per application; create it after
/// QApplication and before the first window.
class Theme final : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject *parent = nullptr);

    void choose(ThemeChoice choice);
    ThemeChoice choice() const { return m_choice; }
    bool isDark() const;

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void onPortalSetting(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void watchDesktop();
    void askPortal();
    void setDesktopDark(bool dark);
    void apply();

    QPointer<HubStyle> m_style; ///< owned by the application
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_desktopIsDark = false;
};

} // namespace hub::ui

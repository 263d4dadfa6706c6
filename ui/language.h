// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/generalsettings.h"

#include <QObject>
#include <QTranslator>

namespace hub::ui {

/// Puts the windows into one language while they are open: every widget then gets a
/// LanguageChange event. Dates and numbers follow (QLocale's default). One per
/// application.
class LanguageSwitch final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void choose(Language language);
    Language choice() const { return m_choice; }

    /// What the choice means on this system: English or Korean.
    static Language resolved(Language language);

private:
    Language m_choice = Language::Auto;
    QTranslator m_own;
    QTranslator m_qt; ///< texts inside of Qt's own widgets, where the system has them
};

} // namespace hub::ui

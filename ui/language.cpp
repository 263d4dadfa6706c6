// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace hub::ui {

Language LanguageSwitch::resolved(Language language)
{
    if (language != Language::Auto)
        return language;
    return QLocale::system().language() == QLocale::Korean ? Language::Korean : Language::English;
}

void LanguageSwitch::choose(Language language)
{
    m_choice = language;
    const bool isKorean = resolved(language) == Language::Korean;
    const auto code = isKorean ? u"ko"_s : u"en"_s;
    const auto system = QLocale::system();
    QLocale::setDefault(isKorean                    ? QLocale(QLocale::Korean)
            : system.language() == QLocale::English ? system
                                                    : QLocale(QLocale::English));
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
    if (m_qt.load(u"qtbase_"_s + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    const bool isLoaded = m_own.load(u":/i18n/anchorhold_%1.qm"_s.arg(code));
    Q_ASSERT(isLoaded);
    if (isLoaded)
        QCoreApplication::installTranslator(&m_own); // last installed, first asked
}

} // namespace hub::ui

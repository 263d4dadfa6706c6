// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tray.h"

#include "core/base/result.h"
#include "ui/language.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

using namespace hub;

class TrayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesTheAddressOnceThereIsOne();
    void followsTheLanguage();
    void offersToQuit();

private:
    static QAction *entry(const Tray &tray, const QString &text)
    {
        for (auto *action : tray.menu().actions()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }
};

void TrayTest::copiesTheAddressOnceThereIsOne()
{
    ui::LanguageSwitch language;
    language.choose(Language::English);
    Tray tray;
    QVERIFY(!entry(tray, u"Copy server address"_s)->isEnabled());
    tray.setStatus({.state = ui::ServiceStatus::State::Running, .url = u"http://127.0.0.1:1/mcp"_s, .cause = {}});
    QVERIFY(entry(tray, u"Running"_s));
    entry(tray, u"Copy server address"_s)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"http://127.0.0.1:1/mcp"_s);
}

void TrayTest::followsTheLanguage()
{
    ui::LanguageSwitch language;
    language.choose(Language::English);
    Tray tray;
    QVERIFY(entry(tray, u"Quit"_s));
    language.choose(Language::Korean);
    QCoreApplication::processEvents();
    QVERIFY(entry(tray, u"끝내기"_s));
}

void TrayTest::offersToQuit()
{
    ui::LanguageSwitch language;
    language.choose(Language::English);
    Tray tray;
    QSignalSpy quit(&tray, &Tray::quitRequested);
    entry(tray, u"Quit"_s)->trigger();
    QCOMPARE(quit.size(), 1);
}

QTEST_MAIN(TrayTest)
#include "tst_tray.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memoriesview.h"

#include "tests/support/verify.h"
#include "tests/ui/support/uihub.h"
#include "ui/language.h"
#include "ui/memories/inspector.h"
#include "ui/memories/memorytable.h"
#include "ui/memories/searchbox.h"
#include "ui/widgets/noticebar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace hub;
using namespace hub::ui;

class MemoriesViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void showsWhatIsRemembered();
    void findsByWordsAndSaysHowMany();
    void offersToLoosenAFilterThatFindsNothing();
    void showsWhatAnAgentStoresWhileItIsOpen();
    void forgetsWithTheDeleteKeyAndOffersUndo();
    void keepsTheSelectionWhenRowsAreReplaced();
    void savesAnEditFromTheInspector();
    void givesADraftBackThatWasNotSaved();
    void copiesTheSelectionAsJson();

private:
    MemoryTable *table() const { return m_view->findChild<MemoryTable *>(); }
    int rows() const { return table()->model()->rowCount(); }
    template <typename T>
    T *named(const QString &name) const
    {
        return m_view->findChild<T *>(name);
    }
    void select(int row)
    {
        table()->selectionModel()->setCurrentIndex(
            table()->model()->index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    QString textAt(int row) const { return table()->model()->index(row, MemoriesModel::TextColumn).data().toString(); }

    QPushButton *buttonSaying(const QString &words) const
    {
        const auto buttons = m_view->findChildren<QPushButton *>();
        const auto found = std::find_if(buttons.begin(), buttons.end(),
            [&](auto *button) { return button->isVisible() && button->text() == words; });
        return found == buttons.end() ? nullptr : *found;
    }

    LanguageSwitch m_language;
    std::unique_ptr<UiHub> m_hub;
    std::unique_ptr<MemoriesView> m_view;
};

void MemoriesViewTest::init()
{
    m_language.choose(Language::English);
    m_hub = std::make_unique<UiHub>();
    m_hub->remember(u"Redis listens on port 6390 on the build machine"_s, u"redis"_s);
    m_hub->clock().advance(1000);
    m_hub->remember(u"Nginx answers 502 while an upstream is down"_s, u"nginx"_s, FragmentType::Error);
    m_view = std::make_unique<MemoriesView>(m_hub->context());
    m_view->resize(1100, 700);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    QTRY_COMPARE(rows(), 2);
}

void MemoriesViewTest::cleanup()
{
    m_view.reset();
    m_hub.reset();
}

void MemoriesViewTest::showsWhatIsRemembered()
{
    QCOMPARE(textAt(0), u"Nginx answers 502 while an upstream is down"_s); // newest first
    QCOMPARE(named<QLabel>(u"resultCount"_s)->text(), u"2 results"_s);
}

void MemoriesViewTest::findsByWordsAndSaysHowMany()
{
    QTest::keyClicks(m_view->findChild<SearchBox *>(), u"redis"_s);
    QTRY_COMPARE(rows(), 1);
    QVERIFY(textAt(0).startsWith(u"Redis"_s));
    QCOMPARE(named<QLabel>(u"resultCount"_s)->text(), u"1 result"_s);
}

void MemoriesViewTest::offersToLoosenAFilterThatFindsNothing()
{
    MemoryFilter filter;
    filter.topic = u"redis"_s;
    filter.type = FragmentType::Preference;
    m_view->open({.view = u"memories"_s, .filter = filter});
    QTRY_COMPARE(rows(), 0);
    QTRY_VERIFY(buttonSaying(u"Remove topic: redis"_s));
    QSignalSpy answered(table()->model(), &QAbstractItemModel::modelReset);
    buttonSaying(u"Remove topic: redis"_s)->click();
    QTRY_COMPARE(answered.size(), 1);
    QCOMPARE(rows(), 0); // no preference at all: the next offer is to drop the type
    m_view->open({.view = u"memories"_s});
    QTRY_COMPARE(rows(), 2);
}

void MemoriesViewTest::showsWhatAnAgentStoresWhileItIsOpen()
{
    m_hub->remember(u"Backups run at three in the morning"_s, u"backup"_s);
    QTRY_COMPARE(rows(), 3);
}

void MemoriesViewTest::forgetsWithTheDeleteKeyAndOffersUndo()
{
    select(1);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Delete);
    QTRY_COMPARE(rows(), 1);
    QTRY_VERIFY(buttonSaying(u"Undo"_s));
    buttonSaying(u"Undo"_s)->click();
    QTRY_COMPARE(rows(), 2);
}

void MemoriesViewTest::keepsTheSelectionWhenRowsAreReplaced()
{
    select(1);
    const auto text = textAt(1);
    m_hub->clock().advance(1000);
    m_hub->remember(u"Backups run at three in the morning"_s, u"backup"_s);
    QTRY_COMPARE(rows(), 3);
    QCOMPARE(table()->selectedRows(), QList<int> {2});
    QCOMPARE(textAt(2), text);
}

void MemoriesViewTest::savesAnEditFromTheInspector()
{
    select(0);
    auto *text = m_view->findChild<Inspector *>()->findChild<QPlainTextEdit *>(u"memoryText"_s);
    QTRY_COMPARE(text->toPlainText(), u"Nginx answers 502 while an upstream is down"_s);
    text->setPlainText(u"Nginx answers 502 for a second while an upstream is down"_s);
    auto *save = named<QPushButton>(u"saveMemory"_s);
    QTRY_VERIFY(save->isVisible() && save->isEnabled());
    text->setFocus();
    QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(textAt(0), u"Nginx answers 502 for a second while an upstream is down"_s);
    QTRY_VERIFY(!save->isVisible());
    QCOMPARE(m_hub->undo().count(), 1);
    m_hub->undo().undo();
    QTRY_COMPARE(textAt(0), u"Nginx answers 502 while an upstream is down"_s);
    QTRY_COMPARE(text->toPlainText(), u"Nginx answers 502 while an upstream is down"_s);
}

void MemoriesViewTest::givesADraftBackThatWasNotSaved()
{
    select(0);
    auto *inspector = m_view->findChild<Inspector *>();
    auto *text = inspector->findChild<QPlainTextEdit *>(u"memoryText"_s);
    QTRY_VERIFY(text->toPlainText().startsWith(u"Nginx"_s));
    text->setPlainText(u"Nginx answers 502, half written"_s);
    select(1);
    QTRY_VERIFY(text->toPlainText().startsWith(u"Redis"_s));
    auto *back = inspector->findChild<NoticeBar *>()->findChild<QPushButton *>(u"noticeAction"_s);
    QVERIFY(back->isVisible());
    back->click();
    QTRY_COMPARE(text->toPlainText(), u"Nginx answers 502, half written"_s);
    QVERIFY(inspector->isDirty());
}

void MemoriesViewTest::copiesTheSelectionAsJson()
{
    select(0);
    const auto actions = m_view->menuActions().edit;
    actions.constFirst()->trigger();
    const auto copied = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).array();
    QCOMPARE(copied.size(), 1);
    QCOMPARE(copied[0][u"topic"_s].toString(), u"nginx"_s);
}

QTEST_MAIN(MemoriesViewTest)
#include "tst_memoriesview.moc"

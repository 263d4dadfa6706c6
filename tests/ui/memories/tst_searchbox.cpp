// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/searchbox.h"

#include "core/base/result.h"

#include <QInputMethodEvent>
#include <QSignalSpy>
#include <QTest>

using namespace hub;
using ui::SearchBox;

class SearchBoxTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void asksOnceAfterTyping();
    void asksAtOnceOnEnter();
    void clearsOnEscape();
    void waitsWhileASyllableIsComposed();
    void asksForTheComposedTextAfterAPause();
    void asksForACommittedSyllable();
    void doesNotAskForWhatItWasGiven();

private:
    std::unique_ptr<SearchBox> m_box;
    std::unique_ptr<QSignalSpy> m_queried;

    QString lastQuery() const { return m_queried->constLast().constFirst().toString(); }
    void compose(const QString &preedit, const QString &commit = {})
    {
        QInputMethodEvent event(preedit, {});
        event.setCommitString(commit);
        QCoreApplication::sendEvent(m_box.get(), &event);
    }
};

void SearchBoxTest::init()
{
    m_box = std::make_unique<SearchBox>();
    m_queried = std::make_unique<QSignalSpy>(m_box.get(), &SearchBox::queried);
    m_box->show();
}

void SearchBoxTest::cleanup()
{
    m_queried.reset();
    m_box.reset();
}

void SearchBoxTest::asksOnceAfterTyping()
{
    QTest::keyClicks(m_box.get(), u"nginx"_s, Qt::NoModifier, 5);
    QCOMPARE(m_queried->size(), 0);
    QTRY_COMPARE(m_queried->size(), 1);
    QCOMPARE(lastQuery(), u"nginx"_s);
}

void SearchBoxTest::asksAtOnceOnEnter()
{
    QTest::keyClicks(m_box.get(), u"redis"_s);
    QTest::keyClick(m_box.get(), Qt::Key_Return);
    QCOMPARE(m_queried->size(), 1);
    QTest::qWait(260);
    QCOMPARE(m_queried->size(), 1);
}

void SearchBoxTest::clearsOnEscape()
{
    m_box->setQuery(u"redis"_s);
    QTest::keyClick(m_box.get(), Qt::Key_Escape);
    QCOMPARE(m_box->text(), QString());
    QCOMPARE(m_queried->size(), 1);
    QCOMPARE(lastQuery(), QString());
}

void SearchBoxTest::waitsWhileASyllableIsComposed()
{
    for (const auto &syllable : {u"ㄷ"_s, u"데"_s, u"뎅"_s}) {
        compose(syllable);
        QTest::qWait(250);
    }
    QCOMPARE(m_queried->size(), 0);
}

void SearchBoxTest::asksForTheComposedTextAfterAPause()
{
    compose(QString(), u"데이"_s);
    compose(u"터"_s);
    QTRY_COMPARE(m_queried->size(), 1);
    QCOMPARE(lastQuery(), u"데이터"_s);
}

void SearchBoxTest::asksForACommittedSyllable()
{
    compose(u"연"_s);
    compose(QString(), u"연"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_queried->size(), 1, 350);
    QCOMPARE(lastQuery(), u"연"_s);
}

void SearchBoxTest::doesNotAskForWhatItWasGiven()
{
    m_box->setQuery(u"redis"_s);
    QTest::qWait(260);
    QCOMPARE(m_queried->size(), 0);
}

QTEST_MAIN(SearchBoxTest)
#include "tst_searchbox.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/stateseal.h"

#include <QTest>

using namespace hub;
using namespace hub::mcp;

class StateSealTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesBackWhatItSealed();
    void opensForTheSameCallAndCallerOnly();
    void refusesWhatWasChanged();

private:
    StateSeal m_seal;
    const QJsonObject m_params {{u"name"_s, u"tool"_s}, {u"arguments"_s, QJsonObject {{u"a"_s, 1}}}};
};

void StateSealTest::givesBackWhatItSealed()
{
    auto again = m_params;
    again.insert(u"inputResponses"_s, QJsonObject {{u"x"_s, 1}});
    const auto sealed = m_seal.seal(u"상태 1"_s, u"tools/call"_s, m_params, {});
    QCOMPARE(m_seal.open(sealed, u"tools/call"_s, again, {}), std::optional(u"상태 1"_s));
}

void StateSealTest::opensForTheSameCallAndCallerOnly()
{
    const auto sealed = m_seal.seal(u"s"_s, u"tools/call"_s, m_params, {});
    auto other = m_params;
    other.insert(u"arguments"_s, QJsonObject {{u"a"_s, 2}});
    Principal stranger;
    stranger.keyId = u"another"_s;
    QVERIFY(!m_seal.open(sealed, u"tools/call"_s, other, {}));
    QVERIFY(!m_seal.open(sealed, u"prompts/get"_s, m_params, {}));
    QVERIFY(!m_seal.open(sealed, u"tools/call"_s, m_params, stranger));
    QVERIFY(!StateSeal().open(sealed, u"tools/call"_s, m_params, {})); // of another start
}

void StateSealTest::refusesWhatWasChanged()
{
    const auto sealed = m_seal.seal(u"s"_s, u"tools/call"_s, m_params, {});
    for (qsizetype i = 0; i < sealed.size(); ++i) {
        auto changed = sealed;
        changed[i] = sealed[i] == u'x' ? u'y' : u'x';
        QVERIFY2(!m_seal.open(changed, u"tools/call"_s, m_params, {}), qPrintable(QString::number(i)));
    }
    QVERIFY(!m_seal.open(QString(sealed + u"-more"_s), u"tools/call"_s, m_params, {}));
    QVERIFY(!m_seal.open({}, u"tools/call"_s, m_params, {}));
}

QTEST_GUILESS_MAIN(StateSealTest)
#include "tst_stateseal.moc"

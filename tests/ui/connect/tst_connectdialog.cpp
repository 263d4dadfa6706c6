// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/connectdialog.h"

#include "ui/connect/agentsnippet.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace hub;
using namespace hub::ui;

class ConnectDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesSnippetsThatTheirProgramsCanRead();
    void showsANewKeyOnceAndHidden();
    void showsNoKeyLater();

private:
    const QString m_url = u"http://127.0.0.1:57332/mcp"_s;
};

void ConnectDialogTest::writesSnippetsThatTheirProgramsCanRead()
{
    const auto agents = agentSnippets();
    QCOMPARE(agents.size(), 5);
    for (const auto &agent : agents) {
        const auto text = agent.text(m_url, u"the-key"_s);
        QVERIFY2(text.contains(m_url) && text.contains(u"the-key"_s), qPrintable(agent.name));
        QVERIFY2(!text.contains(u"{url}"_s) && !text.contains(u"{key}"_s), qPrintable(agent.name));
        if (agent.file.endsWith(u".json")) {
            QJsonParseError error;
            QJsonDocument::fromJson(text.toUtf8(), &error);
            QCOMPARE(error.error, QJsonParseError::NoError);
        }
    }
}

void ConnectDialogTest::showsANewKeyOnceAndHidden()
{
    ConnectDialog dialog({.url = m_url, .newKey = u"mmcp_abc"_s});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    const auto *key = dialog.findChild<QLineEdit *>(u"masterKey"_s);
    QCOMPARE(key->text(), u"mmcp_abc"_s);
    QCOMPARE(key->echoMode(), QLineEdit::Password);
    dialog.findChild<QPushButton *>(u"copyKey"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"mmcp_abc"_s);
    dialog.findChild<QComboBox *>(u"agents"_s)->setCurrentIndex(3);
    QVERIFY(dialog.findChild<QPlainTextEdit *>(u"snippet"_s)->toPlainText().startsWith(u"[mcp_servers.anchorhold]"_s));
    dialog.findChild<QPushButton *>(u"copySnippet"_s)->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"mmcp_abc"_s));
}

void ConnectDialogTest::showsNoKeyLater()
{
    ConnectDialog dialog({.url = m_url, .newKey = {}});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(!dialog.findChild<QLineEdit *>(u"masterKey"_s)->isVisible());
    QVERIFY(dialog.findChild<QPlainTextEdit *>(u"snippet"_s)->toPlainText().contains(u"YOUR-KEY"_s));
}

QTEST_MAIN(ConnectDialogTest)
#include "tst_connectdialog.moc"

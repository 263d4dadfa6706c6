// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/connectdialog.h"

#include "ui/connect/agentsnippet.h"
#include "ui/theme/icons.h"
#include "ui/theme/typography.h"

#include <QClipboard>
#include <QComboBox>
#include <QFontDatabase>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace hub::ui {
namespace {

using namespace std::chrono_literals;

} // namespace

ConnectDialog::ConnectDialog(const Connection &connection, QWidget *parent)
    : QDialog(parent)
    , m_connection(connection)
    , m_heading(new QLabel(this))
    , m_intro(new QLabel(this))
    , m_keyTitle(new QLabel(this))
    , m_keyNote(new QLabel(this))
    , m_key(new QLineEdit(this))
    , m_showKey(new QPushButton(this))
    , m_copyKey(new QPushButton(this))
    , m_agentTitle(new QLabel(this))
    , m_agents(new QComboBox(this))
    , m_where(new QLabel(this))
    , m_snippet(new QPlainTextEdit(this))
    , m_copySnippet(new QPushButton(this))
    , m_close(new QPushButton(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    for (const auto &agent : agentSnippets())
        m_agents->addItem(agent.name);
    connect(m_agents, &QComboBox::currentIndexChanged, this, &ConnectDialog::showSnippet);
    connect(m_showKey, &QPushButton::toggled, this, [this](bool shown) {
        m_key->setEchoMode(shown ? QLineEdit::Normal : QLineEdit::Password);
        retranslate();
    });
    connect(m_copyKey, &QPushButton::clicked, this, [this] { copy(*m_connection.newKey, m_copyKey); });
    connect(m_copySnippet, &QPushButton::clicked, this, [this] { copy(m_snippet->toPlainText(), m_copySnippet); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
    retranslate();
    (m_connection.newKey ? m_copyKey : m_copySnippet)->setFocus();
}

void ConnectDialog::build()
{
    setTextStyle(*m_heading, TextStyle::Title);
    for (auto *title : {m_keyTitle, m_agentTitle})
        setTextStyle(*title, TextStyle::BodyStrong);
    for (auto *text : {m_intro, m_keyNote, m_where}) {
        text->setWordWrap(true);
        text->setForegroundRole(QPalette::PlaceholderText);
    }
    m_close->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(28, 22, 28, 22);
    layout->setSpacing(8);
    layout->addWidget(m_heading);
    layout->addWidget(m_intro);
    layout->addSpacing(10);
    layout->addWidget(buildKeyPart());
    layout->addSpacing(10);
    layout->addWidget(buildSnippetPart(), 1);
    layout->addSpacing(6);
    layout->addWidget(m_close, 0, Qt::AlignRight);
    resize(fontMetrics().height() * 38, fontMetrics().height() * 30);
}

QWidget *ConnectDialog::buildKeyPart()
{
    auto *part = new QWidget(this);
    auto *fields = new QHBoxLayout;
    fields->addWidget(m_key, 1);
    fields->addWidget(m_showKey);
    fields->addWidget(m_copyKey);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->addWidget(m_keyTitle);
    layout->addWidget(m_keyNote);
    layout->addLayout(fields);
    m_key->setObjectName(u"masterKey"_s);
    m_key->setEchoMode(QLineEdit::Password); // a screen reader must not speak it
    m_key->setReadOnly(true);
    m_key->setText(m_connection.newKey.value_or(QString()));
    m_showKey->setCheckable(true);
    m_showKey->setAutoDefault(false);
    m_copyKey->setAutoDefault(false);
    m_copyKey->setObjectName(u"copyKey"_s);
    for (QWidget *field : std::initializer_list<QWidget *> {m_key, m_showKey, m_copyKey})
        field->setVisible(m_connection.newKey.has_value());
    return part;
}

QWidget *ConnectDialog::buildSnippetPart()
{
    auto *part = new QWidget(this);
    auto *row = new QHBoxLayout;
    row->addWidget(m_agentTitle);
    row->addWidget(m_agents);
    row->addStretch();
    row->addWidget(m_copySnippet);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->addLayout(row);
    layout->addWidget(m_where);
    layout->addWidget(m_snippet, 1);
    m_agents->setObjectName(u"agents"_s);
    m_snippet->setObjectName(u"snippet"_s);
    m_snippet->setReadOnly(true);
    m_snippet->setTabChangesFocus(true);
    m_snippet->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_snippet->document()->setDocumentMargin(10);
    m_snippet->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_copySnippet->setObjectName(u"copySnippet"_s);
    m_copySnippet->setIcon(icon(u"copy"_s));
    m_copySnippet->setAutoDefault(false);
    return part;
}

void ConnectDialog::showSnippet()
{
    const auto agent = agentSnippets().value(std::max(0, m_agents->currentIndex()));
    switch (agent.kind) {
    case SnippetKind::Command: m_where->setText(tr("Run this in a terminal:")); break;
    case SnippetKind::File: m_where->setText(tr("Add this to %1:").arg(agent.file)); break;
    case SnippetKind::Values:
        m_where->setText(tr("Address of the server (Streamable HTTP), and the header to send:"));
        break;
    }
    //: stands in a snippet where the key belongs
    m_snippet->setPlainText(agent.text(m_connection.url, m_connection.newKey.value_or(tr("YOUR-KEY"))));
}

void ConnectDialog::copy(const QString &text, QPushButton *button)
{
    QApplication::clipboard()->setText(text);
    button->setText(tr("Copied"));
    QTimer::singleShot(2s, button, [this] { retranslate(); });
}

void ConnectDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ConnectDialog::retranslate()
{
    const bool isFirst = m_connection.newKey.has_value();
    setWindowTitle(isFirst ? tr("Welcome to Anchorhold") : tr("Connect an agent"));
    m_heading->setText(windowTitle());
    m_intro->setText(
        tr("Your agents forget. Anchorhold keeps what matters, on this computer. Every agent that you connect "
           "here can store memories and find them again."));
    m_keyTitle->setText(isFirst ? tr("Your master key") : tr("The key"));
    m_keyNote->setText(isFirst
            ? tr("Copy it now: it will not be shown again. It opens everything, so keep it to yourself.")
            : tr("The master key was shown once, at the first start, and is not kept in readable form. "
                 "Put it where the text below says YOUR-KEY."));
    m_showKey->setText(m_showKey->isChecked() ? tr("Hide") : tr("Show"));
    m_copyKey->setText(tr("Copy key"));
    m_agentTitle->setText(tr("Tell your agent"));
    m_agents->setItemText(m_agents->count() - 1, tr("Another agent"));
    m_copySnippet->setText(tr("Copy"));
    m_close->setText(tr("Done"));
    m_key->setAccessibleName(tr("Master key"));
    m_agents->setAccessibleName(tr("Agent"));
    m_snippet->setAccessibleName(tr("Text for the agent"));
    m_copySnippet->setAccessibleName(tr("Copy the text for the agent"));
    for (auto *button : {m_showKey, m_copyKey, m_close})
        button->setAccessibleName(button->text());
    showSnippet();
}

} // namespace hub::ui

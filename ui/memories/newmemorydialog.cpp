// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/newmemorydialog.h"

#include "ui/memories/memoryeditor.h"
#include "ui/memories/memoryform.h"
#include "ui/whenready.h"
#include "ui/widgets/noticebar.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QShortcut>

namespace hub::ui {

NewMemoryDialog::NewMemoryDialog(const MemorySource &source, MemoryEditor &editor, QWidget *parent)
    : QDialog(parent)
    , m_editor(editor)
    , m_notice(new NoticeBar(this))
    , m_form(new MemoryForm(this))
    , m_workspace(new QLineEdit(this))
    , m_store(new QPushButton(this))
    , m_cancel(new QPushButton(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    connect(m_store, &QPushButton::clicked, this, &NewMemoryDialog::store);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_form, &MemoryForm::changed, this, [this] { m_store->setEnabled(m_form->isAcceptable()); });
    connect(&editor, &MemoryEditor::remembered, this, &QDialog::accept);
    connect(&editor, &MemoryEditor::failed, this, [this](const QString &sentence, const QString &detail) {
        m_store->setEnabled(true);
        m_notice->show({.kind = NoticeBar::Kind::Error, .text = u"%1 %2"_s.arg(sentence, detail)});
    });
    auto *shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
    connect(shortcut, &QShortcut::activated, this, &NewMemoryDialog::store);
    offerTopics(source);
    retranslate();
    m_form->textField()->setFocus();
}

void NewMemoryDialog::build()
{
    m_store->setObjectName(u"storeMemory"_s);
    m_store->setDefault(true);
    m_store->setEnabled(false);
    m_cancel->setAutoDefault(false);
    m_workspace->setObjectName(u"memoryWorkspace"_s);
    m_workspace->setMaxLength(255);
    auto *label = new QLabel(this);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(m_workspace);
    m_form->rows()->insertRow(2, label, m_workspace);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_store);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(14);
    layout->addWidget(m_notice);
    layout->addWidget(m_form, 1);
    layout->addLayout(buttons);
    const int em = fontMetrics().height();
    resize(em * 32, em * 26);
}

void NewMemoryDialog::offerTopics(const MemorySource &source)
{
    whenReady(source.stats(), this, [this](const Result<MemoryStats> &stats) {
        QStringList topics;
        for (const auto &topic : stats ? stats->topTopics : QList<NamedCount> {})
            topics += topic.name;
        m_form->setTopics(topics);
    });
}

void NewMemoryDialog::store()
{
    if (!m_store->isEnabled())
        return;
    const auto draft = m_form->draft();
    RememberRequest request;
    request.content = draft.content;
    request.topic = draft.topic;
    request.type = draft.type;
    request.keywords = draft.keywords;
    request.importance = draft.importance;
    request.isAnchor = draft.isAnchor;
    request.assertionStatus = draft.assertion;
    if (const auto workspace = m_workspace->text().trimmed(); !workspace.isEmpty())
        request.workspace = workspace;
    m_store->setEnabled(false); // until the answer: one memory per click
    m_editor.remember(request);
}

void NewMemoryDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void NewMemoryDialog::retranslate()
{
    setWindowTitle(tr("New memory"));
    auto *label = qobject_cast<QLabel *>(m_form->rows()->labelForField(m_workspace));
    label->setText(tr("&Workspace"));
    m_workspace->setAccessibleName(tr("Workspace"));
    m_workspace->setPlaceholderText(tr("Every workspace"));
    m_store->setText(tr("&Store"));
    m_store->setToolTip(tr("Store (Ctrl+Return)"));
    m_store->setAccessibleName(tr("Store"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
}

} // namespace hub::ui

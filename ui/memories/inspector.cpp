// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/inspector.h"

#include "core/base/text.h"
#include "ui/memories/memoryform.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/theme/typeshape.h"
#include "ui/whenready.h"
#include "ui/widgets/linkrow.h"
#include "ui/widgets/noticebar.h"
#include "ui/widgets/section.h"
#include "ui/words.h"

#include <QFormLayout>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>

namespace hub::ui {
namespace {

using namespace std::chrono_literals;
enum Page { NothingPage, OnePage, ManyPage };

QLabel *selectable(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

Inspector::Inspector(Source source, QWidget *parent)
    : QWidget(parent)
    , m_source(std::move(source))
    , m_notice(new NoticeBar(this))
    , m_pages(new QStackedWidget(this))
    , m_nothing(new QLabel(this))
    , m_manyText(new QLabel(this))
    , m_forgetMany(new QPushButton(this))
    , m_scroll(new QScrollArea(this))
    , m_form(new MemoryForm(this))
    , m_save(new QPushButton(this))
    , m_cancel(new QPushButton(this))
    , m_forget(new QPushButton(this))
    , m_facts(new QFormLayout)
    , m_links(new Section(this))
    , m_history(new Section(this))
{
    build();
    connect(m_form, &MemoryForm::changed, this, &Inspector::updateButtons);
    connect(m_save, &QPushButton::clicked, this, &Inspector::save);
    connect(m_cancel, &QPushButton::clicked, this, &Inspector::cancel);
    connect(m_forget, &QPushButton::clicked, this, &Inspector::forgetRequested);
    connect(m_forgetMany, &QPushButton::clicked, this, &Inspector::forgetRequested);
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *shortcut = new QShortcut(QKeySequence(Qt::CTRL | key), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, &Inspector::save);
    }
    retranslate();
    show({});
}

void Inspector::build()
{
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(14);
    column->addWidget(m_form);
    column->addWidget(buildButtons());
    column->addLayout(m_facts);
    column->addWidget(m_links);
    column->addWidget(m_history);
    column->addStretch(1);
    m_facts->setHorizontalSpacing(14);
    m_facts->setVerticalSpacing(6);
    m_scroll->setWidget(page);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);

    auto *many = new QWidget(this);
    auto *manyColumn = new QVBoxLayout(many);
    manyColumn->addStretch();
    manyColumn->addWidget(m_manyText, 0, Qt::AlignCenter);
    manyColumn->addWidget(m_forgetMany, 0, Qt::AlignCenter);
    manyColumn->addStretch();
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setMargin(24);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(m_scroll);
    m_pages->addWidget(many);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_pages, 1);
    m_notice->setContentsMargins(8, 8, 8, 8);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    for (auto *filled : std::initializer_list<QWidget *> {page, m_scroll->viewport()})
        filled->setBackgroundRole(QPalette::Base);
}

QWidget *Inspector::buildButtons()
{
    auto *buttons = new QWidget(this);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins({});
    m_save->setObjectName(u"saveMemory"_s);
    m_cancel->setObjectName(u"cancelEdit"_s);
    m_forget->setObjectName(u"forgetMemory"_s);
    m_forgetMany->setObjectName(u"forgetMemories"_s);
    m_save->setDefault(true);
    m_forget->setIcon(icon(u"forget"_s));
    row->addWidget(m_save);
    row->addWidget(m_cancel);
    row->addStretch();
    row->addWidget(m_forget);
    return buttons;
}

void Inspector::show(const QString &id)
{
    if (id == m_id && m_pages->currentIndex() == OnePage)
        return;
    offerDraftBack();
    m_id = id;
    m_selected = id.isEmpty() ? 0 : 1;
    m_detail.reset();
    ++m_generation;
    if (id.isEmpty())
        m_pages->setCurrentIndex(NothingPage);
    else
        load();
}

void Inspector::showSelection(int count)
{
    show({});
    m_selected = count;
    m_pages->setCurrentIndex(ManyPage);
    retranslate();
}

void Inspector::refresh()
{
    if (!m_id.isEmpty() && !isDirty())
        load();
}

void Inspector::saved(const QString &id)
{
    if (id == m_id)
        load();
}

void Inspector::load()
{
    whenReady(m_source(m_id), this, [this, generation = ++m_generation](const Result<FragmentDetail> &detail) {
        if (generation != m_generation)
            return;
        if (detail) {
            fill(*detail);
            return;
        }
        m_detail.reset();
        m_pages->setCurrentIndex(NothingPage);
        if (detail.error().code != ErrorCode::NotFound) {
            m_notice->show({.kind = NoticeBar::Kind::Error,
                .text = tr("This memory could not be read."),
                .detail = detail.error().message});
        }
    });
}

void Inspector::fill(const FragmentDetail &detail)
{
    const bool isOther = !m_detail || m_detail->fragment.id != detail.fragment.id;
    m_detail = detail;
    m_form->setDraft(MemoryDraft::of(detail.fragment), true);
    if (m_pendingDraft && m_pendingDraftId == detail.fragment.id)
        m_form->setDraft(*std::exchange(m_pendingDraft, {}), true);
    fillFacts(detail.fragment);
    fillLinks(detail.links);
    fillHistory(detail);
    updateButtons();
    m_pages->setCurrentIndex(OnePage);
    if (isOther)
        m_scroll->verticalScrollBar()->setValue(0);
}

void Inspector::fillFacts(const Fragment &fragment)
{
    while (m_facts->rowCount() > 0)
        m_facts->removeRow(0);
    const auto add = [this](const QString &name, const QString &value, const QString &toolTip = {}) {
        auto *label = new QLabel(name, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        auto *text = selectable(value, this);
        text->setToolTip(toolTip);
        m_facts->addRow(label, text);
    };
    const auto now = SystemClock().now();
    add(tr("Workspace"), fragment.workspace.value_or(tr("every workspace")));
    if (fragment.caseId)
        add(tr("Case"), *fragment.caseId);
    if (fragment.source)
        add(tr("Source"), *fragment.source);
    //: by whom, and how long ago
    add(tr("Stored"), tr("by %1, %2").arg(author(fragment), relativeTime(fragment.createdAt, now)),
        fullTime(fragment.createdAt));
    add(tr("Recalled"),
        fragment.accessCount > 0 && fragment.accessedAt
            //: how often, and how long ago for the last time
            ? tr("%n time(s), last %1", nullptr, fragment.accessCount).arg(relativeTime(*fragment.accessedAt, now))
            : tr("never"));
    if (fragment.validTo)
        add(tr("Superseded"), relativeTime(*fragment.validTo, now), fullTime(*fragment.validTo));
    add(tr("Id"), fragment.id);
}

void Inspector::fillLinks(const QList<LinkView> &links)
{
    m_links->clear();
    m_links->setVisible(!links.isEmpty());
    m_links->setTitle(tr("Links (%1)").arg(number(links.size())));
    for (const auto &link : links) {
        auto *row = new LinkRow(oneLine(link.otherContent), link.otherContent, m_links);
        row->setCaption(word(link.relationType, link.outgoing));
        row->setAccessibleName(u"%1: %2"_s.arg(word(link.relationType, link.outgoing), oneLine(link.otherContent)));
        row->setIcon(QIcon(typePixmap(
            link.otherType, fontMetrics().height(), devicePixelRatioF(), tokensOf(this).of(link.otherType))));
        connect(row, &LinkRow::clicked, this, [this, id = link.otherId] { Q_EMIT linkFollowed(id); });
        m_links->body()->addWidget(row);
    }
}

void Inspector::fillHistory(const FragmentDetail &detail)
{
    m_history->clear();
    m_history->setVisible(!detail.versions.isEmpty());
    m_history->setTitle(tr("History (%n earlier version(s))", nullptr, int(detail.versions.size())));
    const auto now = SystemClock().now();
    for (const auto &version : detail.versions) {
        auto *row = new LinkRow(oneLine(version.content), version.content, m_history);
        //: how long ago
        row->setCaption(tr("until %1").arg(relativeTime(version.amendedAt, now)));
        row->setAccessibleName(tr("Take this version over into the text: %1").arg(oneLine(version.content)));
        connect(row, &LinkRow::clicked, this, [this, content = version.content] {
            m_form->textField()->setPlainText(content);
            edit();
        });
        m_history->body()->addWidget(row);
    }
}

bool Inspector::isDirty() const { return m_detail && m_form->draft() != MemoryDraft::of(m_detail->fragment); }

void Inspector::save()
{
    if (!isDirty() || !m_form->isAcceptable())
        return;
    const auto before = MemoryDraft::of(m_detail->fragment);
    const auto after = m_form->draft();
    Q_EMIT saveRequested(MemoryDraft::change(m_id, before, after), MemoryDraft::change(m_id, after, before));
}

void Inspector::cancel()
{
    if (m_detail)
        m_form->setDraft(MemoryDraft::of(m_detail->fragment), true);
    updateButtons();
}

/// The person has gone on to another memory with a change unsaved: keep it one click away.
void Inspector::offerDraftBack()
{
    if (!isDirty())
        return;
    m_pendingDraft = m_form->draft();
    m_pendingDraftId = m_id;
    m_notice->show({.kind = NoticeBar::Kind::Warning,
        .text = tr("A change was not saved."),
        .action = tr("Continue editing"),
        .onAction = [this] { Q_EMIT linkFollowed(m_pendingDraftId); }});
}

void Inspector::edit()
{
    if (m_detail)
        m_form->textField()->setFocus(Qt::ShortcutFocusReason);
}

QWidget *Inspector::firstField() const { return m_form->textField(); }
void Inspector::setTopics(const QStringList &topics) { m_form->setTopics(topics); }

void Inspector::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && isDirty())
        cancel();
    else
        QWidget::keyPressEvent(event);
}

void Inspector::updateButtons()
{
    const bool dirty = isDirty();
    m_save->setEnabled(dirty && m_form->isAcceptable());
    m_save->setVisible(dirty);
    m_cancel->setVisible(dirty);
}

void Inspector::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange && event->type() != QEvent::PaletteChange)
        return;
    retranslate();
    if (!m_detail)
        return;
    fillFacts(m_detail->fragment);
    fillLinks(m_detail->links);
    fillHistory(*m_detail);
}

void Inspector::retranslate()
{
    setAccessibleName(tr("Inspector"));
    m_nothing->setText(tr("Select a memory to read, change or forget it."));
    m_manyText->setText(tr("%n memory(s) selected", nullptr, m_selected));
    m_save->setText(tr("Save"));
    m_save->setToolTip(tr("Save (Ctrl+Return)"));
    m_cancel->setText(tr("Discard changes"));
    m_cancel->setToolTip(tr("Discard changes (Esc)"));
    m_forget->setText(tr("Forget"));
    m_forgetMany->setText(tr("Forget %n memory(s)", nullptr, m_selected));
    for (auto *button : {m_save, m_cancel, m_forget, m_forgetMany})
        button->setAccessibleName(button->text());
}

} // namespace hub::ui

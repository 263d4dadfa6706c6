// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memoryform.h"

#include "core/base/text.h"
#include "ui/theme/tokens.h"
#include "ui/theme/typeshape.h"
#include "ui/theme/typography.h"
#include "ui/words.h"

#include <QAbstractTextDocumentLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSlider>
#include <QStandardItemModel>

namespace hub::ui {
namespace {

constexpr int importanceSteps = 20; // 0.05 each
constexpr int fewestLines = 4;
constexpr int mostLines = 14;

QStringList splitKeywords(const QString &text)
{
    QStringList keywords;
    for (const auto &part : text.split(u',')) {
        if (const auto keyword = part.trimmed(); !keyword.isEmpty() && !keywords.contains(keyword))
            keywords += keyword;
    }
    return keywords;
}

} // namespace

MemoryForm::MemoryForm(QWidget *parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit(this))
    , m_length(new QLabel(this))
    , m_rows(new QFormLayout)
    , m_type(new QComboBox(this))
    , m_topic(new QLineEdit(this))
    , m_keywords(new QLineEdit(this))
    , m_importance(new QSlider(Qt::Horizontal, this))
    , m_importanceValue(new QLabel(this))
    , m_importanceRow(new QWidget(this))
    , m_anchor(new QCheckBox(this))
    , m_assertion(new QComboBox(this))
{
    m_text->setObjectName(u"memoryText"_s);
    m_text->setTabChangesFocus(true);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // as high as the text asks for, see fitText()
    m_text->document()->setDocumentMargin(8);
    setTextStyle(*m_length, TextStyle::Small);
    m_length->setAlignment(Qt::AlignRight);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_length);
    layout->addSpacing(4);
    layout->addLayout(m_rows);
    buildRows();
    fillChoices();
    retranslate();
    connectFields();
    setDraft({}, false);
    fitText();
}

void MemoryForm::buildRows()
{
    m_type->setObjectName(u"memoryType"_s);
    m_topic->setObjectName(u"memoryTopic"_s);
    m_keywords->setObjectName(u"memoryKeywords"_s);
    m_importance->setObjectName(u"memoryImportance"_s);
    m_anchor->setObjectName(u"memoryAnchor"_s);
    m_assertion->setObjectName(u"memoryAssertion"_s);
    m_topic->setMaxLength(255);
    m_importance->setRange(0, importanceSteps);
    m_importance->setPageStep(2);
    auto *row = new QHBoxLayout(m_importanceRow);
    row->setContentsMargins({});
    row->addWidget(m_importance, 1);
    row->addWidget(m_importanceValue);
    m_importanceValue->setMinimumWidth(fontMetrics().horizontalAdvance(u"0.000"_s));
    m_importanceValue->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_rows->setHorizontalSpacing(14);
    m_rows->setVerticalSpacing(8);
    for (QWidget *field :
        std::initializer_list<QWidget *> {m_type, m_topic, m_keywords, m_importanceRow, m_assertion}) {
        auto *label = new QLabel(this);
        label->setForegroundRole(QPalette::PlaceholderText);
        m_rows->addRow(label, field);
        label->setBuddy(field == m_importanceRow ? m_importance : field);
    }
    m_rows->addRow(new QLabel(this), m_anchor);
}

void MemoryForm::connectFields()
{
    const auto report = [this] {
        updateLength();
        updateImportance();
        if (!m_isFilling)
            Q_EMIT changed();
    };
    connect(m_text, &QPlainTextEdit::textChanged, this, report);
    connect(m_text->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
        &MemoryForm::fitText);
    connect(m_type, &QComboBox::currentIndexChanged, this, report);
    connect(m_topic, &QLineEdit::textChanged, this, report);
    connect(m_keywords, &QLineEdit::textChanged, this, report);
    connect(m_importance, &QSlider::valueChanged, this, report);
    connect(m_anchor, &QCheckBox::toggled, this, report);
    connect(m_assertion, &QComboBox::currentIndexChanged, this, report);
}

void MemoryForm::setDraft(const MemoryDraft &draft, bool isStored)
{
    m_isFilling = true;
    m_stored = draft;
    m_isStored = isStored;
    m_text->setPlainText(draft.content);
    m_type->setCurrentIndex(int(draft.type));
    m_topic->setText(draft.topic);
    m_keywords->setText(draft.keywords.join(u", "_s));
    m_keywords->setCursorPosition(0);
    m_importance->setValue(qRound(draft.importance * importanceSteps));
    m_anchor->setChecked(draft.isAnchor);
    m_assertion->setCurrentIndex(int(draft.assertion));
    auto *types = qobject_cast<QStandardItemModel *>(m_type->model());
    types->item(int(FragmentType::Episode))->setEnabled(!isStored || draft.type == FragmentType::Episode);
    m_isFilling = false;
    updateLength();
    updateImportance();
}

MemoryDraft MemoryForm::draft() const
{
    const bool isTouched = m_importance->value() != qRound(m_stored.importance * importanceSteps);
    const auto keywords = splitKeywords(m_keywords->text());
    return {
        .content = m_text->toPlainText(),
        .type = type(),
        .topic = m_topic->text().trimmed(),
        .keywords = keywords,
        .importance = isTouched ? double(m_importance->value()) / importanceSteps : m_stored.importance,
        .isAnchor = m_anchor->isChecked(),
        .assertion = AssertionStatus(m_assertion->currentIndex()),
    };
}

void MemoryForm::fitText()
{
    const int wanted = int(m_text->document()->size().height()); // a plain text document counts lines
    const int lines = std::clamp(wanted, fewestLines, mostLines);
    const int around = 2 * (int(m_text->document()->documentMargin()) + m_text->frameWidth()) + 4;
    m_text->setVerticalScrollBarPolicy(wanted > mostLines ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    m_text->setMinimumHeight(m_text->fontMetrics().lineSpacing() * lines + around);
}

FragmentType MemoryForm::type() const { return FragmentType(std::max(0, m_type->currentIndex())); }

bool MemoryForm::isAcceptable() const
{
    const auto text = m_text->toPlainText();
    const bool fits = codePointCount(text) <= textLimit(type()) || (m_isStored && text == m_stored.content);
    return fits && !text.trimmed().isEmpty() && !m_topic->text().trimmed().isEmpty();
}

void MemoryForm::setTopics(const QStringList &topics)
{
    auto *completer = new QCompleter(topics, m_topic);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    delete m_topic->completer();
    m_topic->setCompleter(completer);
}

void MemoryForm::fillChoices()
{
    m_isFilling = true;
    const auto fill = [](QComboBox *box, auto first, size_t count) {
        const int current = std::max(0, box->currentIndex());
        for (size_t i = 0; i < count; ++i) {
            if (box->count() <= int(i))
                box->addItem({});
            box->setItemText(int(i), word(decltype(first)(i)));
        }
        box->setCurrentIndex(current);
    };
    fill(m_type, FragmentType {}, EnumNames<FragmentType>::names.size());
    fill(m_assertion, AssertionStatus {}, EnumNames<AssertionStatus>::names.size());
    const auto &tokens = tokensOf(this);
    for (int i = 0; i < m_type->count(); ++i) {
        const auto each = FragmentType(i);
        m_type->setItemIcon(i, QIcon(typePixmap(each, fontMetrics().height(), devicePixelRatioF(), tokens.of(each))));
    }
    m_isFilling = false;
}

void MemoryForm::updateLength()
{
    const auto count = codePointCount(m_text->toPlainText());
    const int limit = textLimit(type());
    const bool isOver = count > limit;
    //: characters written, and how many fit
    auto text = tr("%1 / %2").arg(number(count), number(limit));
    if (isOver)
        text = tr("%1 – %n character(s) too many", nullptr, int(count - limit)).arg(text);
    m_length->setForegroundRole(isOver ? QPalette::BrightText : QPalette::PlaceholderText);
    m_length->setText(text);
}

void MemoryForm::updateImportance()
{
    const auto text = QLocale().toString(draft().importance, 'f', 2);
    m_importanceValue->setText(text);
    m_importance->setAccessibleDescription(text);
}

void MemoryForm::retranslate()
{
    const auto name = [this](QWidget *row, QWidget *field, const QString &text) {
        auto *label = qobject_cast<QLabel *>(m_rows->labelForField(row));
        label->setText(text);
        field->setAccessibleName(QString(text).remove(u'&'));
    };
    m_text->setAccessibleName(tr("Text of the memory"));
    m_text->setPlaceholderText(tr("One thing worth knowing, in one or two sentences"));
    name(m_type, m_type, tr("T&ype"));
    name(m_topic, m_topic, tr("T&opic"));
    name(m_keywords, m_keywords, tr("&Keywords"));
    name(m_importanceRow, m_importance, tr("&Importance"));
    name(m_assertion, m_assertion, tr("&Certainty"));
    m_keywords->setPlaceholderText(tr("Separated by commas"));
    m_anchor->setText(tr("&Anchor: keep for good"));
    m_anchor->setAccessibleName(tr("Anchor: keep for good"));
    updateLength();
}

void MemoryForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        fillChoices();
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace hub::ui

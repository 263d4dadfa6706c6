// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/theme/typography.h"

namespace hub::ui {

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent)
    , m_picture(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_buttons(new QHBoxLayout)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(32, 32, 32, 32);
    layout->setSpacing(8);
    layout->addStretch(2);
    for (auto *label : {m_picture, m_title, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        layout->addWidget(label);
    }
    layout->addSpacing(8);
    layout->addLayout(m_buttons);
    layout->addStretch(3);
    m_buttons->setSpacing(8);
    m_text->setWordWrap(true);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    setTextStyle(*m_title, TextStyle::Heading);
}

void EmptyState::say(const QString &iconName, const QString &title, const QString &text)
{
    m_iconName = iconName;
    m_title->setText(title);
    m_text->setText(text);
    drawPicture();
}

void EmptyState::offer(const QList<QAction *> &actions)
{
    while (const auto item = std::unique_ptr<QLayoutItem>(m_buttons->takeAt(0))) {
        if (auto *button = item->widget()) {
            button->hide();
            button->deleteLater();
        }
    }
    m_buttons->addStretch();
    for (auto *action : actions) {
        auto *button = new QPushButton(action->text(), this);
        button->setAccessibleName(QString(action->text()).remove(u'&'));
        button->setAutoDefault(false);
        button->setDefault(action == actions.constFirst());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        m_buttons->addWidget(button);
    }
    m_buttons->addStretch();
}

void EmptyState::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_iconName.isEmpty())
        drawPicture();
}

void EmptyState::drawPicture()
{
    const int size = fontMetrics().height() * 3;
    m_picture->setPixmap(
        icon(m_iconName, tokensOf(this)[Token::TextSecondary]).pixmap(QSize(size, size), devicePixelRatioF()));
}

} // namespace hub::ui

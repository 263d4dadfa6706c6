// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/sidebar.h"

#include "ui/shell/navbutton.h"
#include "ui/shell/statuschip.h"
#include "ui/theme/tokens.h"
#include "ui/view.h"

#include <QButtonGroup>
#include <QMenu>

namespace hub::ui {

Sidebar::Sidebar(QWidget *parent)
    : QFrame(parent)
    , m_group(new QButtonGroup(this))
    , m_buttons(new QVBoxLayout)
    , m_status(new StatusChip(this))
{
    m_buttons->setSpacing(2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 14, 11, 12);
    layout->addLayout(m_buttons);
    layout->addStretch(1);
    layout->addWidget(m_status);
    m_status->setMenu(new QMenu(m_status));
    connect(m_group, &QButtonGroup::idClicked, this, &Sidebar::chosen);
    setCollapsed(false);
    retranslate();
}

void Sidebar::add(const View &view)
{
    auto *button = new NavButton(view.iconName(), this);
    button->setObjectName(u"nav-"_s + view.id());
    m_group->addButton(button, int(m_group->buttons().size()));
    m_buttons->addWidget(button);
}

void Sidebar::setCurrent(int index)
{
    if (auto *button = m_group->button(index))
        button->setChecked(true);
}

void Sidebar::setTitles(const QStringList &titles)
{
    for (int i = 0; i < titles.size(); ++i) {
        auto *button = m_group->button(i);
        button->setText(titles[i]);
        button->setAccessibleName(titles[i]);
        //: a view and the keys that lead to it
        button->setToolTip(tr("%1 (Ctrl+%2)").arg(titles[i]).arg(i + 1));
    }
}

void Sidebar::setCollapsed(bool collapsed)
{
    m_isCollapsed = collapsed;
    for (auto *button : m_group->buttons())
        static_cast<NavButton *>(button)->setCollapsed(collapsed);
    m_status->setCollapsed(collapsed);
    const int em = fontMetrics().height();
    setMinimumWidth(collapsed ? 0 : em * 11);
    setMaximumWidth(collapsed ? em * 2 + 6 + 26 : em * 15);
}

void Sidebar::setStatus(const ServiceStatus &status) { m_status->setStatus(status); }

void Sidebar::setStatusActions(const QList<QAction *> &actions)
{
    m_status->menu()->clear();
    m_status->menu()->addActions(actions);
}

QWidget *Sidebar::focusStop() const { return m_group->checkedButton(); }

void Sidebar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &tokens = tokensOf(this);
    painter.fillRect(rect(), tokens[Token::Sidebar]);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), tokens[Token::Border]);
}

void Sidebar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange)
        setCollapsed(m_isCollapsed);
}

void Sidebar::retranslate() { setAccessibleName(tr("Views")); }

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section.h"

#include "ui/theme/typography.h"

namespace hub::ui {

Section::Section(QWidget *parent)
    : QWidget(parent)
    , m_heading(new QToolButton(this))
    , m_content(new QWidget(this))
    , m_body(new QVBoxLayout(m_content))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(m_heading);
    layout->addWidget(m_content);
    m_body->setContentsMargins({});
    m_body->setSpacing(2);
    m_heading->setAutoRaise(true);
    m_heading->setCheckable(false);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    setTextStyle(*m_heading, TextStyle::BodyStrong);
    connect(m_heading, &QToolButton::clicked, this, [this] { setOpen(m_content->isHidden()); });
    setOpen(true);
}

void Section::setTitle(const QString &title)
{
    m_heading->setText(title);
    m_heading->setAccessibleName(title);
}

void Section::setOpen(bool open)
{
    m_content->setVisible(open);
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
}

void Section::clear()
{
    while (const auto item = std::unique_ptr<QLayoutItem>(m_body->takeAt(0))) {
        if (auto *widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // it may be the very row whose click led here
        }
    }
}

} // namespace hub::ui

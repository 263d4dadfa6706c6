// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/noticebar.h"

#include "ui/style/hubstyle.h"
#include "ui/theme/icons.h"

#include <QAccessible>

namespace hub::ui {

NoticeBar::NoticeBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 8, 8);
    layout->setSpacing(10);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_action->setObjectName(u"noticeAction"_s);
    m_close->setIcon(icon(u"clear"_s));
    m_close->setAutoRaise(true);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &NoticeBar::close);
    connect(m_close, &QToolButton::clicked, this, &NoticeBar::close);
    connect(m_action, &QPushButton::clicked, this, [this] {
        const auto run = m_notice.onAction;
        close();
        if (run)
            run();
    });
    retranslate();
    hide();
}

void NoticeBar::show(Notice notice)
{
    m_notice = std::move(notice);
    m_text->setText(m_notice.text);
    m_text->setToolTip(m_notice.detail);
    m_action->setText(m_notice.action);
    m_action->setVisible(!m_notice.action.isEmpty());
    const int size = fontMetrics().height() + 2;
    const auto name = m_notice.kind == Kind::Info ? u"info"_s
        : m_notice.kind == Kind::Warning          ? u"warning"_s
                                                  : u"error"_s;
    m_icon->setPixmap(icon(name, accent()).pixmap(QSize(size, size), devicePixelRatioF()));
    if (m_notice.time.count() > 0)
        m_timer.start(m_notice.time);
    else
        m_timer.stop();
    QFrame::show();
    QAccessibleEvent spoken(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&spoken);
}

void NoticeBar::close()
{
    m_timer.stop();
    hide();
}

QColor NoticeBar::accent() const
{
    const auto &tokens = tokensOf(this);
    switch (m_notice.kind) {
    case Kind::Info: return tokens[Token::Accent];
    case Kind::Warning: return tokens[Token::Warning];
    case Kind::Error: return tokens[Token::Danger];
    }
    Q_UNREACHABLE();
}

void NoticeBar::paintEvent(QPaintEvent *)
{
    const auto &tokens = tokensOf(this);
    const auto fill = m_notice.kind == Kind::Info ? Token::AccentSoft
        : m_notice.kind == Kind::Warning          ? Token::WarningSoft
                                                  : Token::DangerSoft;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens[fill]);
    painter.drawRoundedRect(contentsRect(), controlRadius + 2, controlRadius + 2);
}

void NoticeBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void NoticeBar::retranslate()
{
    m_close->setAccessibleName(tr("Close notice"));
    m_close->setToolTip(tr("Close notice"));
}

} // namespace hub::ui

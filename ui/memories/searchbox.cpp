// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/searchbox.h"

#include "ui/theme/icons.h"

#include <QInputMethodEvent>

namespace hub::ui {
namespace {

using namespace std::chrono_literals;
constexpr auto typingPause = 200ms;
constexpr auto composingPause = 400ms;

} // namespace

SearchBox::SearchBox(QWidget *parent)
    : QLineEdit(parent)
{
    addAction(icon(u"search"_s), QLineEdit::LeadingPosition);
    setClearButtonEnabled(true);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &SearchBox::askNow);
    connect(this, &QLineEdit::textEdited, this, &SearchBox::schedule);
    connect(this, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.isEmpty() && m_composing.isEmpty()) // the clear button does not count as editing
            askNow();
    });
}

void SearchBox::setQuery(const QString &query)
{
    m_timer.stop();
    m_asked = query;
    setText(query);
}

void SearchBox::schedule() { m_timer.start(m_composing.isEmpty() ? typingPause : composingPause); }

void SearchBox::askNow()
{
    m_timer.stop();
    const auto query = visibleText().trimmed();
    if (std::exchange(m_asked, query) != query)
        Q_EMIT queried(query);
}

QString SearchBox::visibleText() const
{
    auto all = text();
    return all.insert(cursorPosition(), m_composing);
}

void SearchBox::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: return askNow();
    case Qt::Key_Escape: return clear();
    default: QLineEdit::keyPressEvent(event);
    }
}

void SearchBox::inputMethodEvent(QInputMethodEvent *event)
{
    m_composing = event->preeditString();
    QLineEdit::inputMethodEvent(event);
    schedule();
}

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/language/chatdesk.h"

#include <QMutexLocker>

#include <utility>

namespace hub {
namespace {

Error cancelled() { return {ErrorCode::Cancelled, u"The hub is shutting down"_s}; }

} // namespace
ChatDesk::ChatDesk(std::unique_ptr<ChatModel> model)
    : m_name(model->name())
    , m_model(std::move(model))
    , m_thread(QThread::create([this] { work(); }))
{
    m_thread->setObjectName(u"language"_s);
    m_thread->start();
}

ChatDesk::~ChatDesk()
{
    {
        const QMutexLocker lock(&m_mutex);
        m_isEnding = true;
    }
    m_change.wakeAll();
    m_thread->requestInterruption();
    m_thread->quit(); // ends the wait for a server
    m_thread->wait();
    const auto left = std::exchange(m_questions, {}); // from now on ask() answers at once
    for (const auto &question : left)
        question.answered(cancelled());
}

void ChatDesk::ask(const ChatRequest &request, Answered answered)
{
    {
        const QMutexLocker lock(&m_mutex);
        if (!m_isEnding)
            m_questions.push_back({.request = request, .answered = std::exchange(answered, {})});
    }
    if (answered)
        answered(cancelled());
    else
        m_change.wakeAll();
}

void ChatDesk::work()
{
    while (auto question = next())
        question->answered(m_model->answer(question->request));
    m_model.reset(); // where its sockets live
}

std::optional<ChatDesk::Question> ChatDesk::next()
{
    const QMutexLocker lock(&m_mutex);
    while (m_questions.empty() && !m_isEnding)
        m_change.wait(&m_mutex);
    if (m_isEnding)
        return std::nullopt;
    auto question = std::move(m_questions.front());
    m_questions.pop_front();
    return question;
}

} // namespace hub

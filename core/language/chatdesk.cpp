// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/language/chatdesk.h"

#include <QMutexLocker>

namespace hub {
namespace {

void give(QPromise<Result<QString>> &promise, const Result<QString> &answer)
{
    promise.addResult(answer);
    promise.finish();
}

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
    for (auto &question : m_questions)
        give(question.promise, Error {ErrorCode::Cancelled, u"The hub is shutting down"_s});
}

QFuture<Result<QString>> ChatDesk::ask(const ChatRequest &request)
{
    Question question {.request = request, .promise = {}};
    question.promise.start();
    auto answer = question.promise.future();
    {
        const QMutexLocker lock(&m_mutex);
        m_questions.push_back(std::move(question));
    }
    m_change.wakeAll();
    return answer;
}

void ChatDesk::work()
{
    while (auto question = next())
        give(question->promise, m_model->answer(question->request));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/language/chatmodel.h"

#include <QMutex>
#include <QThread>
#include <QWaitCondition>

#include <deque>
#include <functional>

namespace hub {

/// Asks a language model on a thread of its own, one question after the other: its
/// server has one computer to think on. ask() may be called from any thread.
class ChatDesk
{
public:
    explicit ChatDesk(std::unique_ptr<ChatModel> model);
    /// Who still waits, and who asks again because of that, is answered with Cancelled.
    ~ChatDesk();
    ChatDesk(const ChatDesk &) = delete;
    ChatDesk &operator=(const ChatDesk &) = delete;

    /// Called once, on the thread of the desk or the one that ends it.
    using Answered = std::function<void(const Result<QString> &)>;
    void ask(const ChatRequest &request, Answered answered);
    /// Of the model, as its server knows it.
    const QString &model() const { return m_name; }

private:
    struct Question {
        ChatRequest request;
        Answered answered;
    };

    void work();
    std::optional<Question> next();

    const QString m_name;
    std::unique_ptr<ChatModel> m_model; ///< of m_thread, once it runs
    QMutex m_mutex;
    QWaitCondition m_change;
    std::deque<Question> m_questions; ///< guarded by m_mutex, like what follows
    bool m_isEnding = false;
    std::unique_ptr<QThread> m_thread;
};

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/language/languagesettings.h"

#include <chrono>
#include <memory>

namespace hub {

class ModelServer;

/// One question to a language model.
struct ChatRequest {
    QString instructions; ///< how to answer: the system's part
    QString text;         ///< what to answer: the user's part
    int maxTokens = 600;  ///< of the answer
    std::chrono::milliseconds limit {30'000};
};

/// A language model behind POST {baseUrl}/chat/completions
/// (https://platform.openai.com/docs/api-reference/chat). Used from one thread.
class ChatModel
{
public:
    /// Fails when the address or the model is not usable. Does not connect.
    static Result<std::unique_ptr<ChatModel>> create(const LanguageSettings &settings);
    ~ChatModel();

    /// Waits for the answer, without what the model has thought aloud before it.
    /// Errors: those of ModelServer::post(); Internal when nothing was said.
    Result<QString> answer(const ChatRequest &request);
    const QString &name() const { return m_name; }

private:
    ChatModel(QString name, std::unique_ptr<ModelServer> server);

    QString m_name;
    std::unique_ptr<ModelServer> m_server;
};

} // namespace hub

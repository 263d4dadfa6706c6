// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/language/chatmodel.h"

#include "core/net/modelserver.h"

#include <QDeadlineTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace hub {
namespace {

constexpr qsizetype longestAnswer = 256 * 1024; ///< bytes, of the whole JSON
/// The same question gets the same answer, as far as the server can.
constexpr double temperature = 0;

QByteArray bodyOf(const QString &model, const ChatRequest &request)
{
    const auto message = [](const QString &role, const QString &content) {
        return QJsonObject {{u"role"_s, role}, {u"content"_s, content}};
    };
    return QJsonDocument(
        QJsonObject {{u"model"_s, model},
            {u"messages"_s, QJsonArray {message(u"system"_s, request.instructions), message(u"user"_s, request.text)}},
            {u"max_tokens"_s, request.maxTokens}, {u"temperature"_s, temperature}, {u"stream"_s, false}})
        .toJson(QJsonDocument::Compact);
}

/// Reasoning models of many servers put their thoughts before the answer.
QString withoutThoughts(QString text)
{
    static const QRegularExpression thoughts(
        u"<think(?:ing)?>.*?(?:</think(?:ing)?>|$)"_s, QRegularExpression::DotMatchesEverythingOption);
    return text.remove(thoughts).trimmed();
}

Result<QString> saidIn(const QByteArray &answer)
{
    const auto choices = QJsonDocument::fromJson(answer).object().value("choices"_L1).toArray();
    const auto message = choices.at(0).toObject().value("message"_L1).toObject();
    auto said = withoutThoughts(message.value("content"_L1).toString());
    if (said.isEmpty())
        return Error {ErrorCode::Internal, u"The language model said nothing"_s};
    return said;
}

} // namespace

ChatModel::ChatModel(QString name, std::unique_ptr<ModelServer> server)
    : m_name(std::move(name))
    , m_server(std::move(server))
{ }

ChatModel::~ChatModel() = default;

Result<std::unique_ptr<ChatModel>> ChatModel::create(const LanguageSettings &settings)
{
    HUB_TRY(server,
        ModelServer::create({.baseUrl = settings.baseUrl,
            .operation = u"chat/completions"_s,
            .apiKey = settings.apiKey,
            .name = u"The language model's server"_s}));
    if (settings.model.trimmed().isEmpty())
        return Error {ErrorCode::InvalidArgument, u"model is required: the name of a language model of the server"_s};
    return std::unique_ptr<ChatModel>(new ChatModel(settings.model.trimmed(), std::move(server)));
}

Result<QString> ChatModel::answer(const ChatRequest &request)
{
    HUB_TRY(
        answer, m_server->post(bodyOf(m_name, request), request.limit, QDeadlineTimer(request.limit), longestAnswer));
    return saidIn(answer);
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/resources.h"

#include "core/sessions/memorystate.h"
#include "server/later.h"
#include "server/mcp/tooltexts.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

ResourceContent asText(const QString &uri, const QJsonObject &json)
{
    return {.uri = uri,
        .mimeType = u"application/json"_s,
        .text = QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact))};
}

/// Runs a use case without arguments and gives its answer as the text of `uri`.
template <Described Out>
QFuture<Result<ResourceContent>> readFrom(
    Hub &hub, const Principal &caller, const QString &uri, Result<Out> (*useCase)(UnitOfWork &))
{
    return hub.read(caller, [uri, useCase](UnitOfWork &work) -> Result<ResourceContent> {
        HUB_TRY(answer, useCase(work));
        return asText(uri, toJson(answer));
    });
}

} // namespace

HubResources::HubResources(Hub &hub)
    : m_hub(hub)
    , m_listed(QJsonDocument::fromJson(
          resourceBytes(u":/mcp/resources/list.%1.json"_s.arg(hub.services().messages.language())))
                   .array())
{ }

QJsonArray HubResources::list(const Principal &caller) const { return caller.mayRead() ? m_listed : QJsonArray(); }

QFuture<Result<ResourceContent>> HubResources::read(const QString &uri, const Principal &caller)
{
    if (caller.mayRead()) {
        if (uri == u"memory://stats")
            return readFrom(m_hub, caller, uri, memoryCounts);
        if (uri == u"memory://topics")
            return readFrom(m_hub, caller, uri, memoryTopics);
        if (uri == u"memory://config")
            return readFrom(m_hub, caller, uri, memoryConfig);
        if (uri == u"memory://active-session")
            return readyFuture<Result<ResourceContent>>(
                asText(uri, toJson(activeSession(m_hub.sessions().activity(), caller))));
    }
    return readyFuture<Result<ResourceContent>>(Error {ErrorCode::NotFound, u"Resource not found: "_s + uri});
}

} // namespace hub::mcp

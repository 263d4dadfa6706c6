// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/resources.h"

#include "core/memory/knowledgegraph.h"
#include "core/search/documents.h"
#include "core/sessions/knownnames.h"
#include "core/sessions/memorystate.h"
#include "server/later.h"
#include "server/mcp/tooltexts.h"

#include <QJsonDocument>
#include <QUrl>

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
    Hub &hub, const Principal &caller, const QString &uri, const std::function<Result<Out>(UnitOfWork &)> &useCase)
{
    return hub.read(caller, [uri, useCase](UnitOfWork &work) -> Result<ResourceContent> {
        HUB_TRY(answer, useCase(work));
        return asText(uri, toJson(answer));
    });
}

QJsonArray readList(const Hub &hub, const QString &name)
{
    const auto path = u":/mcp/resources/%1.%2.json"_s.arg(name, hub.services().messages.language());
    return QJsonDocument::fromJson(resourceBytes(path)).array();
}

/// What stands for the variable of `uri` = `before` + variable + `after`; nothing if it is another one.
std::optional<QString> variableOf(const QString &uri, const QString &before, const QString &after = {})
{
    if (!uri.startsWith(before) || !uri.endsWith(after) || uri.size() <= before.size() + after.size())
        return std::nullopt;
    const auto value = uri.sliced(before.size()).chopped(after.size());
    return value.contains(u'/') ? std::nullopt : std::optional(QUrl::fromPercentEncoding(value.toUtf8()));
}

const auto graphUri = u"memory://knowledge-graph"_s;

} // namespace

HubResources::HubResources(Hub &hub, const ToolSets *sets)
    : m_hub(hub)
    , m_sets(sets)
    , m_listed(readList(hub, u"list"_s))
    , m_templates(readList(hub, u"templates"_s))
{ }

bool HubResources::offersGraph(const Principal &caller) const
{
    return m_sets && m_sets->offer(caller, ToolSet::KnowledgeGraph);
}

QJsonArray HubResources::list(const Principal &caller) const
{
    if (!caller.mayRead())
        return {};
    QJsonArray offered;
    for (const auto &one : m_listed) {
        if (one[u"uri"_s] != graphUri || offersGraph(caller))
            offered += one;
    }
    return offered;
}

QJsonArray HubResources::templates(const Principal &caller) const
{
    return caller.mayRead() ? m_templates : QJsonArray();
}

QFuture<Result<ResourceContent>> HubResources::read(const QString &uri, const Principal &caller)
{
    if (!caller.mayRead())
        return readyFuture<Result<ResourceContent>>(Error {ErrorCode::NotFound, u"Resource not found: "_s + uri});
    return readNamed(uri, caller);
}

HubResources::Read HubResources::readNamed(const QString &uri, const Principal &caller)
{
    if (uri == u"memory://stats")
        return readFrom<MemoryCounts>(m_hub, caller, uri, memoryCounts);
    if (uri == u"memory://topics")
        return readFrom<MemoryTopics>(m_hub, caller, uri, memoryTopics);
    if (uri == u"memory://config")
        return readFrom<MemoryConfig>(m_hub, caller, uri, memoryConfig);
    if (uri == u"memory://active-session")
        return readyFuture<Result<ResourceContent>>(
            asText(uri, toJson(activeSession(m_hub.sessions().activity(), caller))));
    if (uri == graphUri && offersGraph(caller))
        return readFrom<KnowledgeGraph>(m_hub, caller, uri, [](UnitOfWork &work) { return readGraph(work, {}); });
    return readTemplated(uri, caller);
}

HubResources::Read HubResources::readTemplated(const QString &uri, const Principal &caller)
{
    if (const auto id = variableOf(uri, u"memory://fragments/"_s))
        return readFrom<Document>(
            m_hub, caller, uri, [id = *id](UnitOfWork &work) { return fetchDocument(work, {id}); });
    if (const auto name = variableOf(uri, u"memory://workspaces/"_s, u"/topics"_s))
        return readFrom<WorkspaceTopics>(
            m_hub, caller, uri, [name = *name](UnitOfWork &work) { return topicsOfWorkspace(work, name); });
    return readyFuture<Result<ResourceContent>>(Error {ErrorCode::NotFound, u"Resource not found: "_s + uri});
}

} // namespace hub::mcp

// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/toolregistry.h"

#include "core/base/log.h"
#include "core/base/text.h"
#include "core/memory/quota.h"
#include "server/http/errormap.h"
#include "server/mcp/tools/tools.h"

namespace hub::mcp {
namespace {

QList<Tool> allTools()
{
    return {rememberTool(), batchRememberTool(), batchStatusTool(), recallTool(), contextTool(), forgetTool(),
        amendTool(), linkTool(), reflectTool(), toolFeedbackTool(), memoryStatsTool(), sessionRotateTool(),
        graphExploreTool(), fragmentHistoryTool(), reconstructHistoryTool(), searchTracesTool(), skillGuideTool(),
        memoryConsolidateTool(), checkUpdateTool(), applyUpdateTool(), createEntitiesTool(), createRelationsTool(),
        addObservationsTool(), deleteEntitiesTool(), deleteObservationsTool(), deleteRelationsTool(), readGraphTool(),
        searchNodesTool(), openNodesTool(), searchTool(), fetchTool()};
}

QJsonObject annotations(const ToolEntry &entry)
{
    return {{u"title"_s, entry.title}, {u"readOnlyHint"_s, entry.meta.riskLevel == Permission::Read},
        {u"destructiveHint"_s, entry.destructive}, {u"idempotentHint"_s, entry.meta.idempotent},
        {u"openWorldHint"_s, false}};
}

/// The keywords of a call, for the account of the session.
QStringList wordsOf(const QJsonObject &arguments)
{
    constexpr qsizetype mostWords = 20;
    constexpr qsizetype longestWord = 60;
    QStringList words;
    const auto given = arguments.value(u"keywords"_s).toArray();
    for (const auto &word : given) {
        const auto text = oneLine(cutText(canonicalText(word.toString()), longestWord));
        if (!text.isEmpty() && words.size() < mostWords)
            words += text;
    }
    return words;
}

QJsonObject listing(const ToolEntry &entry, const Tool &tool)
{
    const auto text = readToolText(entry.name);
    QJsonObject listed {{u"name"_s, entry.name}, {u"description"_s, text.description},
        {u"inputSchema"_s, describedSchema(tool.inputSchema, text)}, {u"annotations"_s, annotations(entry)},
        {u"meta"_s, toJson(entry.meta)},
        {u"_meta"_s, QJsonObject {{u"io.github.anchorhold/riskLevel"_s, toString(entry.meta.riskLevel)}}}};
    if (entry.set)
        listed.insert(u"title"_s, entry.title);
    if (!tool.outputSchema.isEmpty())
        listed.insert(u"outputSchema"_s, tool.outputSchema);
    return listed;
}

} // namespace

HubToolRegistry::HubToolRegistry(Hub &hub, const ToolSets *sets)
    : m_hub(hub)
    , m_sets(sets)
{
    auto tools = allTools();
    for (const auto &entry : readToolTable()) {
        const auto tool
            = std::find_if(tools.begin(), tools.end(), [&](const Tool &one) { return one.name == entry.name; });
        Q_ASSERT_X(tool != tools.end(), "HubToolRegistry", qPrintable(entry.name));
        m_offers.append({.tool = *tool,
            .meta = entry.meta,
            .set = entry.set,
            .modes = entry.modes,
            .listed = listing(entry, *tool)});
    }
    Q_ASSERT_X(m_offers.size() == tools.size(), "HubToolRegistry", "every tool is in the table");
}

bool HubToolRegistry::mayCall(const Principal &caller, const ToolMeta &meta)
{
    return meta.requiresMaster ? caller.isMaster() : caller.may(meta.riskLevel);
}

bool HubToolRegistry::isOffered(const Principal &caller, const Offer &offer) const
{
    return !offer.set || (m_sets && m_sets->offer(caller, *offer.set));
}

bool HubToolRegistry::isInMode(const Principal &caller, const Offer &offer)
{
    const auto mode = caller.activeMode();
    return !mode || *mode == Mode::Onboarding || offer.modes.contains(*mode);
}

QJsonArray HubToolRegistry::list(const Principal &caller) const
{
    QJsonArray tools;
    for (const auto &offer : m_offers) {
        if (!isOffered(caller, offer) || !mayCall(caller, offer.meta) || !isInMode(caller, offer))
            continue;
        if (caller.activeMode() == Mode::Onboarding && offer.tool.name == u"get_skill_guide")
            tools.prepend(offer.listed);
        else
            tools += offer.listed;
    }
    return tools;
}

std::optional<RpcError> HubToolRegistry::refusal(const Offer &offer, const Principal &caller) const
{
    const auto &name = offer.tool.name;
    if (!mayCall(caller, offer.meta)) {
        const auto level = offer.meta.requiresMaster ? u"master"_s : toString(offer.meta.riskLevel);
        qCWarning(lcServer).noquote() << u"Permission denied: '%1' requires '%2' permission (key %3)"_s.arg(
            name, level, caller.keyId);
        return RpcError {code::invalidRequest, u"Internal error"_s};
    }
    if (!isInMode(caller, offer)) {
        return RpcError {code::invalidRequest,
            u"The mode %1 does not allow the tool %2"_s.arg(toString(*caller.activeMode()), name)};
    }
    if (const auto counted = m_hub.services().usage->enter(caller); !counted)
        return RpcError {http::jsonRpcCode(counted.error().code), counted.error().message, counted.error().data};
    return std::nullopt;
}

QFuture<ToolOutcome> HubToolRegistry::withQuota(QFuture<ToolOutcome> running, const CallContext &context)
{
    return chained(running, [this, context](const ToolOutcome &outcome) {
        return mapped(m_hub.read(context.caller, quotaOf), [context, outcome](const Result<QuotaState> &quota) {
            if (quota && quota->limit) {
                context.conversation.header("X-RateLimit-Limit", QByteArray::number(*quota->limit));
                context.conversation.header("X-RateLimit-Remaining", QByteArray::number(quota->remaining.value_or(0)));
                context.conversation.header("X-RateLimit-Resource", "fragments");
            }
            return outcome;
        });
    });
}

QFuture<ToolOutcome> HubToolRegistry::call(
    const QString &name, const QJsonObject &arguments, const CallContext &context)
{
    const auto offer = std::find_if(m_offers.cbegin(), m_offers.cend(),
        [&](const Offer &one) { return one.tool.name == name && isOffered(context.caller, one); });
    if (offer == m_offers.cend())
        return readyOutcome(RpcError {code::invalidParams, u"Unknown tool: "_s + name});
    if (const auto refused = refusal(*offer, context.caller))
        return readyOutcome(*refused);
    auto counted = context; // from here on the session is the stretch of work that memory knows
    counted.caller.sessionId = m_hub.sessions().enter(context.caller, name, wordsOf(arguments));
    auto running = offer->tool.run(m_hub, arguments, counted);
    const bool isLimited = context.caller.fragmentLimit && !context.caller.isMaster();
    return isLimited ? withQuota(std::move(running), context) : running;
}

} // namespace hub::mcp

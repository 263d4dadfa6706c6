// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/completions.h"

#include "core/sessions/knownnames.h"
#include "core/sessions/memorystate.h"
#include "server/later.h"

namespace hub::mcp {
namespace {

Completion matching(const QStringList &all, const QString &begun)
{
    Completion found;
    QStringList within;
    for (const auto &value : all) {
        if (value.startsWith(begun, Qt::CaseInsensitive))
            found.values += value;
        else if (value.contains(begun, Qt::CaseInsensitive))
            within += value;
    }
    found.values += within;
    found.total = int(found.values.size());
    return found;
}

} // namespace

HubCompletions::HubCompletions(Hub &hub, const PromptRegistry &prompts, const ResourceRegistry &resources)
    : m_hub(hub)
    , m_prompts(prompts)
    , m_resources(resources)
{ }

bool HubCompletions::exists(const CompletionQuery &query, const Principal &caller) const
{
    const auto all = query.isPrompt ? m_prompts.list(caller) : m_resources.templates(caller);
    const auto member = query.isPrompt ? u"name"_s : u"uriTemplate"_s;
    return std::any_of(all.begin(), all.end(), [&](const auto &one) { return one[member] == query.target; });
}

QFuture<Result<Completion>> HubCompletions::complete(const CompletionQuery &query, const Principal &caller)
{
    using Found = Result<Completion>;
    if (!exists(query, caller))
        return readyFuture<Found>(Error {ErrorCode::NotFound, u"There is nothing to complete of: "_s + query.target});
    const auto begun = query.begun;
    const auto ask = [&](auto useCase) { return m_hub.read(caller, std::move(useCase)); };
    if (caller.mayRead() && query.argument == u"topic")
        return ask([begun](UnitOfWork &work) -> Found {
            HUB_TRY(found, memoryTopics(work));
            return matching(found.topics, begun);
        });
    if (caller.mayRead() && query.argument == u"workspace")
        return ask([begun](UnitOfWork &work) -> Found {
            HUB_TRY(found, knownWorkspaces(work));
            return matching(found, begun);
        });
    if (caller.mayRead() && query.argument == u"id")
        return ask([begun](UnitOfWork &work) -> Found {
            HUB_TRY(found, knownIds(work, begun, completionLimit));
            return Completion {.values = found.ids, .total = found.total};
        });
    return readyFuture<Found>(Completion {});
}

} // namespace hub::mcp

// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/completions.h"

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

HubCompletions::HubCompletions(Hub &hub, const PromptRegistry &prompts)
    : m_hub(hub)
    , m_prompts(prompts)
{ }

QFuture<Result<Completion>> HubCompletions::complete(const CompletionQuery &query, const Principal &caller)
{
    const auto prompts = m_prompts.list(caller);
    const bool isKnown = query.isPrompt && std::any_of(prompts.begin(), prompts.end(), [&](const auto &prompt) {
        return prompt.toObject().value(u"name"_s) == query.target;
    });
    if (!isKnown)
        return readyFuture<Result<Completion>>(
            Error {ErrorCode::NotFound, u"There is nothing to complete of: "_s + query.target});
    if (query.argument != u"topic" || !caller.mayRead())
        return readyFuture<Result<Completion>>(Completion {});
    return m_hub.read(caller, [begun = query.begun](UnitOfWork &work) -> Result<Completion> {
        HUB_TRY(found, memoryTopics(work));
        return matching(found.topics, begun);
    });
}

} // namespace hub::mcp

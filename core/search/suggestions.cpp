// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/suggestions.h"

#include "core/memory/unitofwork.h"
#include "core/search/searchjournal.h"

namespace hub {
namespace {

constexpr int repeatedFrom = 3;         ///< this time included
constexpr qsizetype manyMemories = 100; ///< above it, a type helps

Suggestion suggestion(UnitOfWork &work, const QString &code, const QString &tool, const QJsonObject &arguments)
{
    return {.code = code,
        .message = work.services().messages.text(u"suggestion."_s + code),
        .recommendedTool = tool,
        .recommendedArgs = arguments};
}

bool isRepeated(UnitOfWork &work, const SearchPlan &plan)
{
    const auto *journal = work.services().journal;
    return journal && !plan.labels.isEmpty() && !plan.cursor
        && journal->repeats(work.caller().ownKey(), plan.labels, work.now()) + 1 >= repeatedFrom;
}

/// The case that most of the results belong to.
std::optional<QString> mostFrequentCase(const RecallAnswer &answer)
{
    QHash<QString, int> counts;
    std::optional<QString> best;
    int most = 0;
    for (const auto &fragment : answer.fragments) {
        if (!fragment.caseId || ++counts[*fragment.caseId] <= most)
            continue;
        best = fragment.caseId;
        most = counts.value(*best);
    }
    return best;
}

bool hasManyMemories(UnitOfWork &work, const SearchPlan &plan, const RecallAnswer &answer)
{
    if (answer.totalCount > manyMemories)
        return true;
    const auto &lexical = work.services().lexical;
    const auto visible = plan.access.visible(lexical.names());
    const auto live = [&](const DocumentAttributes &d) { return d.validToMs == 0 && visible(d); };
    return lexical.countUpTo(live, manyMemories + 1) > manyMemories;
}

} // namespace

std::optional<Suggestion> recallSuggestion(UnitOfWork &work, const SearchPlan &plan, const RecallAnswer &answer)
{
    if (plan.request.wholeTexts)
        return {};
    if (isRepeated(work, plan)) {
        if (const auto caseId = mostFrequentCase(answer))
            return suggestion(work, u"repeat_query"_s, u"reconstruct_history"_s, {{u"caseId"_s, *caseId}});
        QJsonObject start;
        if (!answer.fragments.isEmpty())
            start.insert(u"startId"_s, answer.fragments.constFirst().id);
        return suggestion(work, u"repeat_query"_s, u"graph_explore"_s, start);
    }
    if (answer.fragments.isEmpty() && plan.circumstances.isEmpty()) {
        const auto example = work.services().messages.text(u"suggestion.context_example"_s);
        return suggestion(work, u"empty_result_no_context"_s, u"recall"_s, {{u"contextText"_s, example}});
    }
    if (!plan.request.type && hasManyMemories(work, plan, answer)) {
        const auto type = answer.fragments.isEmpty() ? FragmentType::Decision : answer.fragments.constFirst().type;
        return suggestion(work, u"no_type_filter_noisy"_s, u"recall"_s, {{u"type"_s, toString(type)}});
    }
    return {};
}

} // namespace hub

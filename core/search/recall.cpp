// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/recall.h"

#include "core/memory/unitofwork.h"
#include "core/search/answerpage.h"
#include "core/search/hints.h"
#include "core/search/rankings.h"
#include "core/search/searchjournal.h"
#include "core/search/suggestions.h"

#include <QElapsedTimer>

namespace hub {
namespace {

/// The ranking that the cursor goes on with, or a new one.
Result<KeptRanking> rankingFor(UnitOfWork &work, const SearchPlan &plan)
{
    const auto *rankings = work.services().rankings;
    if (rankings && plan.cursor && plan.cursor->ranking) {
        if (auto kept = rankings->of(*plan.cursor->ranking, plan.fingerprint(work.caller())))
            return *kept;
    }
    HUB_TRY(ranking, plan.isBrowsing() ? browse(work, plan) : rank(work, plan));
    return KeptRanking {.fingerprint = {}, .ranking = ranking, .alongside = {}};
}

/// Where the page after this one begins, and whether there is one.
void closePage(UnitOfWork &work, const SearchPlan &plan, const AnswerPage &page, KeptRanking kept, RecallAnswer &answer)
{
    Cursor next {.anchorTime = plan.anchor.ms, .newest = plan.newest, .offset = 0, .createdMs = {}, .seq = {}};
    const int passed = page.passed();
    if (plan.isBrowsing()) {
        answer.hasMore = passed < kept.ranking.candidates.size();
        if (passed > 0) {
            next.createdMs = page.candidates()[passed - 1].attributes.createdMs;
            next.seq = page.candidates()[passed - 1].seq;
        }
    } else {
        next.offset = (plan.cursor ? plan.cursor->offset : 0) + passed;
        answer.hasMore = next.offset < answer.totalCount;
    }
    if (!answer.hasMore)
        return;
    if (auto *rankings = work.services().rankings; rankings && !plan.isBrowsing()) {
        kept.fingerprint = plan.fingerprint(work.caller());
        next.ranking = rankings->keep(std::move(kept));
    }
    answer.nextCursor = next.encode();
}

/// Notes the search of an agent. What the person at the window looks at is nobody's use.
Nullable<qint64> note(UnitOfWork &work, const SearchPlan &plan, const Ranking &ranking, const AnswerPage &page,
    const RecallAnswer &answer, qint64 microseconds)
{
    auto *journal = work.services().journal;
    if (!journal || plan.request.wholeTexts || work.caller().seesAllAgents)
        return {};
    auto record = recordOf(work, plan, ranking);
    record.id = journal->nextId();
    record.resultCount = answer.count;
    record.latencyMicroseconds = microseconds;
    record.shown = page.shown();
    for (const auto &fragment : answer.fragments)
        record.fragmentIds += fragment.id;
    const auto id = record.id;
    journal->note(std::move(record));
    return id;
}

} // namespace

Result<RecallAnswer> recall(UnitOfWork &work, const RecallRequest &request)
{
    QElapsedTimer timer;
    timer.start();
    HUB_TRY(plan, planSearch(work, request));
    HUB_TRY(kept, rankingFor(work, plan));
    AnswerPage page(work, plan, kept.ranking, plan.isBrowsing() || !plan.cursor ? 0 : plan.cursor->offset);
    HUB_CHECK(page.addCases());
    HUB_CHECK(page.addRanked());
    HUB_CHECK(page.addPreviews());
    HUB_CHECK(page.addLinked(kept.alongside));
    HUB_CHECK(page.addNearby());
    auto answer = page.finished();
    closePage(work, plan, page, kept, answer);
    HUB_TRY(hints, recallHints(work, plan, answer, page.hasContradiction()));
    const auto suggestion = recallSuggestion(work, plan, answer);
    const auto eventId = note(work, plan, kept.ranking, page, answer, timer.nsecsElapsed() / 1000);
    answer.meta = {.searchEventId = eventId, .hints = hints, .serverTime = serverTime(work), .suggestion = suggestion};
    return answer;
}

QJsonObject recallJson(const RecallAnswer &answer, const RecallRequest &request)
{
    auto json = toJson(answer);
    if (request.fieldNames.isEmpty())
        return json;
    QJsonArray trimmed;
    for (const auto &item : json[u"fragments"_s].toArray()) {
        const auto fragment = item.toObject();
        QJsonObject kept;
        for (const auto &name : request.fieldNames) {
            if (const auto value = fragment.value(name); !value.isUndefined())
                kept.insert(name, value);
        }
        trimmed += kept;
    }
    json.insert(u"fragments"_s, trimmed);
    return json;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/searchrecord.h"

#include "core/index/keywords.h"
#include "core/memory/unitofwork.h"
#include "core/search/activation.h"
#include "core/search/neighbours.h"

namespace hub {
namespace {

constexpr qsizetype linkedTogether = 5; ///< best results that are linked pairwise
constexpr int neighboursTouched = 20;
constexpr int contextKeywords = 8;
constexpr qsizetype contextSeeds = 10;
constexpr qsizetype contextNeighbours = 10;
constexpr double contextLift = 0.1;
constexpr qint64 contextPause = 10 * msPerMinute;

QueryType typeOf(const SearchPlan &plan)
{
    const bool keywords = !plan.labels.isEmpty();
    const bool text = plan.request.text && !plan.request.text->trimmed().isEmpty();
    const bool topic = plan.request.topic.has_value();
    if (int(keywords) + int(text) + int(topic) > 1)
        return QueryType::Mixed;
    return keywords ? QueryType::Keywords : text ? QueryType::Text : topic ? QueryType::Topic : QueryType::Browse;
}

QStringList filtersOf(const SearchPlan &plan)
{
    const auto &r = plan.request;
    const QList<std::pair<QString, bool>> filters {{u"topic"_s, r.topic.has_value()}, {u"type"_s, r.type.has_value()},
        {u"depth"_s, r.depth.has_value()}, {u"caseId"_s, r.caseId.has_value()},
        {u"resolutionStatus"_s, r.resolutionStatus.has_value()}, {u"phase"_s, r.phase.has_value()},
        {u"affect"_s, !r.affect.isEmpty()}, {u"minImportance"_s, r.minImportance.has_value()},
        {u"isAnchor"_s, r.isAnchor.value_or(false)}, {u"timeRange"_s, plan.period.has_value()},
        {u"asOf"_s, plan.asOf.has_value()}, {u"threshold"_s, r.threshold.has_value()},
        {u"workspace"_s, r.workspace.has_value()}, {u"linkRelationType"_s, r.linkRelationType.has_value()},
        {u"includeSuperseded"_s, r.includeSuperseded}, {u"includePeerAgents"_s, r.includePeerAgents},
        {u"caseMode"_s, r.caseMode}, {u"cursor"_s, plan.cursor.has_value()}};
    QStringList names;
    for (const auto &[name, used] : filters) {
        if (used)
            names += name;
    }
    return names;
}

Result<void> writeEvent(UnitOfWork &work, const SearchRecord &r)
{
    HUB_TRY(event, work.database().prepareNamed(u"search/event_put"));
    const auto session = r.sessionId.isEmpty() ? std::optional<QString>() : std::optional(r.sessionId);
    const auto &f = r.figures;
    HUB_CHECK(event
                  .bind(r.id, session, r.caller.ownKey(), r.searchPath, r.queryType, r.keywords, r.filters,
                      r.resultCount, f.lexical, f.semantic, f.graph, f.labelled, r.latencyMicroseconds,
                      f.labelMicroseconds, f.lexicalMicroseconds, f.semanticMicroseconds, r.at)
                  .run());
    for (qsizetype rank = 0; rank < r.fragmentIds.size(); ++rank) {
        HUB_TRY(fragment, work.database().prepareNamed(u"search/event_fragment_put"));
        HUB_CHECK(fragment.bind(r.id, qint64(rank) + 1, r.fragmentIds[rank]).run());
    }
    return {};
}

Result<void> touch(UnitOfWork &work, qint64 seq, Timestamp at)
{
    HUB_TRY(statement, work.database().prepareNamed(u"search/access_put"));
    return statement.bind(seq, at).run();
}

/// One more use of what was shown. A list without a question is no sign that its
/// memories were wanted: it counts as use, and lifts nothing.
Result<void> noteUse(UnitOfWork &work, const SearchRecord &record)
{
    HUB_TRY(standings, ownedStandings(work, record.access, record.shown));
    for (const auto &standing : standings) {
        HUB_CHECK(touch(work, standing.seq, record.at));
        if (record.queryType != QueryType::Browse && record.queryType != QueryType::Topic)
            HUB_CHECK(setActivation(work, standing.seq, risen(standing, record.at), record.at));
    }
    return {};
}

/// The best of what was found together are linked, more firmly each time.
Result<void> linkTogether(UnitOfWork &work, const SearchRecord &record)
{
    if (record.queryType == QueryType::Browse || record.queryType == QueryType::Topic)
        return {};
    const auto best = record.shown.mid(0, linkedTogether);
    HUB_TRY(owned, ownedStandings(work, record.access, best));
    for (qsizetype a = 0; a < owned.size(); ++a) {
        for (qsizetype b = a + 1; b < owned.size(); ++b) {
            HUB_TRY(firmer, work.database().prepareNamed(u"search/co_retrieved_strengthen"));
            HUB_CHECK(firmer.bind(owned[a].seq, owned[b].seq).run());
            if (firmer.changed() > 0)
                continue;
            HUB_TRY(put, work.database().prepareNamed(u"search/co_retrieved_put"));
            HUB_CHECK(put.bind(owned[a].seq, owned[b].seq, record.at).run());
        }
    }
    HUB_TRY(near, work.database().prepareNamed(u"search/co_retrieved_touch"));
    near.set(":now"_L1, record.at).set(":seqs"_L1, jsonList(best)).set(":limit"_L1, neighboursTouched);
    return record.access.bindOwned(near).run();
}

/// Spreading activation: what the conversation is about becomes more present, and what
/// that is linked with.
Result<void> activateContext(UnitOfWork &work, const SearchRecord &record, ContextMemory &activated)
{
    const auto keywords = extractKeywords(record.circumstances, contextKeywords);
    if (keywords.isEmpty())
        return {};
    const auto &lexical = work.services().lexical;
    const auto visible = record.access.visible(lexical.names());
    const auto found = lexical.search({.terms = analyseQuery(keywords.join(u' ')),
        .accept = [&](const DocumentAttributes &d) { return d.validToMs == 0 && visible(d); }});
    QList<qint64> hits;
    for (const auto &hit : found.hits) {
        if (hit.raw.bm > 0) // shares a word, not only letters
            hits += hit.seq;
    }
    HUB_TRY(seeds, ownedStandings(work, record.access, hits.mid(0, contextSeeds)));
    QList<qint64> seqs;
    for (const auto &seed : seeds)
        seqs += seed.seq;
    const QString conversation = record.access.agent() + u'\n' + record.caller.keyId + u'\n' + record.sessionId;
    seqs = activated.fresh(conversation, seqs, record.at);
    HUB_TRY(near, neighboursOf(work, record.access, seqs));
    for (qsizetype i = 0; i < near.size() && i < contextNeighbours; ++i) {
        if (!seqs.contains(near[i].seq))
            seqs += near[i].seq;
    }
    HUB_TRY(standings, ownedStandings(work, record.access, seqs));
    for (const auto &standing : standings) {
        HUB_CHECK(touch(work, standing.seq, record.at));
        HUB_CHECK(setActivation(work, standing.seq, std::min(1.0, standing.activation + contextLift), record.at));
    }
    return {};
}

} // namespace

SearchRecord recordOf(const UnitOfWork &work, const SearchPlan &plan, const Ranking &ranking)
{
    SearchRecord record;
    record.caller = work.caller();
    record.access = plan.access;
    record.sessionId = plan.request.sessionId.value_or(work.caller().sessionId);
    record.searchPath = ranking.searchPath;
    record.queryType = typeOf(plan);
    record.keywords = plan.labels;
    record.keywords.sort();
    record.filters = filtersOf(plan);
    record.figures = ranking.figures;
    record.at = work.now();
    if (work.services().memory.spreadingActivation)
        record.circumstances = plan.circumstances;
    return record;
}

QList<qint64> ContextMemory::fresh(const QString &conversation, const QList<qint64> &seqs, Timestamp now)
{
    m_activated.removeIf([&](decltype(m_activated)::iterator it) { return now.ms - it->ms >= contextPause; });
    QList<qint64> fresh;
    for (const auto seq : seqs) {
        const std::pair key(conversation, seq);
        if (m_activated.contains(key))
            continue;
        m_activated.insert(key, now);
        fresh += seq;
    }
    return fresh;
}

Result<void> leaveTraces(UnitOfWork &work, const SearchRecord &record, ContextMemory &activated)
{
    HUB_CHECK(writeEvent(work, record));
    HUB_CHECK(noteUse(work, record));
    HUB_CHECK(linkTogether(work, record));
    return record.circumstances.isEmpty() ? Result<void>() : activateContext(work, record, activated);
}

} // namespace hub

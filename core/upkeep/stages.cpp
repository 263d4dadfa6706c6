// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upkeep/stages.h"

#include "core/base/text.h"
#include "core/memory/stats.h"
#include "core/memory/unitofwork.h"
#include "core/search/neighbours.h"

namespace hub {
namespace {

constexpr qint64 rowsPerSlice = 2000;  // about 10 ms
constexpr int deletionsPerSlice = 100; // each takes links, versions and vectors with it
constexpr int mostStale = 20;
constexpr int previewLength = 60;
constexpr qint64 warmAfter = 7 * msPerDay; ///< without use
constexpr qint64 coldAfter = 30 * msPerDay;
constexpr qint64 eventsKept = 30 * msPerDay;

Timestamp ago(const UnitOfWork &work, qint64 ms) { return {work.now().ms - ms}; }

Result<int> move(UnitOfWork &work, UpkeepRun &run, QStringView name, Timestamp before)
{
    HUB_TRY(statement, work.database().prepareNamed(name));
    statement.set(":after"_L1, run.position).set(":until"_L1, run.position + rowsPerSlice).set(":before"_L1, before);
    HUB_CHECK(run.access.bindOwned(statement).run());
    return statement.changed();
}

/// hot -> warm -> cold, at most one step a run.
Result<SliceDone> moveTiers(UnitOfWork &work, UpkeepRun &run)
{
    HUB_TRY(newest, work.database().prepareNamed(u"upkeep/newest"));
    HUB_TRY(last, newest.scalar<qint64>());
    HUB_TRY(cooled, move(work, run, u"upkeep/warm_to_cold", ago(work, coldAfter)));
    HUB_TRY(warmed, move(work, run, u"upkeep/hot_to_warm", ago(work, warmAfter)));
    run.position += rowsPerSlice;
    run.report.ttlTransitions += cooled + warmed;
    return SliceDone {.affected = cooled + warmed, .isLast = run.position >= last.value_or(0)};
}

Result<SliceDone> countCandidates(UnitOfWork &work, UpkeepRun &run)
{
    HUB_TRY(statement, work.database().prepareNamed(u"upkeep/gc_candidates"));
    statement.set(":now"_L1, work.now()).set(":day"_L1, msPerDay);
    HUB_TRY(counts, run.access.bindOwned(statement).all<NamedCount>());
    int all = 0;
    for (const auto &[name, count] : counts) {
        run.report.gcCandidatesByType.insert(name, count);
        all += int(count);
    }
    return SliceDone {.affected = all, .isLast = true};
}

Result<SliceDone> collectStale(UnitOfWork &work, UpkeepRun &run)
{
    HUB_TRY(statement, work.database().prepareNamed(u"upkeep/stale"));
    statement.set(":now"_L1, work.now()).set(":day"_L1, msPerDay).set(":limit"_L1, mostStale);
    HUB_TRY(stale, run.access.bindOwned(statement).all<StaleFragment>());
    for (auto &one : stale)
        one.content = cutText(oneLine(one.content), previewLength);
    run.report.staleFragments = stale;
    return SliceDone {.affected = int(stale.size()), .isLast = true};
}

Result<SliceDone> dropSearchEvents(UnitOfWork &work, UpkeepRun &run)
{
    HUB_TRY(statement, work.database().prepareNamed(u"upkeep/search_events_drop"));
    statement.set(":before"_L1, ago(work, eventsKept)).set(":limit"_L1, deletionsPerSlice);
    HUB_CHECK(run.access.bindOwned(statement).run());
    const int gone = statement.changed();
    run.report.searchEventsGarbageCollected += gone;
    return SliceDone {.affected = gone, .isLast = gone < deletionsPerSlice};
}

/// For good, with what cases have noted of them.
Result<SliceDone> emptyTrash(UnitOfWork &work, UpkeepRun &run)
{
    HUB_TRY(statement, work.database().prepareNamed(u"upkeep/trash_old"));
    statement.set(":before"_L1, ago(work, run.settings.emptyTrashAfterDays * msPerDay))
        .set(":limit"_L1, deletionsPerSlice);
    HUB_TRY(seqs, run.access.bindOwned(statement).column<qint64>());
    const auto list = jsonList(seqs);
    for (const auto name : {u"upkeep/trash_drop_events", u"upkeep/trash_drop"}) {
        HUB_TRY(drop, work.database().prepareNamed(name));
        HUB_CHECK(drop.bind(list).run());
    }
    const auto gone = int(seqs.size());
    run.report.trashPurged += gone;
    return SliceDone {.affected = gone, .isLast = gone < deletionsPerSlice};
}

bool emptiesTrash(const UpkeepSettings &settings) { return settings.emptyTrashAfterDays > 0; }

} // namespace

const QList<UpkeepStage> &upkeepStages()
{
    static const QList<UpkeepStage> stages {
        {.name = u"ttl_transition"_s, .slice = moveTiers},
        {.name = u"importance_decay"_s},
        {.name = u"expired_delete"_s},
        {.name = u"gc_preview"_s, .slice = countCandidates, .onlyReads = true},
        {.name = u"split_long_fragments"_s},
        {.name = u"merge_duplicates"_s},
        {.name = u"semantic_dedup"_s},
        {.name = u"compress_old_fragments"_s},
        {.name = u"embeddings_backfill"_s},
        {.name = u"retro_link"_s},
        {.name = u"utility_score_update"_s},
        {.name = u"requeue_high_ema"_s},
        {.name = u"promote_anchors"_s},
        {.name = u"detect_contradictions"_s},
        {.name = u"detect_supersessions"_s},
        {.name = u"process_pending_contradictions"_s},
        {.name = u"feedback_report"_s},
        {.name = u"feedback_calibration"_s},
        {.name = u"prune_keyword_indexes"_s},
        {.name = u"collect_stale_fragments"_s, .slice = collectStale, .onlyReads = true},
        {.name = u"purge_stale_reflections"_s},
        {.name = u"gc_search_events"_s, .slice = dropSearchEvents},
        {.name = u"empty_trash"_s, .slice = emptyTrash, .isWanted = emptiesTrash},
    };
    return stages;
}

} // namespace hub

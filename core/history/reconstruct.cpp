// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/reconstruct.h"

#include "core/base/text.h"
#include "core/history/causalchains.h"
#include "core/history/firstones.h"
#include "core/history/traces.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr qsizetype mostSupporting = 50;

/// The question, read.
struct Wanted {
    std::optional<QString> caseId;
    TextMatch entity {std::nullopt};
    QList<TextMatch> words;
    Period period;
    int limit = 100;
};

Result<Wanted> read(UnitOfWork &work, const ReconstructRequest &request)
{
    Wanted wanted;
    wanted.caseId = presentText(request.caseId);
    wanted.entity = TextMatch(request.entity);
    if (!wanted.caseId && wanted.entity.isEmpty())
        return Error {ErrorCode::InvalidArgument, u"caseId or entity is required"_s};
    for (const auto &word : presentText(request.query).value_or(QString()).simplified().split(u' ', Qt::SkipEmptyParts))
        wanted.words += TextMatch(word);
    HUB_TRY(period, periodOf(work, request.timeRange));
    wanted.period = period;
    wanted.limit = request.limit;
    return wanted;
}

bool isAbout(const Fragment &f, const Wanted &wanted)
{
    const auto inLabels = [&](const TextMatch &text) {
        return std::any_of(f.keywords.begin(), f.keywords.end(), [&](const auto &keyword) { return text.in(keyword); });
    };
    const bool hasWords = std::all_of(wanted.words.begin(), wanted.words.end(),
        [&](const TextMatch &word) { return word.in(f.content) || word.in(f.topic) || inLabels(word); });
    if (!hasWords || wanted.caseId)
        return hasWords;
    return wanted.entity.in(f.topic) || std::any_of(f.keywords.begin(), f.keywords.end(), [&](const auto &keyword) {
        return wanted.entity.is(keyword);
    });
}

/// Newest first; one more than the limit when there are more.
Result<QList<Fragment>> fragmentsOf(UnitOfWork &work, const Wanted &wanted, const Access &access)
{
    HUB_TRY(statement,
        work.database().prepareNamed(wanted.caseId ? u"history/timeline_of_case" : u"history/timeline_about"));
    statement.set(":from"_L1, wanted.period.start).set(":to"_L1, wanted.period.end);
    if (wanted.caseId)
        statement.set(":case_id"_L1, wanted.caseId);
    else
        statement.set(":entity_part"_L1, wanted.entity.part());
    return firstOnes<Fragment>(
        access.bindVisible(statement), wanted.limit + 1, [&](const Fragment &f) { return isAbout(f, wanted); });
}

template <typename T>
Nullable<T> orNull(const std::optional<T> &value)
{
    return value ? Nullable<T>(*value) : Nullable<T>();
}

TimelineEntry entryOf(const Fragment &f)
{
    const auto shown = shownText(f.content);
    return {.id = f.id,
        .content = shown.text,
        .type = f.type,
        .topic = f.topic,
        .keywords = f.keywords,
        .importance = f.importance,
        .agentId = f.agentId,
        .keyId = orNull(f.keyId),
        .caseId = orNull(f.caseId),
        .sessionId = orNull(f.sessionId),
        .workspace = orNull(f.workspace),
        .goal = f.goal,
        .outcome = f.outcome,
        .phase = f.phase,
        .resolutionStatus = orNull(f.resolutionStatus),
        .assertionStatus = f.assertionStatus,
        .createdAt = f.createdAt,
        .validTo = f.validTo,
        .truncated = shown.isCut};
}

SupportingFragment supporting(const Fragment &f, const QString &role)
{
    return {.id = f.id,
        .content = shownText(f.content).text,
        .type = f.type,
        .topic = f.topic,
        .importance = f.importance,
        .createdAt = f.createdAt,
        .role = role};
}

/// What stands beside the timeline: linked fragments first, then evidence of events.
Result<QList<SupportingFragment>> supportingFragments(
    UnitOfWork &work, const CourseOfThings &course, const ReconstructAnswer &answer, const Access &access)
{
    QSet<QString> known;
    for (const auto &entry : answer.timeline)
        known += entry.id;
    QList<SupportingFragment> out;
    for (const auto &one : course.near) {
        if (known.contains(one.id) || out.size() == mostSupporting)
            continue;
        known += one.id;
        out += supporting(one, toString(one.relationType));
    }
    for (const auto &event : answer.caseEvents) {
        for (const auto &evidence : event.evidence) {
            if (known.contains(evidence.fragmentId) || out.size() == mostSupporting)
                continue;
            known += evidence.fragmentId;
            HUB_TRY(statement, work.database().prepareNamed(u"memory/fragment_visible"));
            HUB_TRY(found, access.bindVisible(statement.set(":id"_L1, evidence.fragmentId)).first<Fragment>());
            if (found)
                out += supporting(*found, evidence.kind);
        }
    }
    return out;
}

QString day(Timestamp moment, const QTimeZone &zone)
{
    return QDateTime::fromMSecsSinceEpoch(moment.ms, zone).date().toString(Qt::ISODate);
}

QString summaryOf(const UnitOfWork &work, const ReconstructAnswer &answer)
{
    const auto &messages = work.services().messages;
    if (answer.timeline.isEmpty() && answer.caseEvents.isEmpty())
        return messages.text(u"history.nothing"_s);
    auto summary = messages.text(u"history.summary"_s)
                       .arg(answer.timeline.size())
                       .arg(answer.caseEvents.size())
                       .arg(answer.causalChains.size())
                       .arg(answer.unresolvedBranches.size());
    if (!answer.timeline.isEmpty()) {
        const auto &zone = work.services().zone;
        summary += u' '
            + messages.text(u"history.period"_s)
                  .arg(day(answer.timeline.first().createdAt, zone), day(answer.timeline.last().createdAt, zone));
    }
    if (answer.truncated)
        summary += u' ' + messages.text(u"history.cut"_s).arg(answer.timeline.size());
    return summary;
}

} // namespace

Result<ReconstructAnswer> reconstructHistory(UnitOfWork &work, const ReconstructRequest &request)
{
    HUB_TRY(wanted, read(work, request));
    const auto access = Access::of(work.caller(), request.agentId, request.workspace, !presentText(request.agentId));
    HUB_TRY(fragments, fragmentsOf(work, wanted, access));
    ReconstructAnswer answer;
    if (fragments.size() > wanted.limit) {
        fragments.removeLast();
        answer.truncated = true;
    }
    std::reverse(fragments.begin(), fragments.end());
    HUB_TRY(course, courseOf(work, fragments, access));
    EventQuery events {.caseId = wanted.caseId,
        .entity = wanted.entity,
        .fragmentIds = {},
        .period = wanted.period,
        .words = wanted.words};
    for (const auto &f : fragments) {
        answer.timeline += entryOf(f);
        events.fragmentIds += f.id;
        if (course.open.contains(f.id))
            answer.unresolvedBranches += OpenBranch {.id = f.id,
                .content = shownText(f.content).text,
                .type = f.type,
                .topic = f.topic,
                .resolutionStatus = orNull(f.resolutionStatus),
                .createdAt = f.createdAt};
    }
    answer.count = int(answer.timeline.size());
    answer.causalChains = causalChains(course);
    HUB_TRY(happened, caseEvents(work, events, access));
    answer.caseEvents = happened;
    HUB_TRY(dag, eventDag(work, happened));
    answer.eventDag = dag;
    HUB_TRY(beside, supportingFragments(work, course, answer, access));
    answer.supportingFragments = beside;
    answer.summary = summaryOf(work, answer);
    return answer;
}

} // namespace hub

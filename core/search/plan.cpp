// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/memory/unitofwork.h"
#include "core/search/pipeline.h"

#include <QJsonDocument>

namespace hub {
namespace {

/// Types that belong to a depth; empty: all. Ignored when a type is asked for.
QList<FragmentType> typesOf(const RecallRequest &request)
{
    if (request.type)
        return {*request.type};
    if (request.depth == RecallDepth::HighLevel)
        return {FragmentType::Decision, FragmentType::Episode};
    if (request.depth == RecallDepth::ToolLevel)
        return {FragmentType::Procedure, FragmentType::Error, FragmentType::Fact};
    return {};
}

Result<void> checkNames(const RecallRequest &request)
{
    QStringList known;
    forEachField<RecalledFragment>([&](const auto &f) { known += fromView(f.name); });
    for (qsizetype i = 0; i < request.fieldNames.size(); ++i) {
        if (!known.contains(request.fieldNames[i]))
            return detail::refused(
                u"fields[%1]"_s.arg(i), u"must be one of "_s + known.join(u", "_s), request.fieldNames[i]);
    }
    for (qsizetype i = 0; i < request.affect.size(); ++i) {
        Affect affect {};
        HUB_CHECK(readJson(request.affect[i], affect, u"affect[%1]"_s.arg(i)));
    }
    return {};
}

Result<void> readTimes(UnitOfWork &work, SearchPlan &plan)
{
    const auto &zone = work.services().zone;
    if (const auto &range = plan.request.timeRange; range && (range->from || range->to)) {
        HUB_TRY(period, readRange(range->from, range->to, zone, work.now()));
        plan.period = period;
    }
    if (plan.request.asOf) {
        HUB_TRY(moment, readPeriod(*plan.request.asOf, zone, work.now()));
        plan.asOf = Timestamp {moment.end.ms - 1};
    }
    return {};
}

/// Resolution, phase and affect are not in the index: the store says which
/// fragments have them, before anything is ranked.
Result<void> readStoredFilters(UnitOfWork &work, SearchPlan &plan)
{
    const auto &request = plan.request;
    if (request.resolutionStatus || request.phase || !request.affect.isEmpty()) {
        HUB_TRY(statement, work.database().prepareNamed(u"search/filter_stored"));
        statement.set(":resolution"_L1, request.resolutionStatus)
            .set(":phase"_L1, request.phase)
            .set(":any_affect"_L1, request.affect.isEmpty())
            .set(":affects"_L1, request.affect);
        HUB_TRY(seqs, plan.access.bindVisible(statement).column<qint64>());
        plan.only = QSet<qint64>(seqs.begin(), seqs.end());
    }
    return {};
}

} // namespace

AcceptDocument SearchPlan::accept(const Interner &names) const
{
    const auto types = typesOf(request);
    const auto topic = request.topic ? names.find(*request.topic) : Interner::none;
    const auto caseId = request.caseId ? names.find(*request.caseId) : Interner::none;
    return [this, visible = access.visible(names), types, topic, caseId](const DocumentAttributes &d) {
        const bool valid = asOf ? d.createdMs <= asOf->ms && (d.validToMs == 0 || d.validToMs > asOf->ms)
                                : request.includeSuperseded || d.validToMs == 0;
        return valid && visible(d) && d.seq <= newest && (types.isEmpty() || types.contains(FragmentType(d.type)))
            && (!request.topic || d.topic == topic) && (!request.caseId || d.caseId == caseId)
            && (!period || period->contains(d.createdMs))
            && (!request.minImportance || double(d.importance) >= *request.minImportance - 1e-6)
            && (!request.isAnchor || !*request.isAnchor || d.anchor) && (!only || only->contains(d.seq))
            && !hidden.contains(d.seq);
    };
}

QByteArray SearchPlan::fingerprint(const Principal &caller) const
{
    auto same = request;
    same.cursor.reset();
    same.pageSize = 1; // pages of one search may differ in size
    same.tokenBudget = 1;
    const auto json = QJsonDocument(toJson(same)).toJson(QJsonDocument::Compact);
    const auto who = (QStringList {caller.keyId, caller.sessionId, caller.defaultWorkspace.value_or(QString())}
        + caller.groupKeyIds)
                         .join(u'\n');
    return sha256Hex(QString::fromUtf8(json) + u'\n' + who).toLatin1();
}

Result<SearchPlan> planSearch(UnitOfWork &work, const RecallRequest &request)
{
    HUB_CHECK(checkNames(request));
    SearchPlan plan;
    plan.request = request;
    plan.access = Access::of(work.caller(), request.agentId, request.workspace, request.includePeerAgents);
    plan.anchor = work.now();
    if (request.cursor) {
        HUB_TRY(cursor, Cursor::decode(*request.cursor));
        plan.cursor = cursor;
        plan.anchor = Timestamp {cursor.anchorTime};
        plan.newest = cursor.newest;
    } else {
        HUB_TRY(statement, work.database().prepareNamed(u"search/newest_stored"));
        HUB_TRY(newest, statement.scalar<qint64>());
        plan.newest = newest.value_or(0);
    }
    for (auto *name : {&plan.request.topic, &plan.request.caseId, &plan.request.phase, &plan.request.sessionId})
        *name = presentText(*name);
    QStringList parts;
    if (request.text)
        parts += canonicalText(*request.text);
    for (const auto &keyword : request.keywords) {
        parts += canonicalText(keyword);
        plan.labels += parts.constLast().toLower();
    }
    plan.question = parts.join(u'\n').trimmed();
    plan.circumstances = presentText(request.contextText).value_or(QString());
    HUB_CHECK(readTimes(work, plan));
    HUB_CHECK(readStoredFilters(work, plan));
    if (request.excludeSeen) // what context() has shown this session already
        plan.hidden = work.services().seen.of(plan.request.sessionId.value_or(work.caller().sessionId), work.caller());
    return plan;
}

} // namespace hub

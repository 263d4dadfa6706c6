// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/context.h"

#include "core/base/text.h"
#include "core/base/tokens.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/sessionfamily.h"
#include "core/memory/workingmemory.h"
#include "core/search/searchjournal.h"

namespace hub {
namespace {

constexpr int mostAnchors = 10;
constexpr int mostCore = 15;
constexpr int mostWorking = 10;
constexpr int mostLearned = 5;
constexpr int mostReflections = 10;
constexpr int reflectionTokens = 300;
constexpr double leastImportance = 0.3;
constexpr qint64 restingMs = 45 * msPerMinute; ///< after which a session's work is over

/// The memories that go into an answer, before it gets its shape.
struct Gathered {
    QList<Fragment> anchors;
    QList<Fragment> core;  ///< best first
    qsizetype certain = 0; ///< so many of core: the first of each type asked for
    QList<Fragment> working;
    QList<Fragment> learned;
    int unreflected = 0; ///< sessions of this key
};

int slots(FragmentType type) { return type == FragmentType::Decision || type == FragmentType::Fact ? 3 : 5; }

/// How warm a memory is: its importance, with something for being used lately and often.
double warmth(const UnitOfWork &work, const Access &access, const Fragment &f)
{
    const bool usedLately = f.accessedAt && work.now().ms - f.accessedAt->ms < 7 * msPerDay && f.accessCount > 0;
    const double score = f.importance + (usedLately ? 0.2 : 0) + (f.accessCount >= 5 ? 0.15 : 0)
        + (f.source == u"learning_extraction"_s ? 0.3 : 0);
    const bool elsewhere = access.workspace() && f.workspace != access.workspace();
    return score * (elsewhere ? work.services().search.otherWorkspace : 1);
}

Result<QList<Fragment>> load(
    UnitOfWork &work, const Access &access, QStringView statementName, int limit, FragmentType type = {})
{
    HUB_TRY(statement, work.database().prepareNamed(statementName));
    statement.set(":limit"_L1, limit);
    if (statementName == u"search/context_core")
        statement.set(":type"_L1, type).set(":least"_L1, leastImportance);
    return access.bindVisible(statement).all<Fragment>();
}

bool contains(const QList<Fragment> &fragments, const Fragment &wanted)
{
    return std::any_of(fragments.begin(), fragments.end(), [&](const Fragment &f) { return f.seq == wanted.seq; });
}

/// The newest of what sessions said of themselves, in about 300 tokens.
Result<QList<Fragment>> reflections(UnitOfWork &work, const Access &access)
{
    HUB_TRY(found, load(work, access, u"search/context_reflections", mostReflections));
    QList<Fragment> kept;
    int used = 0;
    for (const auto &fragment : found) {
        used += estimateTokens(fragment.content);
        if (used <= reflectionTokens)
            kept += fragment;
    }
    return kept;
}

/// The first of each type asked for is certain; the rest come by warmth, and behind
/// them what the last sessions said of themselves.
Result<void> gatherCore(UnitOfWork &work, const Access &access, const QList<FragmentType> &asked, Gathered &out)
{
    auto types = asked;
    if (types.isEmpty()) // decisions come along where there is room
        types = {FragmentType::Preference, FragmentType::Error, FragmentType::Procedure, FragmentType::Decision};
    QList<Fragment> certain;
    QList<Fragment> extra;
    for (qsizetype t = 0; t < types.size(); ++t) {
        const auto type = types[t];
        if (types.indexOf(type) < t) // asked for twice
            continue;
        const bool isAsked = asked.isEmpty() ? type != FragmentType::Decision : true;
        HUB_TRY(found, load(work, access, u"search/context_core", 2 * slots(type), type));
        std::stable_sort(found.begin(), found.end(),
            [&](const Fragment &a, const Fragment &b) { return warmth(work, access, a) > warmth(work, access, b); });
        for (qsizetype i = 0; i < std::min<qsizetype>(found.size(), slots(type)); ++i)
            (i == 0 && isAsked ? certain : extra) += found[i];
    }
    std::stable_sort(extra.begin(), extra.end(),
        [&](const Fragment &a, const Fragment &b) { return warmth(work, access, a) > warmth(work, access, b); });
    out.certain = certain.size();
    out.core = (certain + extra).mid(0, mostCore);
    HUB_TRY(told, reflections(work, access));
    for (const auto &fragment : told) {
        if (!contains(out.core, fragment))
            out.core += fragment;
    }
    return {};
}

/// Sessions of the caller's own key that nobody has drawn together yet.
Result<int> unreflectedSessions(UnitOfWork &work)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/segments_to_reflect"));
    HUB_TRY(count,
        statement.bind(work.caller().ownKey(), sessionRoot(work.caller().sessionId), work.now().ms - restingMs)
            .scalar<int>());
    return count.value_or(0);
}

Result<Gathered> gather(UnitOfWork &work, const ContextRequest &request, const Access &access, const QString &sessionId)
{
    Gathered out;
    HUB_TRY(anchors, load(work, access, u"search/context_anchors", mostAnchors));
    out.anchors = anchors;
    HUB_CHECK(gatherCore(work, access, request.types, out));
    if (request.structured) {
        HUB_TRY(learned, load(work, access, u"search/context_learned", mostLearned));
        for (const auto &lesson : learned) {
            if (!contains(out.core + out.anchors, lesson))
                out.learned += lesson;
        }
    }
    if (!sessionId.isEmpty()) {
        HUB_TRY(notes, workingMemory(work, sessionId, access.agent()));
        out.working = notes.mid(0, mostWorking);
    }
    HUB_TRY(unreflected, unreflectedSessions(work));
    out.unreflected = unreflected;
    return out;
}

/// Anchors first, then core, then the session's notes, then lessons, as long as they
/// fit; the first of each type keeps its place, for which at most half of the budget
/// is set aside. No text is cut, and even anchors stay within the budget.
int fit(Gathered &gathered, int budget)
{
    QSet<qint64> kept;
    int used = 0;
    const auto take = [&](const Fragment &fragment, int limit) {
        const int tokens = estimateTokens(fragment.content);
        if (used + tokens > limit)
            return false;
        used += tokens;
        kept += fragment.seq;
        return true;
    };
    for (const auto &fragment : gathered.core.first(std::min(gathered.certain, gathered.core.size())))
        take(fragment, budget / 2);
    for (auto *part : {&gathered.anchors, &gathered.core}) {
        bool fits = true;
        part->removeIf([&](const Fragment &fragment) {
            if (kept.contains(fragment.seq))
                return false;
            fits = fits && take(fragment, budget);
            return !fits;
        });
    }
    for (auto *part : {&gathered.working, &gathered.learned}) { // notes have no number
        bool fits = true;
        part->removeIf([&](const Fragment &fragment) {
            fits = fits && take(fragment, budget);
            return !fits;
        });
    }
    return used;
}

int tokensOf(const QList<Fragment> &fragments)
{
    int sum = 0;
    for (const auto &fragment : fragments)
        sum += estimateTokens(fragment.content);
    return sum;
}

ContextFragment describe(const UnitOfWork &work, const ContextRequest &request, const Fragment &f)
{
    ContextFragment out;
    out.id = f.id;
    out.content = f.content;
    out.type = f.type;
    out.topic = f.topic;
    out.importance = f.importance;
    out.createdAt = f.createdAt;
    out.isAnchor = f.isAnchor;
    if (f.workspace)
        out.workspace = *f.workspace;
    if (f.keyId)
        out.keyId = *f.keyId;
    if (request.includeKeyName && !request.structured)
        out.keyName = keyNameOf(work, f);
    return out;
}

/// The same memories as a text to put before a conversation.
QString injection(const Gathered &gathered, const QString &hint)
{
    QStringList lines;
    const auto section = [&](const QString &title, const QList<Fragment> &fragments) {
        if (fragments.isEmpty())
            return;
        if (!lines.isEmpty())
            lines += QString();
        lines += title;
        for (const auto &fragment : fragments)
            lines += u"- "_s + oneLine(fragment.content);
    };
    section(u"[ANCHOR MEMORY]"_s, gathered.anchors);
    if (!gathered.core.isEmpty()) {
        if (!lines.isEmpty())
            lines += QString();
        lines += u"[CORE MEMORY]"_s;
        for (size_t type = 0; type < EnumNames<FragmentType>::names.size(); ++type) {
            QStringList bullets;
            for (const auto &fragment : gathered.core) {
                if (fragment.type == FragmentType(type))
                    bullets += u"- "_s + oneLine(fragment.content);
            }
            if (!bullets.isEmpty())
                lines += QStringList {u'[' + toString(FragmentType(type)).toUpper() + u']'} + bullets;
        }
    }
    section(u"[WORKING MEMORY]"_s, gathered.working);
    if (!hint.isEmpty())
        lines += (lines.isEmpty() ? QStringList() : QStringList {QString()}) + QStringList {u"[SYSTEM HINT]"_s, hint};
    return lines.join(u'\n');
}

QList<ContextFragment> describeAll(
    const UnitOfWork &work, const ContextRequest &request, const QList<Fragment> &fragments)
{
    QList<ContextFragment> out;
    for (const auto &fragment : fragments)
        out += describe(work, request, fragment);
    return out;
}

CoreMemories byType(const UnitOfWork &work, const ContextRequest &request, const QList<Fragment> &fragments)
{
    CoreMemories out;
    for (const auto &fragment : fragments) {
        auto described = describe(work, request, fragment);
        switch (fragment.type) {
        case FragmentType::Preference: out.preferences += described; break;
        case FragmentType::Error: out.errors += described; break;
        case FragmentType::Decision: out.decisions += described; break;
        case FragmentType::Procedure: out.procedures += described; break;
        case FragmentType::Fact: out.facts += described; break;
        case FragmentType::Relation: out.relations += described; break;
        case FragmentType::Episode: out.episodes += described; break;
        }
    }
    return out;
}

/// Anchors without a score, then 0.6 importance + 0.4 activation, as documented.
RankedInjection ranked(const UnitOfWork &work, const Access &access, const Gathered &gathered)
{
    RankedInjection out;
    const auto add = [&](const Fragment &f, Nullable<double> score) {
        out.items += {.rank = int(out.items.size()) + 1,
            .score = score,
            .id = f.id,
            .type = f.type,
            .content = f.content,
            .importance = f.importance,
            .anchor = f.isAnchor};
        out.totalTokens += estimateTokens(f.content);
    };
    for (const auto &anchor : gathered.anchors)
        add(anchor, {});
    const auto score = [&](const Fragment &f) {
        const bool elsewhere = access.workspace() && f.workspace != access.workspace();
        return (0.6 * f.importance + 0.4 * f.emaActivation) * (elsewhere ? work.services().search.otherWorkspace : 1);
    };
    auto core = gathered.core;
    std::stable_sort(
        core.begin(), core.end(), [&](const Fragment &a, const Fragment &b) { return score(a) > score(b); });
    for (const auto &fragment : core)
        add(fragment, score(fragment));
    return out;
}

void shape(const UnitOfWork &work, const ContextRequest &request, const Access &access, const Gathered &gathered,
    ContextAnswer &answer)
{
    QString hint;
    if (gathered.unreflected > 0) {
        hint = work.services().messages.text(u"context.unreflected"_s).arg(gathered.unreflected);
        answer.unreflectedSessions = gathered.unreflected;
    }
    if (!request.structured) {
        answer.fragments = describeAll(work, request, gathered.anchors + gathered.core + gathered.working);
        answer.injectionText = injection(gathered, hint);
        return;
    }
    answer.structured = true;
    if (!hint.isEmpty())
        answer.systemHint = hint;
    answer.core = byType(work, request, gathered.core);
    answer.working = WorkingMemories {.currentSession = describeAll(work, request, gathered.working)};
    answer.anchors = AnchorMemories {.permanent = describeAll(work, request, gathered.anchors)};
    answer.learning = LearnedMemories {.recent = describeAll(work, request, gathered.learned)};
    answer.rankedInjection = ranked(work, access, gathered);
}

/// For recall's excludeSeen.
QSet<qint64> seqsOf(const QList<Fragment> &fragments)
{
    QSet<qint64> seqs;
    for (const auto &fragment : fragments)
        seqs += fragment.seq;
    return seqs;
}

QList<Hint> hintsFor(const UnitOfWork &work, const Gathered &gathered)
{
    const auto &messages = work.services().messages;
    const auto errors = std::count_if(gathered.core.begin(), gathered.core.end(), [](const Fragment &f) {
        return f.type == FragmentType::Error && f.resolutionStatus != ResolutionStatus::Resolved;
    });
    if (errors > 0)
        return {{.signal = u"active_errors"_s,
            .suggestion = messages.text(u"hint.active_errors"_s).arg(errors),
            .trigger = u"forget"_s,
            .args = {}}};
    if (gathered.anchors.isEmpty() && gathered.core.isEmpty() && gathered.working.isEmpty())
        return {{.signal = u"empty_context"_s,
            .suggestion = messages.text(u"hint.empty_context"_s),
            .trigger = u"remember"_s,
            .args = {}}};
    return {};
}

/// Loading is a search that feedback can speak of; being loaded is no sign of having been needed.
Nullable<qint64> note(UnitOfWork &work, const Access &access, const QString &sessionId, const Gathered &gathered)
{
    auto *journal = work.services().journal;
    if (!journal || work.caller().seesAllAgents)
        return {};
    SearchRecord record;
    record.id = journal->nextId();
    record.caller = work.caller();
    record.access = access;
    record.sessionId = sessionId;
    record.at = work.now();
    for (const auto &fragment : gathered.anchors + gathered.core)
        record.fragmentIds += fragment.id;
    record.resultCount = int(record.fragmentIds.size());
    record.searchPath = u"Context:%1"_s.arg(record.resultCount);
    const auto id = record.id;
    journal->note(std::move(record));
    return id;
}

} // namespace

Result<ContextAnswer> context(UnitOfWork &work, const ContextRequest &request)
{
    const auto sessionId = presentText(request.sessionId).value_or(work.caller().sessionId);
    const auto access = Access::of(work.caller(), request.agentId, request.workspace);
    HUB_TRY(gathered, gather(work, request, access, sessionId));
    ContextAnswer answer;
    answer.totalTokens = fit(gathered, request.tokenBudget);
    answer.anchorTokens = tokensOf(gathered.anchors);
    answer.coreTokens = tokensOf(gathered.core);
    answer.wmTokens = tokensOf(gathered.working);
    answer.anchorCount = int(gathered.anchors.size());
    answer.wmCount = int(gathered.working.size());
    answer.count = int(gathered.anchors.size() + gathered.core.size() + gathered.working.size());
    shape(work, request, access, gathered, answer);
    work.services().seen.set(sessionId, seqsOf(gathered.anchors + gathered.core), work.caller());
    answer.meta = {.searchEventId = note(work, access, sessionId, gathered),
        .hints = hintsFor(work, gathered),
        .serverTime = serverTime(work)};
    return answer;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/automaticlinks.h"

#include "core/memory/unitofwork.h"

#include <QSet>

#include <cmath>

namespace hub {
namespace {

constexpr qint64 dayMs = 86'400'000;
constexpr qint64 settledWithinMs = 7 * dayMs;
constexpr int mostRelated = 3;
constexpr double resembling = 0.3;
constexpr double sharedKeywords = 0.5;
constexpr double settledLikeness = 0.3;
constexpr double leastImportance = 0.3;

QSet<QString> keywordSet(const QStringList &keywords)
{
    QSet<QString> set;
    for (const auto &keyword : keywords) {
        if (keyword.size() >= 2)
            set += keyword.toLower();
    }
    return set;
}

/// Shared keywords by the larger of the two sets.
double overlap(const QSet<QString> &a, const QSet<QString> &b)
{
    const auto larger = std::max(a.size(), b.size());
    return larger == 0 ? 0 : double((QSet<QString>(a) & b).size()) / double(larger);
}

double jaccard(const QSet<QString> &a, const QSet<QString> &b)
{
    const auto shared = (QSet<QString>(a) & b).size();
    const auto all = a.size() + b.size() - shared;
    return all == 0 ? 0 : double(shared) / double(all);
}

bool isOwnKin(const Fragment &stored, const Fragment &other)
{
    return other.id != stored.id && other.keyId == stored.keyId
        && (other.agentId == u"default" || other.agentId == stored.agentId)
        && (!other.workspace || !stored.workspace || other.workspace == stored.workspace);
}

/// The case that somebody named; the one that comes with a session says nothing.
std::optional<QString> namedCase(const Fragment &f) { return f.caseId == f.sessionId ? std::nullopt : f.caseId; }

/// Two named cases must be the same; without them, the session, the day or the workspace must.
bool belongTogether(const Fragment &a, const Fragment &b)
{
    const auto caseOfA = namedCase(a);
    const auto caseOfB = namedCase(b);
    if (caseOfA && caseOfB)
        return caseOfA == caseOfB;
    return (a.sessionId && a.sessionId == b.sessionId) || std::abs(a.createdAt.ms - b.createdAt.ms) <= dayMs
        || (a.workspace && a.workspace == b.workspace);
}

Result<bool> relate(UnitOfWork &work, const Fragment &stored, const Fragment &other, double weight)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/link_put_automatic"));
    statement.bind(stored.seq, other.seq, RelationType::Related, std::round(weight * 1000) / 1000, work.now());
    HUB_CHECK(statement.run());
    return statement.changed() > 0;
}

Result<int> relateKin(UnitOfWork &work, const Fragment &stored, const QList<Kin> &kin)
{
    const auto keywords = keywordSet(stored.keywords);
    int resemblances = 0;
    int made = 0;
    for (const auto &[other, similarity, isSameTopic] : kin) {
        if (!isOwnKin(stored, other))
            continue;
        const bool resembles = isSameTopic && similarity >= resembling && other.importance >= leastImportance
            && resemblances < mostRelated;
        const double shared = overlap(keywords, keywordSet(other.keywords));
        if (!resembles && !(shared >= sharedKeywords && belongTogether(stored, other)))
            continue;
        resemblances += resembles;
        HUB_TRY(isNew, relate(work, stored, other, std::min(1.0, std::max(similarity, shared))));
        made += isNew;
    }
    return made;
}

/// Binds what the statements here ask of another fragment's owner.
Statement &bindOwner(Statement &statement, const Fragment &f)
{
    return statement.set(":topic"_L1, f.topic)
        .set(":key"_L1, f.keyId)
        .set(":agent"_L1, f.agentId)
        .set(":workspace"_L1, f.workspace);
}

} // namespace

Result<void> linkAutomatically(UnitOfWork &work, const Fragment &stored, const QList<Kin> &kin)
{
    if (!work.services().memory.automaticLinks)
        return {};
    HUB_TRY(made, relateKin(work, stored, kin));
    HUB_TRY(statement, work.database().prepareNamed(u"memory/links_put_temporal"));
    HUB_CHECK(bindOwner(statement, stored).set(":seq"_L1, stored.seq).set(":now"_L1, work.now()).run());
    if (made + statement.changed() > 0)
        work.database().afterCommit([&events = work.services().events] { Q_EMIT events.linksChanged(); });
    return {};
}

Result<bool> speaksOfSettledThings(UnitOfWork &work, const Fragment &fragment)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/settled_of_topic"));
    bindOwner(statement, fragment).set(":since"_L1, work.now().ms - settledWithinMs);
    HUB_TRY(settled, statement.column<QStringList>());
    const auto keywords = keywordSet(fragment.keywords);
    return std::any_of(settled.begin(), settled.end(),
        [&](const QStringList &others) { return jaccard(keywords, keywordSet(others)) > settledLikeness; });
}

} // namespace hub

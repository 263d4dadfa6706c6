// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/stitch.h"

#include "core/base/tokens.h"
#include "core/memory/unitofwork.h"

#include <cmath>

namespace hub {
namespace {

constexpr int eachSide = 5;
constexpr qsizetype mostNearby = 3;
constexpr qint64 reach = 30 * msPerMinute;

TimedFragment timed(const Fragment &target, const SessionNeighbour &neighbour)
{
    TimedFragment out;
    static_cast<NearbyFragment &>(out) = neighbour;
    out.deltaMinutes = int(std::lround(double(neighbour.createdAt.ms - target.createdAt.ms) / double(msPerMinute)));
    return out;
}

} // namespace

Result<QList<SessionNeighbour>> sessionNeighbours(UnitOfWork &work, const Access &access, const Fragment &target)
{
    if (!target.sessionId)
        return QList<SessionNeighbour>();
    HUB_TRY(statement, work.database().prepareNamed(u"search/session_neighbours"));
    statement.set(":session"_L1, target.sessionId)
        .set(":created"_L1, target.createdAt)
        .set(":seq"_L1, target.seq)
        .set(":limit"_L1, eachSide);
    HUB_TRY(found, access.bindVisible(statement).all<SessionNeighbour>());
    std::stable_sort(found.begin(), found.end(), [&](const SessionNeighbour &a, const SessionNeighbour &b) {
        return std::abs(a.createdAt.ms - target.createdAt.ms) < std::abs(b.createdAt.ms - target.createdAt.ms);
    });
    return found;
}

QList<NearbyFragment> nearbyOf(const QList<SessionNeighbour> &neighbours)
{
    QList<NearbyFragment> nearby;
    for (const auto &neighbour : neighbours.mid(0, mostNearby))
        nearby += neighbour;
    return nearby;
}

bool isTelling(RelationType relation)
{
    return relation == RelationType::CausedBy || relation == RelationType::ResolvedBy
        || relation == RelationType::Contradicts || relation == RelationType::PartOf;
}

std::optional<StitchedContext> stitch(const Fragment &target, const QList<SessionNeighbour> &neighbours,
    const QList<Neighbour> &linked, const QHash<qint64, NeighbourText> &texts)
{
    StitchedContext out;
    out.target = {.id = target.id, .createdAt = target.createdAt};
    for (const auto &neighbour : neighbours) {
        if (std::abs(neighbour.createdAt.ms - target.createdAt.ms) > reach)
            continue;
        const bool before
            = std::pair(neighbour.createdAt.ms, neighbour.seq) < std::pair(target.createdAt.ms, target.seq);
        if (before)
            out.pre.prepend(timed(target, neighbour));
        else
            out.post += timed(target, neighbour);
    }
    for (const auto &link : linked) {
        const auto text = texts.constFind(link.seq);
        if (link.nearSeq == target.seq && isTelling(link.relationType) && text != texts.cend())
            out.causal += {.id = text->id,
                .relationType = link.relationType,
                .direction = link.outgoing ? LinkDirection::Out : LinkDirection::In,
                .content = text->content};
    }
    if (out.pre.isEmpty() && out.post.isEmpty() && out.causal.isEmpty())
        return {};
    return out;
}

void shorten(StitchedContext &context)
{
    context.pre = context.pre.mid(std::max<qsizetype>(0, context.pre.size() - 1));
    context.post = context.post.mid(0, 1);
}

bool dropOne(StitchedContext &context)
{
    if (context.pre.size() > 1 && context.pre.size() >= context.post.size())
        context.pre.removeFirst();
    else if (context.post.size() > 1)
        context.post.removeLast();
    else if (!context.causal.isEmpty())
        context.causal.removeLast();
    else if (!context.post.isEmpty())
        context.post.removeLast();
    else if (!context.pre.isEmpty())
        context.pre.removeLast();
    return !context.pre.isEmpty() || !context.post.isEmpty() || !context.causal.isEmpty();
}

int tokensOf(const StitchedContext &context)
{
    int sum = 0;
    for (const auto &part : {context.pre, context.post}) {
        for (const auto &fragment : part)
            sum += estimateTokens(fragment.content);
    }
    for (const auto &link : context.causal)
        sum += estimateTokens(link.content);
    return sum;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causalchains.h"

#include "core/memory/unitofwork.h"

namespace hub {
namespace {

bool isCausal(RelationType relation)
{
    return relation == RelationType::CausedBy || relation == RelationType::ResolvedBy;
}

Result<QSet<QString>> idsFrom(UnitOfWork &work, QStringView name, const QStringList &ids, const Access &access)
{
    HUB_TRY(statement, work.database().prepareNamed(name));
    HUB_TRY(found, access.bindVisible(statement.set(":ids"_L1, ids)).column<QString>());
    return QSet<QString>(found.begin(), found.end());
}

/// Errors, and what is marked as open, that no link, event or status calls resolved.
Result<QSet<QString>> openOnes(UnitOfWork &work, const QHash<QString, Fragment> &members, const Access &access)
{
    const auto ids = members.keys();
    HUB_TRY(byLinks, idsFrom(work, u"history/resolved_by_links", ids, access));
    HUB_TRY(byEvents, idsFrom(work, u"history/resolved_by_events", ids, access));
    QSet<QString> open;
    for (const auto &f : members) {
        const bool asksForAnEnd = f.type == FragmentType::Error || f.resolutionStatus == ResolutionStatus::Open;
        const bool isSettled = f.resolutionStatus == ResolutionStatus::Resolved || f.validTo || byLinks.contains(f.id)
            || byEvents.contains(f.id);
        if (asksForAnEnd && !isSettled)
            open += f.id;
    }
    return open;
}

using Steps = QHash<QString, QStringList>;

/// From cause to effect, from error to fix.
Steps stepsOf(const CourseOfThings &course)
{
    Steps steps;
    for (const auto &link : course.near) {
        if (!isCausal(link.relationType) || !course.members.contains(link.fromId)
            || !course.members.contains(link.toId))
            continue;
        const bool fixFirst = course.members[link.fromId].type != FragmentType::Error
            && course.members[link.toId].type == FragmentType::Error;
        const bool backwards = link.relationType == RelationType::CausedBy || fixFirst;
        auto &next = steps[backwards ? link.toId : link.fromId];
        const auto &to = backwards ? link.fromId : link.toId;
        if (!next.contains(to)) // seen from both of its ends
            next += to;
    }
    return steps;
}

QStringList reachedFrom(const QString &root, const Steps &steps)
{
    QStringList chain {root};
    QSet<QString> known {root};
    for (qsizetype i = 0; i < chain.size(); ++i) {
        for (const auto &next : steps.value(chain[i])) {
            if (!known.contains(next)) {
                known += next;
                chain += next;
            }
        }
    }
    return chain;
}

/// Ids of everything with a step from it or to it, the oldest first.
QStringList inOrder(const Steps &steps, const CourseOfThings &course)
{
    QSet<QString> all;
    for (auto it = steps.begin(); it != steps.end(); ++it) {
        all += it.key();
        all += QSet<QString>(it->begin(), it->end());
    }
    QStringList ids(all.begin(), all.end());
    std::sort(ids.begin(), ids.end(), [&](const QString &a, const QString &b) {
        const auto &x = course.members[a];
        const auto &y = course.members[b];
        return std::pair(x.createdAt, x.seq) < std::pair(y.createdAt, y.seq);
    });
    return ids;
}

} // namespace

Result<CourseOfThings> courseOf(UnitOfWork &work, const QList<Fragment> &fragments, const Access &access)
{
    CourseOfThings course;
    QStringList ids;
    for (const auto &fragment : fragments) {
        course.members.insert(fragment.id, fragment);
        ids += fragment.id;
    }
    HUB_TRY(statement, work.database().prepareNamed(u"history/links_near"));
    HUB_TRY(near, access.bindVisible(statement.set(":ids"_L1, ids)).all<NearFragment>());
    course.near = near;
    for (const auto &one : near) {
        if (isCausal(one.relationType) && !course.members.contains(one.id))
            course.members.insert(one.id, one);
    }
    HUB_TRY(open, openOnes(work, course.members, access));
    course.open = open;
    return course;
}

QList<CausalChain> causalChains(const CourseOfThings &course)
{
    const auto steps = stepsOf(course);
    const auto ids = inOrder(steps, course);
    QSet<QString> led; // to by something
    for (const auto &next : steps)
        led += QSet<QString>(next.begin(), next.end());
    QList<CausalChain> chains;
    QSet<QString> shown;
    const auto add = [&](const QString &root) {
        const auto chain = reachedFrom(root, steps);
        shown += QSet<QString>(chain.begin(), chain.end());
        const bool isOpen
            = std::any_of(chain.begin(), chain.end(), [&](const QString &id) { return course.open.contains(id); });
        chains += CausalChain {.rootId = root, .chain = chain, .length = int(chain.size()), .isResolved = !isOpen};
    };
    for (const auto &id : ids) {
        if (!led.contains(id))
            add(id);
    }
    for (const auto &id : ids) { // a ring has no beginning: its oldest takes that place
        if (!shown.contains(id))
            add(id);
    }
    return chains;
}

} // namespace hub

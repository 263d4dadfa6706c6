// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/fragmenthistory.h"

#include "core/history/textmatch.h"
#include "core/memory/fragmentrepository.h"

namespace hub {
namespace {

/// One replacement after another; a fragment that was replaced by several has them all.
Result<QList<Successor>> successors(UnitOfWork &work, const QString &id, const Access &access)
{
    QList<Successor> chain;
    QSet<QString> known {id};
    QStringList open {id};
    while (!open.isEmpty()) {
        HUB_TRY(statement, work.database().prepareNamed(u"history/superseded_by"));
        HUB_TRY(next, access.bindVisible(statement.set(":id"_L1, open.takeFirst())).all<Successor>());
        for (auto &one : next) {
            if (known.contains(one.id))
                continue;
            known += one.id;
            open += one.id;
            one.content = shownText(one.content).text;
            chain += one;
        }
    }
    return chain;
}

} // namespace

Result<HistoryAnswer> fragmentHistory(UnitOfWork &work, const HistoryRequest &request)
{
    const auto access = Access::of(work.caller(), request.agentId, {}, request.includePeerAgents);
    HistoryAnswer answer;
    HUB_TRY(fragment, FragmentRepository(work).visible(request.id, access));
    if (!fragment) {
        answer.success = false;
        answer.error = u"Fragment not found or no permission"_s;
        return answer;
    }
    HUB_TRY(links, work.database().prepareNamed(u"memory/links_of"));
    HUB_TRY(linked, access.bindVisible(links.set(":id"_L1, fragment->id)).all<LinkView>());
    for (auto &link : linked)
        link.otherContent = shownText(link.otherContent).text;
    CurrentFragment current;
    static_cast<Fragment &>(current) = *fragment;
    current.linked = linked;
    answer.current = current;
    HUB_TRY(versions, work.database().prepareNamed(u"memory/versions_of"));
    HUB_TRY(archived, versions.bind(fragment->id).all<FragmentVersion>());
    answer.versions = archived;
    HUB_TRY(chain, successors(work, fragment->id, access));
    answer.supersededByChain = chain;
    return answer;
}

} // namespace hub

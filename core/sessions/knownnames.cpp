// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/knownnames.h"

#include "core/memory/access.h"
#include "core/memory/unitofwork.h"

namespace hub {

Result<QStringList> knownWorkspaces(UnitOfWork &work)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/workspaces"));
    return Access::of(work.caller()).bindVisible(statement).column<QString>();
}

Result<KnownIds> knownIds(UnitOfWork &work, const QString &begun, int most)
{
    const QString kind = u"frag-"_s;
    const QString start = begun.startsWith(kind) || kind.startsWith(begun) ? begun : QString(kind + begun);
    const auto access = Access::of(work.caller());
    HUB_TRY(listing, work.database().prepareNamed(u"sessions/ids"));
    HUB_TRY(ids, access.bindVisible(listing.set(":start"_L1, start).set(":most"_L1, most)).column<QString>());
    HUB_TRY(counting, work.database().prepareNamed(u"sessions/ids_count"));
    HUB_TRY(total, access.bindVisible(counting.set(":start"_L1, start)).scalar<int>());
    return KnownIds {.ids = ids, .total = total.value_or(0)};
}

Result<WorkspaceTopics> topicsOfWorkspace(UnitOfWork &work, const QString &workspace)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/topics_of_workspace"));
    statement.set(":name"_L1, workspace);
    HUB_TRY(topics, Access::of(work.caller()).bindVisible(statement).column<QString>());
    if (topics.isEmpty())
        return Error {ErrorCode::NotFound, u"There is no workspace %1"_s.arg(workspace)};
    return WorkspaceTopics {.workspace = workspace, .count = int(topics.size()), .topics = topics};
}

} // namespace hub

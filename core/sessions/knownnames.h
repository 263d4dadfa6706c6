// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class UnitOfWork;

/// The workspaces of what the caller may read, in alphabetical order.
Result<QStringList> knownWorkspaces(UnitOfWork &work);

struct KnownIds {
    QStringList ids; ///< newest first
    int total = 0;   ///< of which `ids` may be the first
};

/// Ids of memories that the caller may read and that begin with `begun`; the "frag-" of
/// all of them may be left out. At most `most`.
Result<KnownIds> knownIds(UnitOfWork &work, const QString &begun, int most);

struct WorkspaceTopics {
    QString workspace;
    int count = 0;
    QStringList topics; ///< of what belongs to it, in alphabetical order

    static constexpr auto fields()
    {
        using W = WorkspaceTopics;
        return std::tuple {field("workspace", &W::workspace), field("count", &W::count), field("topics", &W::topics)};
    }
};

/// NotFound when nothing that the caller may read belongs to the workspace.
Result<WorkspaceTopics> topicsOfWorkspace(UnitOfWork &work, const QString &workspace);

} // namespace hub

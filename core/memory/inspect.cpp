// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/inspect.h"

#include "core/memory/fragmentrepository.h"

namespace hub {

Result<FragmentDetail> inspect(UnitOfWork &work, const QString &id)
{
    const auto access = Access::of(work.caller(), {}, {}, true);
    HUB_TRY(fragment, FragmentRepository(work).visible(id, access));
    if (!fragment)
        return Error {ErrorCode::NotFound, u"Fragment not found or no permission"_s};
    HUB_TRY(links, work.database().prepareNamed(u"memory/links_of"));
    HUB_TRY(linked, access.bindVisible(links.set(":id"_L1, id)).all<LinkView>());
    HUB_TRY(versions, work.database().prepareNamed(u"memory/versions_of"));
    HUB_TRY(archived, versions.bind(id).all<FragmentVersion>());
    return FragmentDetail {.fragment = *fragment, .links = linked, .versions = archived};
}

} // namespace hub

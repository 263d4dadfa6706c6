// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/audittrail.h"

#include "core/base/text.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

const auto master = u"master"_s;

/// The id behind a name, also of a key that was deleted; what is neither is an id that did nothing.
Result<std::optional<QString>> keyIdOf(UnitOfWork &work, const std::optional<QString> &wanted)
{
    if (!wanted || *wanted == master)
        return std::optional<QString>();
    HUB_TRY(statement, work.database().prepareNamed(u"access/key_id"));
    HUB_TRY(found, statement.bind(*wanted).scalar<QString>());
    return std::optional(found.value_or(*wanted));
}

} // namespace

Result<AuditPage> auditTrail(UnitOfWork &work, const AuditRequest &request)
{
    const auto key = presentText(request.key);
    HUB_TRY(keyId, keyIdOf(work, key));
    HUB_TRY(statement, work.database().prepareNamed(u"access/audit_query"));
    statement.set(":before"_L1, request.before)
        .set(":target"_L1, presentText(request.target))
        .set(":master_only"_L1, key == master)
        .set(":key"_L1, keyId)
        .set(":client"_L1, presentText(request.client))
        .set(":address"_L1, presentText(request.address))
        .set(":action"_L1, request.action)
        .set(":since"_L1, request.since)
        .set(":until"_L1, request.until)
        .set(":limit"_L1, request.limit + 1);
    HUB_TRY(lines, statement.all<AuditLine>());
    AuditPage page {.entries = lines, .nextBefore = {}};
    if (lines.size() > request.limit) {
        page.entries.removeLast();
        page.nextBefore = page.entries.constLast().id;
    }
    return page;
}

} // namespace hub

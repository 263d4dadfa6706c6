// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/quota.h"

#include "core/memory/unitofwork.h"

namespace hub {

Result<QuotaState> quotaOf(UnitOfWork &work)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/quota_used"));
    HUB_TRY(used, statement.bind(work.caller().ownKey()).scalar<qint64>());
    QuotaState state {.used = used.value_or(0), .limit = {}, .remaining = {}};
    if (const auto limit = work.caller().fragmentLimit; limit && !work.caller().isMaster()) {
        state.limit.emplace(*limit);
        state.remaining.emplace(std::max<qint64>(0, *limit - state.used));
    }
    return state;
}

Result<void> checkQuota(UnitOfWork &work, const QList<Fragment> &replaced)
{
    if (!work.caller().fragmentLimit || work.caller().isMaster())
        return {};
    HUB_TRY(quota, quotaOf(work));
    const auto ending = std::count_if(replaced.begin(), replaced.end(), [](const Fragment &f) { return !f.validTo; });
    if (quota.used - ending < *quota.limit)
        return {};
    return Error {.code = ErrorCode::LimitExceeded,
        .message = u"fragment_limit_exceeded: %1 of %2 memories are in use"_s.arg(quota.used).arg(*quota.limit),
        .data = {{u"used"_s, quota.used}, {u"limit"_s, *quota.limit}}};
}

} // namespace hub

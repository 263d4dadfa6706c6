// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/remember.h"

namespace hub {

/// How many live memories the caller's key has, and may have.
Result<QuotaState> quotaOf(UnitOfWork &work);

/// LimitExceeded when the caller's key may not have one more memory while `replaced`
/// of its own are about to end. In the transaction of the store itself, so that two
/// stores at once cannot both take the last place.
Result<void> checkQuota(UnitOfWork &work, const QList<Fragment> &replaced = {});

} // namespace hub

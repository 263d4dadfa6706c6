// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace hub {

class SessionActivity;
class UnitOfWork;

/// Draws a session together now, whoever owns it: each stretch of work that has had no
/// reflection, the one that is going on included, as if it were over. False when there
/// is none. Needs a writing unit of work.
Result<bool> reflectSession(UnitOfWork &work, const SessionActivity &activity, const QString &id);

struct ReflectedSessions {
    int reflected = 0;
    int failed = 0;
};

/// The same for sessions of every key that are over, at most 100 stretches of work.
Result<ReflectedSessions> reflectEndedSessions(UnitOfWork &work, qint64 maxIdleMs);

} // namespace hub

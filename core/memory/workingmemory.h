// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

/// What a session keeps for itself: about 500 tokens.
constexpr int workingMemoryTokens = 500;

/// Adds a note to the session of `note`. Over the budget the oldest notes go
/// first, those of importance above 0.8 last.
Result<void> putWorkingMemory(UnitOfWork &work, const Fragment &note);

/// The notes of one session, all of its segments, of the caller's key and agent,
/// newest first.
Result<QList<Fragment>> workingMemory(UnitOfWork &work, const QString &sessionId, const QString &agentId);

} // namespace hub

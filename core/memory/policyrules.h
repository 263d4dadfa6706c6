// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

/// What the rules look at beside the fragment itself.
struct PolicyInput {
    qsizetype linkedCount = 0;    ///< memories it was said to be linked with
    bool hasExplicitCase = false; ///< caseId was given, not taken from the session
};

/// Names of the rules that a new fragment breaks, in the order of the documentation.
/// They mark it and stop nothing, unless its key says so (passHardGate()). With the
/// rules off only workspaceNotAllowed is looked at.
Result<QStringList> brokenRules(UnitOfWork &work, const Fragment &fragment, const PolicyInput &input);

/// PolicyViolation when the caller's key refuses what breaks a rule.
Result<void> passHardGate(const UnitOfWork &work, const Fragment &fragment, const QStringList &broken);

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

struct NewLink {
    QString fromId;
    QString toId;
    RelationType relation = RelationType::Related;
    double weight = 1;
};

/// Writes one link, or replaces the relation of the one between the same two.
/// Ownership is the caller's business.
Result<void> putLink(UnitOfWork &work, const NewLink &link);

} // namespace hub

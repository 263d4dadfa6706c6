// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "core/sessions/worksegment.h"

namespace hub {

class UnitOfWork;

/// The owner of a segment, as it wrote in it.
Principal ownerOf(const WorkSegment &segment);

/// Draws a segment that ended without a reflection together: one episode for each
/// workspace (and agent), from its own memories and calls, without a language model.
/// Its source is `auto_reflect`. A segment in which hardly anything happened, or
/// nothing was stored, is only marked. `work` acts for the owner of the segment.
Result<void> autoReflect(UnitOfWork &work, const WorkSegment &segment);

} // namespace hub

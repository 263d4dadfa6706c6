// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "core/language/chatmodel.h"
#include "core/sessions/worksegment.h"

namespace hub {

class UnitOfWork;

/// The owner of a segment, as it wrote in it.
Principal ownerOf(const WorkSegment &segment);

/// What a language model is asked to tell of a segment, and its story once it has.
struct StoryTold {
    ChatRequest request;
    QString story; ///< empty: it said nothing
};

/// One for each workspace (and agent) of a segment that is worth a story. `work` acts
/// for the owner of the segment.
Result<QList<StoryTold>> storiesToTell(UnitOfWork &work, const WorkSegment &segment);

/// Draws a segment that ended without a reflection together: one episode for each
/// workspace (and agent). It is what a model has `told` of exactly the memories that
/// are there now; else the hub's own, from these memories and the calls. Its source
/// is `auto_reflect`. A segment in which hardly anything happened, or nothing was
/// stored, is only marked. `work` acts for the owner of the segment.
Result<void> autoReflect(UnitOfWork &work, const WorkSegment &segment, const QList<StoryTold> &told = {});

} // namespace hub

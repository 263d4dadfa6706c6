// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/access.h"
#include "core/upkeep/upkeepreport.h"
#include "core/upkeep/upkeepsettings.h"

namespace hub {

class UnitOfWork;

/// A run of upkeep on its way from slice to slice.
struct UpkeepRun {
    Access access; ///< whose memories; upkeep of one key never touches or counts another's
    UpkeepSettings settings;
    UpkeepReport report;
    qint64 position = 0; ///< of the stage at work: how far it is
};

/// What one slice of a stage did.
struct SliceDone {
    int affected = 0;
    bool isLast = true;
};

/// One kind of upkeep. It works in slices short enough that nobody who wants to write
/// waits noticeably.
struct UpkeepStage {
    using Slice = Result<SliceDone> (*)(UnitOfWork &, UpkeepRun &);

    QString name;
    Slice slice = nullptr; ///< none: this hub has no such stage, or no model for it
    bool onlyReads = false;
    bool (*isWanted)(const UpkeepSettings &) = nullptr; ///< none: always
};

/// All documented stages in their order, and ours after them.
const QList<UpkeepStage> &upkeepStages();

} // namespace hub

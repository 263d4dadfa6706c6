// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memorysource.h"

namespace hub {
class Hub;
}

namespace hub::ui {

/// The hub as its windows see it: everything, as the person at this computer.
/// `hub` must outlive the source.
MemorySource sourceOf(Hub &hub);

} // namespace hub::ui

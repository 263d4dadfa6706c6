// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/uihub.h"

/// Fills a hub with what a few weeks of work with agents leave behind, in English
/// and Korean: for pictures of the windows, and for tests that want many rows.
void fillWithSamples(UiHub &hub);

// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled: what most tests of core include, and what takes most of the time to compile.
#pragma once

#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/inspect.h"
#include "core/memory/link.h"
#include "core/search/context.h"
#include "core/search/recall.h"
#include "core/storage/store.h"
#include "tests/support/memorybench.h"

#include <QSignalSpy>
#include <QTemporaryDir>

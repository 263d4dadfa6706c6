// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/events.h"

#include "moc_events.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub::ui {

// What a person reads in place of a wire name, in the language of the windows.

QString word(FragmentType type);
QString word(AssertionStatus status);
/// The relation as seen from one end: "caused by" from where it starts, "causes" from the other.
QString word(RelationType relation, bool outgoing);

/// "3 days ago"; under a minute "just now".
QString relativeTime(Timestamp when, Timestamp now);
/// Date and time to the minute in the person's own format and zone.
QString fullTime(Timestamp when);
/// "12,480" in the person's own format; a number not known yet is "–".
QString number(std::optional<qint64> value);
/// Where a memory comes from: an agent's name, or whoever holds the master key.
QString author(const Fragment &fragment);

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/policy.h"

namespace hub {

struct MemorySettings;

/// A text as it may be stored.
struct PreparedText {
    QString content;
    bool truncated = false;
    QStringList warnings;
};

/// The way of every new or changed text of a tool or the window: canonical form,
/// hard limit (4,000 code points: TooLong), validity, redaction, then the cut to
/// the limit of its type, between two graphemes, unless the text is to stay whole.
Result<PreparedText> prepareText(
    const QString &content, FragmentType type, const MemorySettings &settings, bool isWhole = false);

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace hub {

struct MemorySettings;

struct RedactedText {
    QString text;
    QStringList kinds; ///< what was replaced: api_key, password, email, phone
};

/// `text` with what should never be remembered replaced by a mark. The one rule of
/// every door; the two switches of MemorySettings turn its halves off.
RedactedText redact(const QString &text, const MemorySettings &settings);

} // namespace hub

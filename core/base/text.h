// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

#include <optional>

namespace hub {

/// Length in Unicode code points, the unit of every documented text limit.
qsizetype codePointCount(QStringView text);

/// The longest start of `text` with at most `maxCodePoints` code points that
/// ends between two grapheme clusters (UAX #29), so no emoji or syllable is
/// ever cut in half. Returns `text` itself when it fits.
QString cutText(const QString &text, qsizetype maxCodePoints);

/// Canonical form of stored text: NFC, lone surrogates replaced by U+FFFD,
/// CRLF as LF, surrounding white space and a leading byte-order mark removed.
QString canonicalText(const QString &text);

/// The canonical form of `text`, or nothing when it is absent or blank.
std::optional<QString> presentText(const std::optional<QString> &text);

/// `text` with every unpaired surrogate replaced by U+FFFD.
QString withoutLoneSurrogates(const QString &text);

/// White space of any kind, line breaks included, folded to single blanks.
QString oneLine(const QString &text);

} // namespace hub

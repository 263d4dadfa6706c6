// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace hub {

/// One spelling for all encodings of a text: NFKC (UAX #15), so full width letters, ligatures
/// and decomposed Hangul equal the plain ones; typed jamo made into syllables; lone surrogates
/// and invisible format characters removed. Letter case stays, identifiers need it.
QString searchForm(const QString &text);

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/analysis.h"

#include <QByteArray>
#include <QByteArrayView>

namespace hub {

/// The stored form of analysed terms, about 250 bytes for a memory of 25 words, so that a
/// start of the program need not analyse every text again. Begins with `analysisVersion`
/// and ends with a CRC-16 of the rest.
QByteArray encodeTerms(const AnalysedText &text);

/// nullopt for another version and for anything that is not exactly what encodeTerms()
/// writes; never reads outside `bytes`.
std::optional<AnalysedText> decodeTerms(QByteArrayView bytes);

} // namespace hub

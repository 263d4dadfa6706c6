// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace hub {

/// How many tokens a language model is likely to count for `text`; at least 1
/// for text that is not empty. An estimate without a vocabulary: about four
/// Latin letters, one to two Hangul syllables and one Han character a token,
/// digits in groups of three. Never below the usual ceil(characters / 4).
int estimateTokens(QStringView text);

} // namespace hub

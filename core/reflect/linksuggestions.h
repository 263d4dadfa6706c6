// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reflect/reflect.h"

namespace hub {

class Messages;

/// What in one reflection may have caused or solved what: pairs that share a word, or
/// that stand alone with each other. To be confirmed by link, so at most ten.
QList<LinkSuggestion> suggestLinks(const QList<ReflectedFragment> &fragments, const Messages &messages);

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/recall.h"

namespace hub::ui {

/// The memories as the JSON that agents get, indented.
QString asJsonText(const QList<RecalledFragment> &fragments);

/// The memories as a list in Markdown: the text, then type and topic.
QString asMarkdown(const QList<RecalledFragment> &fragments);

} // namespace hub::ui

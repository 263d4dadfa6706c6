// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/search/recall.h"

namespace hub::ui {

/// What the memories shown must have in common; nothing set: all of them.
struct MemoryFilter {
    QString text;
    std::optional<FragmentType> type;
    std::optional<QString> topic;
    std::optional<QString> workspace;
    bool anchorsOnly = false;
    bool withSuperseded = false;

    bool operator==(const MemoryFilter &) const = default;

    bool isNarrowing() const { return !text.isEmpty() || type || topic || workspace || anchorsOnly; }

    /// The question to ask the hub: whole texts, no budget, nothing left out as already
    /// seen. The words go as keywords, because a list that a person searches must hold
    /// what has the words, not what an agent may want to know beside them.
    RecallRequest request() const
    {
        RecallRequest request;
        request.keywords = oneLine(text).split(u' ', Qt::SkipEmptyParts).mid(0, 50);
        request.type = type;
        request.topic = topic;
        request.workspace = workspace;
        if (anchorsOnly)
            request.isAnchor = true;
        request.includeSuperseded = withSuperseded;
        request.includeLinks = false;
        request.excludeSeen = false;
        request.includeKeywords = true;
        request.wholeTexts = true;
        request.pageSize = 50;
        return request;
    }
};

} // namespace hub::ui

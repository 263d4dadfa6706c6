// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/amend.h"
#include "core/memory/fragment.h"

namespace hub::ui {

/// The part of a memory that a person can write.
struct MemoryDraft {
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    QStringList keywords;
    double importance = 0.5;
    bool isAnchor = false;
    AssertionStatus assertion = AssertionStatus::Observed;

    bool operator==(const MemoryDraft &) const = default;

    static MemoryDraft of(const Fragment &fragment)
    {
        return {fragment.content, fragment.type, fragment.topic, fragment.keywords, fragment.importance,
            fragment.isAnchor, fragment.assertionStatus};
    }

    /// The change that makes `to` out of `from`: only what differs is named.
    static AmendRequest change(const QString &id, const MemoryDraft &from, const MemoryDraft &to)
    {
        AmendRequest request;
        request.id = id;
        const auto set = [](auto &target, const auto &before, const auto &after) {
            if (before != after)
                target = after;
        };
        set(request.content, from.content, to.content);
        set(request.topic, from.topic, to.topic);
        set(request.keywords, from.keywords, to.keywords);
        set(request.type, from.type, to.type);
        set(request.importance, from.importance, to.importance);
        set(request.isAnchor, from.isAnchor, to.isAnchor);
        set(request.assertionStatus, from.assertion, to.assertion);
        return request;
    }
};

/// Characters that fit into one memory of a type when it is written here or by a tool.
constexpr int textLimit(FragmentType type) { return type == FragmentType::Episode ? 1000 : 300; }

} // namespace hub::ui

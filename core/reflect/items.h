// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/remember.h"
#include "core/reflect/reflect.h"

namespace hub {

class Messages;

enum class ReflectCategory : quint8 { Summary, Decisions, Errors, Procedures, Questions };
template <>
struct EnumNames<ReflectCategory> {
    static constexpr auto names
        = std::to_array<std::string_view>({"summary", "decisions", "errors", "procedures", "questions"});
};

/// One thing that was said in a reflection, ready to be remembered but for its place.
struct ReflectItem {
    ReflectCategory category = ReflectCategory::Summary;
    RememberRequest request;
};

/// What comes of the lists of a request.
struct ReflectItems {
    QList<ReflectItem> kept;
    QList<SkippedItem> skipped;
};

ReflectItems itemsOf(const ReflectRequest &request, const Messages &messages);

/// `item` as a reflection that left it out names it.
SkippedItem skippedItem(const QString &category, const QString &content, const QString &reason);

/// Where a fragment comes from that a reflection has made.
inline const auto reflectSource = u"reflect"_s;
inline const auto autoReflectSource = u"auto_reflect"_s;
inline const auto reflectTopic = u"session_reflect"_s;

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class UnitOfWork;

enum class FeedbackTrigger : quint8 { Sampled, Voluntary };
template <>
struct EnumNames<FeedbackTrigger> {
    static constexpr auto names = std::to_array<std::string_view>({"sampled", "voluntary"});
};

enum class IrrelevanceReason : quint8 { NotStored, SearchMiss, ScopeLeak, TopicMismatch, Other };
template <>
struct EnumNames<IrrelevanceReason> {
    static constexpr auto names
        = std::to_array<std::string_view>({"not_stored", "search_miss", "scope_leak", "topic_mismatch", "other"});
};

/// A reason as it is given: anything that is none of the documented ones counts as
/// none given, so that a judgement is never lost for a word.
struct GivenReason {
    std::optional<IrrelevanceReason> reason;
};
inline Result<void> readJson(const QJsonValue &in, GivenReason &out, const QString &)
{
    out.reason = enumFromString<IrrelevanceReason>(in.toString());
    return {};
}
template <>
struct SchemaOf<GivenReason> : SchemaOf<IrrelevanceReason> { };

struct ToolFeedbackRequest {
    QString toolName;
    bool relevant = false;
    bool sufficient = false;
    std::optional<QString> suggestion;
    std::optional<QString> context;
    std::optional<QString> sessionId;
    FeedbackTrigger triggerType = FeedbackTrigger::Voluntary;
    GivenReason irrelevanceReason;
    std::optional<qint64> searchEventId;
    QStringList fragmentIds;
    std::optional<QString> agentId;

    static constexpr auto fields()
    {
        using R = ToolFeedbackRequest;
        return std::tuple {
            field("tool_name", &R::toolName).required().max(64),
            field("relevant", &R::relevant).required(),
            field("sufficient", &R::sufficient).required(),
            field("suggestion", &R::suggestion).max(100),
            field("context", &R::context).max(50),
            field("session_id", &R::sessionId).max(255).also("sessionId"),
            field("trigger_type", &R::triggerType),
            field("irrelevance_reason", &R::irrelevanceReason),
            field("search_event_id", &R::searchEventId),
            field("fragment_ids", &R::fragmentIds).items(50).max(64),
            field("agentId", &R::agentId).max(128),
        };
    }
};

struct ToolFeedbackAnswer {
    bool success = true;
    qint64 id = 0;
    QString toolName;
    bool relevant = false;
    bool sufficient = false;

    static constexpr auto fields()
    {
        using A = ToolFeedbackAnswer;
        return std::tuple {field("success", &A::success), field("id", &A::id), field("tool_name", &A::toolName),
            field("relevant", &A::relevant), field("sufficient", &A::sufficient)};
    }
};

/// Keeps what an agent says of a tool's answer, and lets the memories that it names
/// count for more or less from now on. Of `fragment_ids` and `search_event_id` only
/// what is the caller's own counts; the answer does not tell which did. Needs a writing
/// unit of work.
Result<ToolFeedbackAnswer> toolFeedback(UnitOfWork &work, const ToolFeedbackRequest &request);

} // namespace hub

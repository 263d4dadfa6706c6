// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

/// The moment of an answer, for models whose own clock stands still.
struct ServerTime {
    QString iso;
    qint64 epochMs = 0;
    QString displayKst;   ///< always Asia/Seoul, in Korean
    QString displayLocal; ///< the hub's zone
    QString timezone;     ///< name of the hub's zone

    static constexpr auto fields()
    {
        using S = ServerTime;
        return std::tuple {field("iso", &S::iso), field("epoch_ms", &S::epochMs), field("display_kst", &S::displayKst),
            field("display_local", &S::displayLocal), field("timezone", &S::timezone)};
    }
};

/// What the caller might do next, in words of the hub's locale.
struct Hint {
    QString signal; ///< no_results, topic_mismatch, stale_results, …
    QString suggestion;
    QString trigger; ///< the tool that helps
    std::optional<QJsonObject> args;

    static constexpr auto fields()
    {
        using H = Hint;
        return std::tuple {field("signal", &H::signal), field("suggestion", &H::suggestion),
            field("trigger", &H::trigger), field("args", &H::args)};
    }
};

/// What the way of searching gives reason to propose.
struct Suggestion {
    QString code; ///< repeat_query, empty_result_no_context, no_type_filter_noisy
    QString message;
    QString recommendedTool;
    QJsonObject recommendedArgs;

    static constexpr auto fields()
    {
        using S = Suggestion;
        return std::tuple {field("code", &S::code), field("message", &S::message),
            field("recommendedTool", &S::recommendedTool), field("recommendedArgs", &S::recommendedArgs)};
    }
};

struct AnswerMeta {
    std::optional<Nullable<qint64>> searchEventId;
    QList<Hint> hints;
    ServerTime serverTime;
    std::optional<Suggestion> suggestion {};

    static constexpr auto fields()
    {
        using M = AnswerMeta;
        return std::tuple {field("searchEventId", &M::searchEventId), field("hints", &M::hints),
            field("suggestion", &M::suggestion), field("serverTime", &M::serverTime)};
    }
};

/// The label of the key that owns `fragment`, as far as the caller may know it.
Nullable<QString> keyNameOf(const UnitOfWork &work, const Fragment &fragment);

/// The moment of `work` as an answer tells it.
ServerTime serverTime(const UnitOfWork &work);

} // namespace hub

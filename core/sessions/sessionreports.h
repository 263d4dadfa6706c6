// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sessions/session.h"

namespace hub {

class SessionActivity;
class UnitOfWork;

/// What was done in a session, over all its stretches of work.
struct SessionWork {
    std::optional<Timestamp> startedAt; ///< absent: nothing was called
    std::optional<Timestamp> lastActivity;
    QJsonObject toolCalls; ///< how often each tool was called
    QStringList keywords;
    QStringList fragments;
    bool isReflected = false; ///< every stretch in which something was stored
};

struct SessionReport {
    Session session;
    SessionWork work;
};

struct SessionReports {
    QList<SessionReport> sessions; ///< living ones of every key, the last used first
    qint64 unreflected = 0;        ///< sessions that are over, with memories that nobody has drawn together
};

struct SearchOfSession {
    qint64 id = 0;
    QString searchPath;
    QString queryType;
    QStringList keywords;
    int resultCount = 0;
    qint64 latencyMs = 0;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using S = SearchOfSession;
        return std::tuple {field("id", &S::id), field("search_path", &S::searchPath),
            field("query_type", &S::queryType), field("filter_keys", &S::keywords),
            field("result_count", &S::resultCount), field("latency_ms", &S::latencyMs),
            field("created_at", &S::createdAt)};
    }
};

struct FeedbackOfSession {
    qint64 id = 0;
    QString toolName;
    bool isRelevant = false;
    bool isSufficient = false;
    Nullable<QString> suggestion;
    Nullable<QString> context;
    QString triggerType;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using F = FeedbackOfSession;
        return std::tuple {field("id", &F::id), field("tool_name", &F::toolName), field("relevant", &F::isRelevant),
            field("sufficient", &F::isSufficient), field("suggestion", &F::suggestion), field("context", &F::context),
            field("trigger_type", &F::triggerType), field("created_at", &F::createdAt)};
    }
};

struct SessionDetail : SessionReport {
    QList<SearchOfSession> searches;   ///< the last 20, newest first
    QList<FeedbackOfSession> feedback; ///< likewise
};

// For the person at this computer and the master key: of every key, whoever asks. What
// the running hub has counted and not written yet is in `activity`.

Result<SessionReports> sessionReports(UnitOfWork &work, const SessionActivity &activity, qint64 maxIdleMs);

/// Nothing when there is none, or when it has ended.
Result<std::optional<Session>> anySession(UnitOfWork &work, const QString &id);

/// Nothing when there is no such session, or when it has ended or expired.
Result<std::optional<SessionDetail>> sessionDetail(
    UnitOfWork &work, const SessionActivity &activity, const QString &id, qint64 maxIdleMs);

/// Ends a session, whoever owns it; false when there is none to end. Needs a writing
/// unit of work, as the next one does.
Result<bool> endAnySession(UnitOfWork &work, const QString &id);

/// Ends what was last used over `maxIdleMs` ago. Returns the ids.
Result<QStringList> endExpiredSessions(UnitOfWork &work, qint64 maxIdleMs);

} // namespace hub

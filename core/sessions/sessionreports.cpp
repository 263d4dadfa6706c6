// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/sessionreports.h"

#include "core/memory/unitofwork.h"
#include "core/sessions/activity.h"
#include "core/sessions/sessions.h"

namespace hub {
namespace {

/// The owner of a session, as its own calls come in.
Principal ownerOf(const Session &session)
{
    Principal owner;
    owner.keyId = session.keyId.value_or(QString());
    owner.sessionId = session.id;
    return owner;
}

void add(SessionWork &sum, const WorkSegment &segment)
{
    sum.startedAt = std::min(sum.startedAt.value_or(segment.startedAt), segment.startedAt);
    sum.lastActivity = std::max(sum.lastActivity.value_or(segment.lastUsedAt), segment.lastUsedAt);
    for (auto it = segment.toolCalls.begin(); it != segment.toolCalls.end(); ++it)
        sum.toolCalls.insert(it.key(), sum.toolCalls.value(it.key()).toInt() + it->toInt());
    for (const auto &keyword : segment.keywords) {
        if (!sum.keywords.contains(keyword))
            sum.keywords += keyword;
    }
    sum.fragments += segment.fragmentIds;
    if (!segment.reflectedAt && !segment.fragmentIds.isEmpty())
        sum.isReflected = false;
}

/// The stretches as they are written, and what is counted since.
Result<SessionWork> workOf(UnitOfWork &work, const SessionActivity &activity, const Session &session)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/segments_of"));
    HUB_TRY(segments, statement.bind(session.id, session.keyId).all<WorkSegment>());
    const auto counted = activity.known(ownerOf(session));
    for (auto segment : counted) {
        const auto written
            = std::find_if(segments.begin(), segments.end(), [&](const auto &one) { return one.id == segment.id; });
        if (written != segments.end()) {
            segment.reflectedAt = written->reflectedAt;
            segments.erase(written);
        }
        segments += segment;
    }
    SessionWork sum;
    sum.isReflected = !segments.isEmpty();
    for (const auto &segment : segments)
        add(sum, segment);
    return sum;
}

} // namespace

Result<std::optional<Session>> anySession(UnitOfWork &work, const QString &id)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_any"));
    return statement.bind(id).first<Session>();
}

Result<SessionReports> sessionReports(UnitOfWork &work, const SessionActivity &activity, qint64 maxIdleMs)
{
    const auto since = work.now().ms - maxIdleMs;
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/sessions_living"));
    HUB_TRY(living, statement.bind(since).all<Session>());
    SessionReports reports;
    for (const auto &session : living) {
        HUB_TRY(done, workOf(work, activity, session));
        reports.sessions.append({.session = session, .work = done});
    }
    HUB_TRY(counting, work.database().prepareNamed(u"sessions/sessions_unreflected"));
    HUB_TRY(unreflected, counting.bind(since).scalar<qint64>());
    reports.unreflected = unreflected.value_or(0);
    return reports;
}

Result<std::optional<SessionDetail>> sessionDetail(
    UnitOfWork &work, const SessionActivity &activity, const QString &id, qint64 maxIdleMs)
{
    HUB_TRY(session, anySession(work, id));
    if (!session || session->lastUsedAt.ms < work.now().ms - maxIdleMs)
        return std::optional<SessionDetail>();
    SessionDetail detail;
    detail.session = *session;
    HUB_TRY(done, workOf(work, activity, *session));
    detail.work = done;
    HUB_TRY(searches, work.database().prepareNamed(u"sessions/searches_of"));
    HUB_TRY(searched, searches.set(":session"_L1, id).all<SearchOfSession>());
    detail.searches = searched;
    HUB_TRY(feedback, work.database().prepareNamed(u"sessions/feedback_of"));
    HUB_TRY(told, feedback.set(":session"_L1, id).all<FeedbackOfSession>());
    detail.feedback = told;
    return std::optional(detail);
}

Result<bool> endAnySession(UnitOfWork &work, const QString &id)
{
    HUB_TRY(session, anySession(work, id));
    if (!session)
        return false;
    UnitOfWork own(work.database(), work.services(), ownerOf(*session));
    return endSession(own, id);
}

Result<QStringList> endExpiredSessions(UnitOfWork &work, qint64 maxIdleMs)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/sessions_expired"));
    HUB_TRY(expired, statement.bind(work.now().ms - maxIdleMs).column<QString>());
    for (const auto &id : expired)
        HUB_CHECK(endAnySession(work, id));
    return expired;
}

} // namespace hub

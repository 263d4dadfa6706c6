// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/sessionjson.h"

namespace hub::admin {
namespace {

struct ActivityShape {
    std::optional<Timestamp> startedAt;
    std::optional<Timestamp> lastActivity;
    std::optional<bool> reflected;
    std::optional<QJsonObject> toolCalls;
    std::optional<QStringList> keywords;
    std::optional<QStringList> fragments;

    static constexpr auto fields()
    {
        using A = ActivityShape;
        return std::tuple {field("startedAt", &A::startedAt), field("lastActivity", &A::lastActivity),
            field("reflected", &A::reflected), field("toolCalls", &A::toolCalls), field("keywords", &A::keywords),
            field("fragments", &A::fragments)};
    }
};

struct ClientShape {
    QString name;
    QString version;
    QString protocolVersion;

    static constexpr auto fields()
    {
        using C = ClientShape;
        return std::tuple {
            field("name", &C::name), field("version", &C::version), field("protocolVersion", &C::protocolVersion)};
    }
};

struct SessionShape {
    QString sessionId;
    QString type;
    bool authenticated = true; ///< every session is: there are no others
    Nullable<QString> keyId;
    qint64 createdAt = 0;
    qint64 expiresAt = 0;
    qint64 lastAccessedAt = 0;
    Nullable<QString> workspace;
    ClientShape client;
    ActivityShape activity;

    static constexpr auto fields()
    {
        using S = SessionShape;
        return std::tuple {field("sessionId", &S::sessionId), field("type", &S::type),
            field("authenticated", &S::authenticated), field("keyId", &S::keyId), field("createdAt", &S::createdAt),
            field("expiresAt", &S::expiresAt), field("lastAccessedAt", &S::lastAccessedAt),
            field("workspace", &S::workspace), field("client", &S::client), field("activity", &S::activity)};
    }
};

struct DetailShape : SessionShape {
    QList<SearchOfSession> searchEvents;
    QList<FeedbackOfSession> toolFeedback;

    static constexpr auto fields()
    {
        return std::tuple_cat(SessionShape::fields(),
            std::tuple {
                field("searchEvents", &DetailShape::searchEvents), field("toolFeedback", &DetailShape::toolFeedback)});
    }
};

struct CountsShape {
    qint64 streamable = 0;
    qint64 legacy = 0;
    qint64 total = 0;
    qint64 unreflected = 0;

    static constexpr auto fields()
    {
        using C = CountsShape;
        return std::tuple {field("streamable", &C::streamable), field("legacy", &C::legacy), field("total", &C::total),
            field("unreflected", &C::unreflected)};
    }
};

struct ListShape {
    QList<SessionShape> sessions;
    CountsShape counts;

    static constexpr auto fields()
    {
        return std::tuple {field("sessions", &ListShape::sessions), field("counts", &ListShape::counts)};
    }
};

struct RotatedShape {
    bool ok = true;
    QString oldSessionId;
    QString newSessionId;
    QString reason;
    Timestamp rotatedAt;

    static constexpr auto fields()
    {
        using R = RotatedShape;
        return std::tuple {field("ok", &R::ok), field("oldSessionId", &R::oldSessionId),
            field("newSessionId", &R::newSessionId), field("reason", &R::reason), field("rotatedAt", &R::rotatedAt)};
    }
};

const auto legacy = u"legacy"_s;

/// Empty when nothing was called.
ActivityShape shapeOf(const SessionWork &work)
{
    if (!work.startedAt)
        return {};
    return {.startedAt = work.startedAt,
        .lastActivity = work.lastActivity,
        .reflected = work.isReflected,
        .toolCalls = work.toolCalls,
        .keywords = work.keywords,
        .fragments = work.fragments};
}

void fill(SessionShape &shape, const SessionReport &report, qint64 maxIdleMs)
{
    const auto &session = report.session;
    shape.sessionId = session.id;
    shape.type = session.transport == u"sse" ? legacy : u"streamable"_s;
    if (session.keyId)
        shape.keyId = *session.keyId;
    shape.createdAt = session.createdAt.ms;
    shape.expiresAt = session.lastUsedAt.ms + maxIdleMs;
    shape.lastAccessedAt = session.lastUsedAt.ms;
    if (session.workspace)
        shape.workspace = *session.workspace;
    shape.client
        = {.name = session.clientName, .version = session.clientVersion, .protocolVersion = session.protocolVersion};
    shape.activity = shapeOf(report.work);
}

} // namespace

QJsonObject sessionsJson(const SessionReports &reports, qint64 maxIdleMs)
{
    ListShape list;
    for (const auto &report : reports.sessions) {
        fill(list.sessions.emplaceBack(), report, maxIdleMs);
        ++(list.sessions.last().type == legacy ? list.counts.legacy : list.counts.streamable);
    }
    list.counts.total = list.sessions.size();
    list.counts.unreflected = reports.unreflected;
    return toJson(list);
}

QJsonObject sessionJson(const SessionDetail &detail, qint64 maxIdleMs)
{
    DetailShape shape;
    fill(shape, detail, maxIdleMs);
    shape.searchEvents = detail.searches;
    shape.toolFeedback = detail.feedback;
    return toJson(shape);
}

QJsonObject rotationJson(const QString &oldId, const QString &reason, const SessionRotation &rotation)
{
    return toJson(RotatedShape {
        .oldSessionId = oldId, .newSessionId = rotation.session.id, .reason = reason, .rotatedAt = rotation.rotatedAt});
}

} // namespace hub::admin

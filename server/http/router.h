// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/admission.h"

#include <vector>

namespace hub::http {

/// What a caller needs for a route: nothing, a key that is good, a key with a permission
/// level, or the master key.
struct Access {
    enum class Need : quint8 { Nothing, AnyKey, Level, Master };

    constexpr Access(Permission wanted)
        : need(Need::Level)
        , level(wanted)
    { }
    constexpr explicit Access(Need wanted)
        : need(wanted)
    { }

    Need need;
    Permission level = Permission::Read;
};
inline constexpr Access openToAll {Access::Need::Nothing};
inline constexpr Access anyKey {Access::Need::AnyKey};
inline constexpr Access masterOnly {Access::Need::Master};

enum class BodyKind : quint8 {
    None, ///< a body is read and ignored
    Json, ///< application/json, handed on as bytes
    Form, ///< application/x-www-form-urlencoded, see decodeForm()
    Bytes,
};

constexpr qint64 defaultBodyLimit = 64 * 1024;

/// One line of an area's table. `path` is matched part by part; "{name}" takes
/// any one part and appears decoded in Request::params; a path with fewer names
/// is preferred to one with more.
struct Route {
    QByteArray method;
    QByteArray path;
    Access access;
    BodyKind body = BodyKind::None;
    qint64 bodyLimit = defaultBodyLimit; ///< bytes
    bool countsItself = false;           ///< the handler knows better than the headers who calls, and asks Throttle
    Handler handler;
};

/// Who sent this request. Runs in the server's thread before the body is read, so
/// it must not block. ErrorCode::Denied becomes a 401, any other code what
/// errormap.h says.
using Authenticate = std::function<Result<Principal>(const Request &)>;

/// Whether this request is one too many: a refusal, or nothing. `caller` is null without a
/// valid key. Runs where Authenticate does, after it.
using Throttle = std::function<std::optional<Response>(const Request &, const Principal *caller)>;

/// The two together, for what knows better than the router who calls.
struct Gatekeeper {
    Authenticate authenticate;
    Throttle throttle {};
};

/// A 401 that tells a client where to get a key (RFC 6750 section 3, RFC 9728 section 5.1).
Response unauthorized(const Request &request, bool hasCredential, const QString &message);

/// The table of routes and everything decided before a handler runs: 404, 405
/// with Allow, HEAD, OPTIONS and CORS preflight, 429, 401, 403, 415, 413. On an open
/// route the principal is set when the request carries a valid credential. Routes
/// are added before the server starts and stay for its lifetime.
class Router
{
public:
    explicit Router(Authenticate authenticate, Throttle throttle = {});

    void add(Route route);
    /// Decides on a request whose head is complete; fills in params and principal.
    Admission admit(Request &request) const;

private:
    struct Entry {
        Route route;
        QList<QByteArray> parts;
    };
    struct Match {
        const Route *route = nullptr;
        QHash<QByteArray, QString> params {};
        QByteArrayList allowed {}; ///< methods that the path has; empty: no such path
    };

    Match find(const Request &request) const;
    std::optional<Response> authorize(const Route &route, Request &request) const;

    Authenticate m_authenticate;
    Throttle m_throttle;
    std::vector<Entry> m_entries;
};

} // namespace hub::http

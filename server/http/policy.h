// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/response.h"

#include <QSet>

namespace hub::http {

/// What one client may cost us. Each limit names the answer to whoever breaks it;
/// sizes in bytes, times in milliseconds.
struct Limits {
    int head = 32 * 1024;                     ///< request line and headers -> 431
    int requestLine = 8 * 1024;               ///< -> 414
    int headerCount = 100;                    ///< -> 431
    qint64 bodiesInFlight = 64 * 1024 * 1024; ///< bodies being received, all connections together -> 503
    int connections = 1024;                   ///< -> 503, and far beyond that cut off
    qint64 streamBacklog = 4 * 1024 * 1024;   ///< of an event stream, not yet read by the client -> dropped
    qint64 drain = 64 * 1024 * 1024;          ///< read and thrown away after a refusal -> dropped
    int headMs = 10'000;                      ///< first byte to end of head -> 408
    int bodyMs = 30'000;                      ///< end of head to end of body -> 408
    int idleMs = 60'000;                      ///< between two requests -> closed
    int stallMs = 30'000;                     ///< the client reads nothing of our reply -> dropped
    int drainMs = 3'000;                      ///< after a last reply, for the client to read it -> dropped
    int heartbeatMs = 15'000;                 ///< a comment on a silent event stream
};

/// Who may talk to the server at all, and within which limits.
struct Policy {
    Limits limits {};
    /// Names without port that a Host header may carry: what stops DNS rebinding.
    QSet<QByteArray> hosts {"localhost", "127.0.0.1", "[::1]"};
    /// Web pages of other origins that may call ("http://localhost:6274"). Pages that
    /// we serve ourselves may always.
    QSet<QByteArray> origins {};
};

/// A 403 for a request whose Host is not ours or whose Origin may not call, nothing
/// for any other. Comes before everything else, on every path.
std::optional<Response> refuseStranger(const Policy &policy, const Request &request);

} // namespace hub::http

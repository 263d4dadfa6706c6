// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// One connection of an agent, from its handshake to its end. It survives restarts
/// of the hub. An id is never a proof of who is calling: each request carries its
/// own credential, which must be that of the session's key.
struct Session {
    QString id;
    std::optional<QString> keyId; ///< absent: the master key
    QString clientName;
    QString clientVersion;
    QString protocolVersion;
    QString transport = u"http"_s;
    QJsonObject capabilities; ///< what the client can do, as it said
    std::optional<QString> workspace;
    std::optional<QString> mode;
    Timestamp createdAt;
    Timestamp lastUsedAt; ///< to the minute
    std::optional<Timestamp> endedAt;

    static constexpr auto fields()
    {
        using S = Session;
        return std::tuple {
            field("id", &S::id),
            field("key_id", &S::keyId),
            field("client_name", &S::clientName),
            field("client_version", &S::clientVersion),
            field("protocol_version", &S::protocolVersion),
            field("transport", &S::transport),
            field("capabilities", &S::capabilities),
            field("workspace", &S::workspace),
            field("mode", &S::mode),
            field("created_at", &S::createdAt),
            field("last_used_at", &S::lastUsedAt),
            field("ended_at", &S::endedAt),
        };
    }
};

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class UnitOfWork;

/// Takes no arguments.
struct ResetMasterRequest {
    static constexpr auto fields() { return std::tuple {}; }
};

/// An agent that has used the master key, and needs the new one or a key of its own.
struct MasterClient {
    QString client; ///< as it names itself
    qint64 sessions = 0;
    Timestamp lastUsedAt;

    static constexpr auto fields()
    {
        using C = MasterClient;
        return std::tuple {
            field("client", &C::client), field("sessions", &C::sessions), field("last_used_at", &C::lastUsedAt)};
    }
};

struct ResetMaster {
    bool success = true;
    QString rawKey; ///< told this once
    QList<MasterClient> agents;

    static constexpr auto fields()
    {
        return std::tuple {field("success", &ResetMaster::success), field("raw_key", &ResetMaster::rawKey),
            field("agents", &ResetMaster::agents)};
    }
};

/// Makes another master key in place of the one that is, which opens nothing any more
/// once this is committed; its sessions and streams end. Conflict when the key is given
/// by a setting: then it is to be changed there.
Result<ResetMaster> resetMaster(UnitOfWork &work, const ResetMasterRequest &request);

} // namespace hub

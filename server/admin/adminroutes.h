// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/admincalls.h"
#include "server/http/router.h"

namespace hub::admin {

/// The admin calls as routes, for the master key alone. Server's thread.
class AdminRoutes final : public QObject
{
public:
    /// `hub` must live longer.
    explicit AdminRoutes(Hub &hub)
        : m_hub(hub)
    { }

    void addRoutes(http::Router &router);

private:
    void answer(const AdminCall &call, const http::Request &request, const http::Reply &reply);

    Hub &m_hub;
};

} // namespace hub::admin

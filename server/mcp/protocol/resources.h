// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "server/mcp/protocol/jsonrpc.h"

#include <QFuture>
#include <QJsonArray>

namespace hub::mcp {

/// What a resource holds: text, or bytes.
struct ResourceContent {
    QString uri;
    QString mimeType;
    QString text;
    std::optional<QByteArray> bytes {};
};

/// The resources that an endpoint offers.
class ResourceRegistry
{
public:
    virtual ~ResourceRegistry() = default;

    /// The entries of resources/list that `caller` may read, always in the same order.
    virtual QJsonArray list(const Principal &caller) const = 0;
    /// The entries of resources/templates/list, likewise.
    virtual QJsonArray templates(const Principal &) const { return {}; }
    /// Called in the server's thread; must not block. Fails with NotFound for a URI
    /// that does not exist for `caller`, who has the id of the transport's session.
    virtual QFuture<Result<ResourceContent>> read(const QString &uri, const Principal &caller) = 0;
};

} // namespace hub::mcp

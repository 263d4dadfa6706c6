// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "server/mcp/protocol/jsonrpc.h"

#include <QFuture>

namespace hub::mcp {

/// What completion/complete asks: how an argument may go on.
struct CompletionQuery {
    bool isPrompt = false; ///< else a resource template
    QString target;        ///< the prompt's name, the template's URI
    QString argument;
    QString begun;        ///< what has been typed of it
    QJsonObject given {}; ///< the other arguments that are known already
};

/// The values that a client may offer, best first.
struct Completion {
    QStringList values;
    int total = 0; ///< of which `values` may be the first
};

/// What an endpoint offers to complete.
class CompletionRegistry
{
public:
    virtual ~CompletionRegistry() = default;

    /// Called in the server's thread; must not block. At most `completionLimit` values
    /// are sent. An argument that nothing is known of has none; a prompt or template
    /// that does not exist for `caller` is NotFound.
    virtual QFuture<Result<Completion>> complete(const CompletionQuery &query, const Principal &caller) = 0;
};

/// The protocol allows so many.
constexpr int completionLimit = 100;

} // namespace hub::mcp

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/reply.h"

#include <type_traits>

namespace hub::http {

/// What answers a request: a function of a Request that returns a Response or a
/// Result<Response>, or one of a Request and a Reply that answers through the
/// Reply, now or later. Runs in the server's thread; never blocks and never runs
/// an event loop.
class Handler
{
public:
    template <typename F>
    requires std::is_invocable_v<F, const Request &, const Reply &> Handler(F function)
        : m_function(std::move(function))
    { }

    template <typename F>
    requires std::is_invocable_r_v < Result<Response>, F,
    const Request & > Handler(F function)
        : m_function([call = std::move(function)](const Request &request, const Reply &reply) {
            const Result<Response> result = call(request);
            result ? reply.send(*result) : reply.fail(result.error());
        })
    { }

    void operator()(const Request &request, const Reply &reply) const { m_function(request, reply); }

private:
    std::function<void(const Request &, const Reply &)> m_function;
};

/// The decision on a request before its body is read: a refusal, or the handler
/// and how many bytes of body it takes.
struct Admission {
    std::optional<Response> refusal {};
    const Handler *handler = nullptr; ///< outlives the request
    qint64 bodyLimit = 0;
};

/// Decides in the server's thread, without blocking; may complete the request.
using Admit = std::function<Admission(Request &)>;

} // namespace hub::http

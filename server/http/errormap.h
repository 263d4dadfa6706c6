// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "server/http/response.h"

namespace hub::http {

/// The HTTP status that says what went wrong.
int httpStatus(ErrorCode code);

/// The JSON-RPC 2.0 error code that says what went wrong.
int jsonRpcCode(ErrorCode code);

/// The answer to a request that failed; `error.detail` is not part of it.
Response errorResponse(const Error &error);

} // namespace hub::http

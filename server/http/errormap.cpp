// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/errormap.h"

namespace hub::http {
namespace {

struct WireCodes {
    int httpStatus;
    int jsonRpcCode;
};

// 499 is not of RFC 9110 but widely read as "the caller gave up".
constexpr WireCodes wireCodes(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument: return {400, -32602};
    case ErrorCode::TooLong: return {400, -32602};
    case ErrorCode::NotFound: return {404, -32001};
    case ErrorCode::Denied: return {403, -32600};
    case ErrorCode::Conflict: return {409, -32000};
    case ErrorCode::LimitExceeded: return {429, -32000};
    case ErrorCode::PolicyViolation: return {422, -32003};
    case ErrorCode::Busy: return {503, -32000};
    case ErrorCode::Cancelled: return {499, -32800};
    case ErrorCode::Storage: return {503, -32603};
    case ErrorCode::Internal: break;
    }
    return {500, -32603};
}

} // namespace

int httpStatus(ErrorCode code) { return wireCodes(code).httpStatus; }

int jsonRpcCode(ErrorCode code) { return wireCodes(code).jsonRpcCode; }

Response errorResponse(const Error &error) { return Response::error(httpStatus(error.code), error.message); }

} // namespace hub::http

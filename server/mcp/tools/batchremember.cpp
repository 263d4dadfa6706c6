// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchremember.h"

#include "server/http/errormap.h"
#include "server/mcp/tools/tools.h"

namespace hub::mcp {
namespace {

/// An item that remember() would refuse with an error of the protocol has its code.
QJsonObject encode(const BatchAnswer &answer, const BatchRequest &)
{
    auto json = toJson(answer);
    const auto &listed = answer.results ? answer.results : answer.rejections;
    const auto name = answer.results ? u"results"_s : u"rejections"_s;
    auto items = json.value(name).toArray();
    for (qsizetype i = 0; i < items.size(); ++i) {
        const auto failure = listed->at(i).failure;
        if (!listed->at(i).error || (failure != ErrorCode::TooLong && failure != ErrorCode::PolicyViolation))
            continue;
        auto item = items[i].toObject();
        item.insert(u"code"_s, http::jsonRpcCode(failure));
        items[i] = item;
    }
    if (listed)
        json.insert(name, items);
    return json;
}

} // namespace

Tool batchRememberTool() { return writingTool(u"batch_remember"_s, batchRemember, encode); }

} // namespace hub::mcp

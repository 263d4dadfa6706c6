// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/offers.h"

namespace hub::mcp {

QJsonObject capabilitiesOf(const Offers &offers)
{
    const auto list = [](bool changes) { return changes ? QJsonObject {{u"listChanged"_s, true}} : QJsonObject(); };
    QJsonObject capabilities {{u"tools"_s, list(offers.toolsChange)}, {u"logging"_s, QJsonObject()}};
    auto watched = list(offers.resourcesChange);
    watched.insert(u"subscribe"_s, true);
    if (offers.resources)
        capabilities.insert(u"resources"_s, watched);
    if (offers.prompts)
        capabilities.insert(u"prompts"_s, list(offers.promptsChange));
    if (offers.completions)
        capabilities.insert(u"completions"_s, QJsonObject());
    return capabilities;
}

QJsonObject inputRequiredResult(const InputRequired &wanted)
{
    QJsonObject result {{u"resultType"_s, u"input_required"_s}};
    if (!wanted.requests.isEmpty())
        result.insert(u"inputRequests"_s, wanted.requests);
    if (!wanted.state.isEmpty())
        result.insert(u"requestState"_s, wanted.state);
    return result;
}

} // namespace hub::mcp

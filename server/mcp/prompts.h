// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/prompts.h"

#include "core/base/describe.h"

namespace hub::mcp {

struct PromptArgument {
    QString name;
    QString description;
    bool isRequired = false;

    static constexpr auto fields()
    {
        using A = PromptArgument;
        return std::tuple {field("name", &A::name).required(), field("description", &A::description).required(),
            field("required", &A::isRequired)};
    }
};

/// One entry of `:/mcp/prompts/list.<language>.json`, and of prompts/list.
struct Prompt {
    QString name;
    QString title;
    QString description;
    QList<PromptArgument> arguments;

    static constexpr auto fields()
    {
        using P = Prompt;
        return std::tuple {field("name", &P::name).required(), field("title", &P::title).required(),
            field("description", &P::description).required(), field("arguments", &P::arguments)};
    }
};

/// The hub's prompts in one language. The text of each is
/// `:/mcp/prompts/<name>.<language>.md`; `{argument}` in it stands for what the client
/// gave, and a line that names an argument which was not given is left out.
class HubPrompts final : public PromptRegistry
{
public:
    /// `language` is "en" or "ko".
    explicit HubPrompts(const QString &language);

    QJsonArray list(const Principal &caller) const override;
    Outcome get(const QString &name, const QJsonObject &arguments, const CallContext &context) const override;

private:
    QString m_language;
    QList<Prompt> m_prompts;
};

} // namespace hub::mcp

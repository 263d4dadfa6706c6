// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub::ui {

enum class SnippetKind : quint8 { Command, File, Values };

} // namespace hub::ui

template <>
struct hub::EnumNames<hub::ui::SnippetKind> {
    static constexpr auto names = std::to_array<std::string_view>({"command", "file", "values"});
};

namespace hub::ui {

/// How one agent is told of a server: the facts of resources/clients/<id>.json.
/// `lines` hold {url} and {key}.
struct AgentSnippet {
    QString name; ///< of the product; empty: any other one
    SnippetKind kind = SnippetKind::Values;
    QString file; ///< to be added to, for kind "file"
    QStringList lines;

    static constexpr auto fields()
    {
        using A = AgentSnippet;
        return std::tuple {field("name", &A::name).required(), field("kind", &A::kind).required(),
            field("file", &A::file), field("lines", &A::lines).required()};
    }

    QString text(const QString &url, const QString &key) const;
};

/// All agents we know, in the order in which they are offered.
QList<AgentSnippet> agentSnippets();

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "core/settings/mcpsettings.h"

namespace hub::mcp {

/// What the documentation says of each tool, in `meta` of tools/list.
struct ToolMeta {
    QStringList capabilities;
    Permission riskLevel = Permission::Admin; ///< what a key needs to call it
    bool requiresMaster = true;
    bool beta = false;
    bool idempotent = false;

    static constexpr auto fields()
    {
        using M = ToolMeta;
        return std::tuple {field("capabilities", &M::capabilities), field("riskLevel", &M::riskLevel),
            field("requiresMaster", &M::requiresMaster), field("beta", &M::beta), field("idempotent", &M::idempotent)};
    }
};

/// One line of `:/mcp/tools.json`, the only place that says what a tool may do to whom.
struct ToolEntry {
    QString name;
    QString title;
    bool destructive = false;   ///< takes something away
    std::optional<ToolSet> set; ///< absent: offered to everybody
    QList<Mode> modes;          ///< whose lists name it; onboarding has all tools
    ToolMeta meta;

    static constexpr auto fields()
    {
        using E = ToolEntry;
        return std::tuple {field("name", &E::name).required(), field("title", &E::title).required(),
            field("destructive", &E::destructive), field("set", &E::set), field("modes", &E::modes),
            field("meta", &E::meta).required()};
    }
};

/// A file that was built into the program.
QByteArray resourceBytes(const QString &path);

/// The table, in the order of tools/list.
QList<ToolEntry> readToolTable();

/// What a model reads about a tool.
struct ToolText {
    QString description;
    QHash<QString, QString> parameters; ///< by name; "outer.inner" for a member of an object
};

/// Reads `:/mcp/tools/<name>.md`: paragraphs, and one with a line "name: text" for
/// each parameter, unless there are none.
ToolText readToolText(const QString &name);

/// `schema` with the texts of its parameters.
QJsonObject describedSchema(const QJsonObject &schema, const ToolText &text);

} // namespace hub::mcp

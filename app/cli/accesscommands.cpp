// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/accesscommands.h"

#include "app/cli/callhub.h"
#include "app/cli/given.h"

#include <CLI/CLI.hpp>

namespace hub {
namespace {

/// The commands below one command, and the action of the one that was chosen.
class Family
{
public:
    Family(CLI::App &app, const CommonOptions &common, const std::string &name, const std::string &help)
        : m_common(common)
        , m_name(name)
        , m_app(app.add_subcommand(name, help))
    {
        m_app->require_subcommand(1);
        m_app->fallthrough();
    }

    /// `request` is asked when the command runs. A list in the answer stands in `member`.
    CLI::App *add(
        const std::string &name, const std::string &help, const QString &member, std::function<AdminRequest()> request)
    {
        auto *command = m_app->add_subcommand(name, help);
        m_actions->emplace_back(
            command, [common = &m_common, full = text(m_name + " " + name), member, request = std::move(request)] {
                return runAdmin(*common, full, member, request());
            });
        return command;
    }

    Action action() const
    {
        return [actions = m_actions]() -> int {
            const auto chosen = std::find_if(
                actions->begin(), actions->end(), [](const auto &action) { return action.first->parsed(); });
            return chosen->second();
        };
    }

private:
    const CommonOptions &m_common;
    std::string m_name;
    CLI::App *m_app;
    std::shared_ptr<std::vector<std::pair<CLI::App *, Action>>> m_actions
        = std::make_shared<std::vector<std::pair<CLI::App *, Action>>>();
};

/// What a key may be given when it is made and later.
struct KeyOptions {
    std::string id, name, status, workspace, mode, kind, expires, group;
    std::vector<std::string> permissions, allowed, clear;
    std::optional<qint64> dailyLimit, fragmentLimit;
    bool hardGate = false, noHardGate = false, noGroup = false;

    void addTo(CLI::App &command)
    {
        command.add_option("--permission,--permissions", permissions, "read, write, admin: a,b or repeated")
            ->delimiter(',');
        command.add_option("--daily-limit", dailyLimit, "Calls from midnight to midnight");
        command.add_option("--fragment-limit", fragmentLimit, "Live memories it may have");
        command.add_option("--workspace", workspace, "Workspace of what it stores without naming one");
        command
            .add_option("--allowed-workspace,--allowed-workspaces", allowed, "Workspaces it may use: a,b or repeated")
            ->delimiter(',');
        command.add_option("--mode", mode, "recall-only, write-only, onboarding or audit");
        command.add_option("--expires", expires, "When it ends by itself, such as 2027-01-31T00:00:00Z");
        command.add_flag("--hard-gate", hardGate, "Refuse what breaks a policy rule");
    }

    QJsonObject arguments() const
    {
        QJsonObject given;
        put(given, "id", id);
        put(given, "name", name);
        put(given, "status", status);
        put(given, "permissions", permissions);
        put(given, "daily_limit", dailyLimit);
        put(given, "fragment_limit", fragmentLimit);
        put(given, "default_workspace", workspace);
        put(given, "allowed_workspaces", allowed);
        put(given, "default_mode", mode);
        put(given, "kind", kind);
        put(given, "expires_at", expires);
        put(given, "group", group);
        put(given, "clear", clear);
        if (hardGate || noHardGate)
            given.insert(u"symbolic_hard_gate"_s, hardGate);
        return given;
    }
};

void addCreate(Family &keys)
{
    auto given = std::make_shared<KeyOptions>();
    auto *command = keys.add("create", "Make a key for an agent; its secret is shown this once", {}, [given] {
        return AdminRequest {"POST", given->noGroup ? "/keys" : "/identities", given->arguments()};
    });
    command->add_option("name", given->name, "What it is called")->required();
    given->addTo(*command);
    command->add_option("--kind", given->kind, "agent, personal or workspace");
    auto *group
        = command->add_option("--group", given->group, "Group whose members read each other (default: Personal)");
    command->add_flag("--no-group", given->noGroup, "No group: it reads its own memories alone")->excludes(group);
}

void addUpdate(Family &keys)
{
    auto given = std::make_shared<KeyOptions>();
    auto *command = keys.add("update", "Change a key", {}, [given] {
        return AdminRequest {"PATCH", "/keys/{id}", given->arguments()};
    });
    command->add_option("key", given->id, "Its id or name")->required();
    command->add_option("--name", given->name, "What it is called from now on");
    command->add_option("--status", given->status, "active or inactive");
    given->addTo(*command);
    command->add_flag("--no-hard-gate", given->noHardGate, "Only mark what breaks a policy rule");
    command
        ->add_option("--clear", given->clear,
            "daily_limit, fragment_limit, default_workspace, allowed_workspaces, default_mode, expires_at: have none")
        ->delimiter(',');
}

void addDelete(Family &keys)
{
    struct Given {
        std::string id, handOver;
    };
    auto given = std::make_shared<Given>();
    auto *command = keys.add("delete", "Delete a key; its sessions end at once", {}, [given] {
        return AdminRequest {
            "DELETE", "/keys/{id}", {{u"id"_s, text(given->id)}, {u"hand_over"_s, text(given->handOver)}}};
    });
    command->add_option("key", given->id, "Its id or name")->required();
    command->add_option("--hand-over", given->handOver, "Who gets its memories: master, or another key");
}

Action addKeys(CLI::App &app, const CommonOptions &common)
{
    Family keys(app, common, "keys", "Keys of agents, and the master key");
    keys.add("list", "Show every key", u"keys"_s, [] { return AdminRequest {"GET", "/keys", {}}; });
    addCreate(keys);
    addUpdate(keys);
    addDelete(keys);
    struct Given {
        std::string id;
        std::optional<qint64> days;
    };
    auto given = std::make_shared<Given>();
    auto *usage = keys.add("usage", "Show how much a key has called, day by day", {}, [given] {
        QJsonObject arguments {{u"id"_s, text(given->id)}};
        put(arguments, "days", given->days);
        return AdminRequest {"GET", "/keys/{id}/usage", arguments};
    });
    usage->add_option("key", given->id, "Its id or name")->required();
    usage->add_option("--days", given->days, "How far back (default: 30)");
    keys.add("reset-master", "Make another master key and say which agents used the old one", {}, [] {
        return AdminRequest {"POST", "/master-key/reset", {}};
    });
    return keys.action();
}

Action addGroups(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string group, key, description;
    };
    auto given = std::make_shared<Given>();
    const auto about = [given](const QByteArray &method, const QByteArray &path) {
        return [given, method, path] {
            QJsonObject arguments {{u"id"_s, text(given->group)}};
            put(arguments, "key_id", given->key);
            return AdminRequest {method, path, arguments};
        };
    };
    Family groups(app, common, "groups", "Groups of keys that read each other's memories");
    groups.add("list", "Show every group", u"groups"_s, [] { return AdminRequest {"GET", "/groups", {}}; });
    auto *create = groups.add("create", "Make a group", {}, [given] {
        QJsonObject arguments {{u"name"_s, text(given->group)}};
        put(arguments, "description", given->description);
        return AdminRequest {"POST", "/groups", arguments};
    });
    create->add_option("name", given->group, "What it is called")->required();
    create->add_option("--description", given->description, "What it is for");
    const QList<CLI::App *> named {
        groups.add("delete", "Delete a group; its keys stay", {}, about("DELETE", "/groups/{id}")),
        groups.add("members", "Show who is in a group", u"members"_s, about("GET", "/groups/{id}/members")),
        groups.add("add", "Add a key to a group", {}, about("POST", "/groups/{id}/members")),
        groups.add("remove", "Take a key out of a group", {}, about("DELETE", "/groups/{id}/members/{key_id}"))};
    for (auto *command : named)
        command->add_option("group", given->group, "Its id or name")->required();
    for (auto *command : named.last(2))
        command->add_option("key", given->key, "Id or name of the key")->required();
    return groups.action();
}

Action addAudit(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string key, client, address, action, target, since, until;
        std::optional<qint64> limit, before;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("audit", "Show who did what, to which memory, when");
    command->add_option("--key", given->key, "Id or name of a key, or master");
    command->add_option("--client", given->client, "What the agent calls itself");
    command->add_option("--address", given->address, "Where it called from");
    command->add_option("--action", given->action, "Such as stored, amended, forgotten, key_deleted");
    command->add_option("--target,--fragment", given->target, "Id of a memory, a key or a group");
    command->add_option("--since", given->since, "From this moment, such as 2026-11-30T00:00:00Z");
    command->add_option("--until", given->until, "Before this moment");
    command->add_option("--limit", given->limit, "How many lines (default: 100)");
    command->add_option("--before", given->before, "Lines older than the one with this id");
    return [given, &common]() -> int {
        QJsonObject arguments;
        put(arguments, "key", given->key);
        put(arguments, "client", given->client);
        put(arguments, "address", given->address);
        put(arguments, "action", given->action);
        put(arguments, "target", given->target);
        put(arguments, "since", given->since);
        put(arguments, "until", given->until);
        put(arguments, "limit", given->limit);
        put(arguments, "before", given->before);
        return runAdmin(common, u"audit"_s, {}, {"GET", "/audit", arguments});
    };
}

} // namespace

void addAccessCommands(CLI::App &app, const CommonOptions &common, std::map<std::string, Action> &actions)
{
    actions["keys"] = addKeys(app, common);
    actions["groups"] = addGroups(app, common);
    actions["audit"] = addAudit(app, common);
}

} // namespace hub

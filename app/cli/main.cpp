// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evalcommand.h"
#include "app/cli/memorycommands.h"
#include "app/cli/serve.h"
#include "app/cli/terminal.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <CLI/CLI.hpp>

using namespace hub;

namespace {

QString text(const std::string &from) { return QString::fromStdString(from); }

QJsonArray list(const std::vector<std::string> &from)
{
    QJsonArray out;
    for (const auto &item : from)
        out += text(item);
    return out;
}

/// Only what was given: the rest is the tool's own default.
void put(QJsonObject &into, const char *name, const std::string &value)
{
    if (!value.empty())
        into.insert(QLatin1StringView(name), text(value));
}

struct Common {
    std::string data;
    bool json = false;
};

using Action = std::function<int()>;

Action addServe(CLI::App &app, const Common &common)
{
    struct Given {
        std::vector<std::string> hosts;
        std::string key;
        int port = -1;
    };
    auto given = std::make_shared<Given>();
    auto *serveCommand = app.add_subcommand("serve", "Run the hub without a window until it is stopped");
    serveCommand->add_option(
        "--host", given->hosts, "Address to listen on; may be repeated (default: 127.0.0.1 and ::1)");
    serveCommand->add_option("--port", given->port, "Port (default: 57332; 0: any free one)")
        ->check(CLI::Range(0, 65535));
    serveCommand->add_option("--access-key", given->key, "Master key to accept instead of the stored one");
    return [given, &common] {
        ServeOptions options {.data = text(common.data), .hosts = {}, .port = {}, .accessKey = text(given->key)};
        for (const auto &host : given->hosts)
            options.hosts += text(host);
        if (given->port >= 0)
            options.port = given->port;
        return serve(options);
    };
}

Action addRemember(CLI::App &app, const Common &common)
{
    struct Given {
        std::string content, topic = "general", type = "fact", workspace;
        std::vector<std::string> keywords;
        double importance = -1;
        bool anchor = false;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("remember", "Store one memory");
    command->add_option("content", given->content, "The text; - reads it from standard input")->required();
    command->add_option("--topic", given->topic, "Topic")->capture_default_str();
    command->add_option("--type", given->type, "fact, decision, error, preference, procedure, relation or episode")
        ->capture_default_str();
    command->add_option("--keyword", given->keywords, "Label to find it by; may be repeated");
    command->add_option("--importance", given->importance, "0 to 1");
    command->add_option("--workspace", given->workspace, "Workspace it belongs to");
    command->add_flag("--anchor", given->anchor, "Pin it");
    return [given, &common] {
        QJsonObject arguments {{u"content"_s, given->content == "-" ? terminal::readInput() : text(given->content)},
            {u"topic"_s, text(given->topic)}, {u"type"_s, text(given->type)}};
        if (!given->keywords.empty())
            arguments.insert(u"keywords"_s, list(given->keywords));
        if (given->importance >= 0)
            arguments.insert(u"importance"_s, given->importance);
        if (given->anchor)
            arguments.insert(u"isAnchor"_s, true);
        put(arguments, "workspace", given->workspace);
        return runTool(text(common.data), u"remember"_s, arguments, common.json);
    };
}

Action addRecall(CLI::App &app, const Common &common)
{
    struct Given {
        std::string question, topic, type, workspace, from, to;
        std::vector<std::string> keywords;
        int budget = 0, limit = 0;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("recall", "Find memories; without a question the newest");
    command->add_option("question", given->question, "What to look for, in words");
    command->add_option("--keyword", given->keywords, "Label to look for; may be repeated");
    command->add_option("--topic", given->topic, "Only this topic");
    command->add_option("--type", given->type, "Only this type");
    command->add_option("--workspace", given->workspace, "Only this workspace, and what belongs to none");
    command->add_option("--from", given->from, "Only what was stored since then (2026-08-16, yesterday, 3일 전)");
    command->add_option("--to", given->to, "Only what was stored before then");
    command->add_option("--budget", given->budget, "Most tokens to return (default 1000)");
    command->add_option("--limit", given->limit, "Most memories to return (default 20)");
    return [given, &common] {
        QJsonObject arguments;
        put(arguments, "text", given->question);
        put(arguments, "topic", given->topic);
        put(arguments, "type", given->type);
        put(arguments, "workspace", given->workspace);
        if (!given->keywords.empty())
            arguments.insert(u"keywords"_s, list(given->keywords));
        QJsonObject range;
        put(range, "from", given->from);
        put(range, "to", given->to);
        if (!range.isEmpty())
            arguments.insert(u"timeRange"_s, range);
        if (given->budget > 0)
            arguments.insert(u"tokenBudget"_s, given->budget);
        if (given->limit > 0)
            arguments.insert(u"pageSize"_s, given->limit);
        return runTool(text(common.data), u"recall"_s, arguments, common.json);
    };
}

Action addForget(CLI::App &app, const Common &common)
{
    struct Given {
        std::string id, topic;
        bool force = false, dryRun = false;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("forget", "Move a memory, or all of a topic, to the trash");
    command->add_option("id", given->id, "Id of the memory");
    command->add_option("--topic", given->topic, "Everything of this topic");
    command->add_flag("--force", given->force, "Permanent memories too");
    command->add_flag("--dry-run", given->dryRun, "Only say what would be forgotten");
    return [given, &common] {
        QJsonObject arguments {{u"force"_s, given->force}, {u"dryRun"_s, given->dryRun}};
        put(arguments, "id", given->id);
        put(arguments, "topic", given->topic);
        return runTool(text(common.data), u"forget"_s, arguments, common.json);
    };
}

Action addStats(CLI::App &app, const Common &common)
{
    app.add_subcommand("stats", "Count what is remembered");
    return [&common] { return runTool(text(common.data), u"memory_stats"_s, {}, common.json); };
}

Action addEval(CLI::App &app, const Common &common)
{
    struct Given {
        std::string set, model, run, shares;
        std::vector<std::string> excluded, weights;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("eval", "Measure recall on a set of questions, in a store of its own");
    command->add_option("--set", given->set, "Folder with corpus.jsonl, queries.jsonl and qrels.tsv")->required();
    command->add_option("--exclude", given->excluded, "Categories of questions to leave out")->delimiter(',');
    command->add_option("--model", given->model, "Embedding model; none: without (default: the one in the settings)");
    command->add_option("--weight", given->weights, "NAME=NUMBER: another weight of one signal; may be repeated");
    command->add_option("--run", given->run, "Write the ranking to this file");
    command->add_option("--signals", given->shares, "Write the value of each signal to this file");
    return [given, &common] {
        EvalCommandOptions options {.set = text(given->set),
            .excluded = {},
            .model = text(given->model),
            .weights = {},
            .runFile = text(given->run),
            .signalFile = text(given->shares),
            .json = common.json};
        for (const auto &category : given->excluded)
            options.excluded += text(category);
        for (const auto &weight : given->weights)
            options.weights += text(weight);
        return evalCommand(options);
    };
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"anchorhold"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(HUB_VERSION));

    CLI::App app("Anchorhold: a personal memory hub for AI agents", "anchorhold-cli");
    app.set_version_flag("--version", HUB_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    Common common;
    app.add_option("--data", common.data, "Data folder (default: the user's, or ANCHORHOLD_DATA)");
    app.add_flag("--json", common.json, "Answer with JSON");
    const std::map<std::string, Action> actions {{"serve", addServe(app, common)},
        {"remember", addRemember(app, common)}, {"recall", addRecall(app, common)}, {"forget", addForget(app, common)},
        {"stats", addStats(app, common)}, {"eval", addEval(app, common)}};
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &problem) {
        return app.exit(problem) == 0 ? terminal::Done : terminal::WrongUsage;
    }
    return actions.at(app.get_subcommands().front()->get_name())();
}

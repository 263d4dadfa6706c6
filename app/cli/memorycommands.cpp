// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memorycommands.h"

#include "app/cli/given.h"
#include "app/cli/terminal.h"

#include <QJsonDocument>

#include <CLI/CLI.hpp>

namespace hub {
namespace {

/// A value that may stand on standard input instead.
QString textOrInput(const std::string &from) { return from == "-" ? terminal::readInput() : text(from); }

Action addRemember(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string content, topic = "general", type = "fact", workspace, source = "cli", idempotencyKey, caseId;
        std::vector<std::string> keywords;
        std::optional<double> importance;
        bool anchor = false, input = false, dryRun = false;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("remember", "Store one memory");
    auto *content = command->add_option("content", given->content, "The text; - reads it from standard input");
    command->add_flag("--stdin", given->input, "Read the text from standard input")->excludes(content);
    command->add_option("--topic", given->topic, "Topic")->capture_default_str();
    command->add_option("--type", given->type, "fact, decision, error, preference, procedure, relation or episode")
        ->capture_default_str();
    command->add_option("--keyword,--keywords", given->keywords, "Words to find it by: a,b or repeated")
        ->delimiter(',');
    command->add_option("--importance", given->importance, "0 to 1");
    command->add_option("--workspace", given->workspace, "Workspace it belongs to");
    command->add_option("--case", given->caseId, "Task it belongs to");
    command->add_option("--source", given->source, "Where it comes from")->capture_default_str();
    command->add_option("--idempotency-key", given->idempotencyKey, "A repeated call with it stores nothing new");
    command->add_flag("--anchor,!--no-anchor", given->anchor, "Pin it");
    command->add_flag("--dry-run,!--no-dry-run", given->dryRun, "Only say what would happen");
    return [given, &common] {
        QJsonObject arguments {{u"content"_s, given->input ? terminal::readInput() : textOrInput(given->content)},
            {u"topic"_s, text(given->topic)}, {u"type"_s, text(given->type)}};
        put(arguments, "keywords", given->keywords);
        put(arguments, "importance", given->importance);
        if (given->anchor)
            arguments.insert(u"isAnchor"_s, true);
        put(arguments, "workspace", given->workspace);
        put(arguments, "caseId", given->caseId);
        put(arguments, "source", given->source);
        put(arguments, "idempotencyKey", given->idempotencyKey);
        if (given->dryRun)
            arguments.insert(u"dryRun"_s, true);
        return runTool(common, u"remember"_s, u"remember"_s, arguments);
    };
}

Action addRecall(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string question, topic, type, workspace, from, to, caseId;
        std::vector<std::string> keywords, range;
        std::optional<int> budget, limit;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("recall", "Find memories; without a question the newest");
    command->add_option("question", given->question, "What to look for, in words");
    command->add_option("--keyword,--keywords", given->keywords, "Words to look for: a,b or repeated")->delimiter(',');
    command->add_option("--topic", given->topic, "Only this topic");
    command->add_option("--type", given->type, "Only this type");
    command->add_option("--workspace", given->workspace, "Only this workspace, and what belongs to none");
    command->add_option("--case", given->caseId, "Only this task");
    command->add_option("--from", given->from, "Only what was stored since then (2026-08-16, yesterday, 3일 전)");
    command->add_option("--to", given->to, "Only what was stored before then");
    command->add_option("--time-range", given->range, "The same as from,to")->delimiter(',')->expected(1, 2);
    command->add_option("--budget", given->budget, "Most tokens to return (default 1000)");
    command->add_option("--limit", given->limit, "Most memories to return (default 20)");
    return [given, &common] {
        QJsonObject arguments;
        put(arguments, "text", given->question);
        put(arguments, "topic", given->topic);
        put(arguments, "type", given->type);
        put(arguments, "workspace", given->workspace);
        put(arguments, "caseId", given->caseId);
        put(arguments, "keywords", given->keywords);
        QJsonObject range;
        put(range, "from", given->range.empty() ? given->from : given->range.front());
        put(range, "to", given->range.size() < 2 ? given->to : given->range.back());
        if (!range.isEmpty())
            arguments.insert(u"timeRange"_s, range);
        put(arguments, "tokenBudget", given->budget);
        put(arguments, "pageSize", given->limit);
        return runTool(common, u"recall"_s, u"recall"_s, arguments);
    };
}

Action addForget(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string id, topic;
        bool force = false, dryRun = false;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("forget", "Move a memory, or all of a topic, to the trash");
    command->add_option("id", given->id, "Id of the memory");
    command->add_option("--topic", given->topic, "Everything of this topic");
    command->add_flag("--force,!--no-force", given->force, "Permanent memories too");
    command->add_flag("--dry-run,!--no-dry-run", given->dryRun, "Only say what would be forgotten");
    return [given, &common] {
        QJsonObject arguments {{u"force"_s, given->force}, {u"dryRun"_s, given->dryRun}};
        put(arguments, "id", given->id);
        put(arguments, "topic", given->topic);
        return runTool(common, u"forget"_s, u"forget"_s, arguments);
    };
}

Action addLink(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string from, to, relation;
        std::optional<double> weight;
        bool dryRun = false;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("link", "Connect two memories");
    command->add_option("from", given->from, "Where it starts, such as the error")->required();
    command->add_option("to", given->to, "Where it leads, such as its fix")->required();
    command->add_option(
        "--relation", given->relation, "related (default), caused_by, resolved_by, part_of or contradicts");
    command->add_option("--weight", given->weight, "0 to 1");
    command->add_flag("--dry-run,!--no-dry-run", given->dryRun, "Only check whether it can be set");
    return [given, &common] {
        QJsonObject arguments {
            {u"fromId"_s, text(given->from)}, {u"toId"_s, text(given->to)}, {u"dryRun"_s, given->dryRun}};
        put(arguments, "relationType", given->relation);
        put(arguments, "weight", given->weight);
        return runTool(common, u"link"_s, u"link"_s, arguments);
    };
}

Action addReflect(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string narrative, session, workspace;
        std::vector<std::string> summary, decisions, errors, procedures, questions;
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("reflect", "Store what a session has taught");
    command->add_option("--summary", given->summary, "What was done; may be repeated, as the next four");
    command->add_option("--decision", given->decisions, "What was decided, and why");
    command->add_option("--error", given->errors, "What was solved: cause: X → fix: Y");
    command->add_option("--procedure", given->procedures, "How something is done from now on");
    command->add_option("--question", given->questions, "What is still open");
    command->add_option("--narrative", given->narrative, "The session as a story of a few sentences");
    command->add_option("--session", given->session, "Session whose memories take part");
    command->add_option("--workspace", given->workspace, "Workspace of all that is stored");
    return [given, &common] {
        QJsonObject arguments;
        put(arguments, "summary", given->summary);
        put(arguments, "decisions", given->decisions);
        put(arguments, "errors_resolved", given->errors);
        put(arguments, "new_procedures", given->procedures);
        put(arguments, "open_questions", given->questions);
        put(arguments, "narrative_summary", given->narrative);
        put(arguments, "sessionId", given->session);
        put(arguments, "workspace", given->workspace);
        return runTool(common, u"reflect"_s, u"reflect"_s, arguments);
    };
}

/// inspect and history: two views of what fragment_history answers.
Action addHistory(CLI::App &app, const CommonOptions &common, const std::string &name, const std::string &what)
{
    auto id = std::make_shared<std::string>();
    app.add_subcommand(name, what)->add_option("id", *id, "Id of the memory")->required();
    return [id, name, &common] {
        return runTool(
            common, text(name), u"fragment_history"_s, {{u"id"_s, text(*id)}, {u"includePeerAgents"_s, true}});
    };
}

Action addStats(CLI::App &app, const CommonOptions &common)
{
    app.add_subcommand("stats", "Count what is remembered");
    return [&common] { return runTool(common, u"stats"_s, u"memory_stats"_s, {}); };
}

Action addTool(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::string name, arguments = "{}";
    };
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("tool", "Call any tool by its name");
    command->add_option("name", given->name, "Name of the tool, such as search_traces")->required();
    command->add_option("--args", given->arguments, "Its arguments as a JSON object; - reads them from standard input")
        ->capture_default_str();
    return [given, &common]() -> int {
        QJsonParseError problem;
        const auto document = QJsonDocument::fromJson(textOrInput(given->arguments).toUtf8(), &problem);
        if (!document.isObject()) {
            const auto why = document.isNull() ? problem.errorString() : u"it is a list"_s;
            terminal::printError(u"tool"_s, u"--args must be a JSON object: %1"_s.arg(why));
            return terminal::Failed;
        }
        return runTool(common, text(given->name), text(given->name), document.object());
    };
}

} // namespace

void addMemoryCommands(CLI::App &app, const CommonOptions &common, std::map<std::string, Action> &actions)
{
    actions["remember"] = addRemember(app, common);
    actions["recall"] = addRecall(app, common);
    actions["inspect"] = addHistory(app, common, "inspect", "Show one memory and what it is linked with");
    actions["history"] = addHistory(app, common, "history", "Show what a memory was before and what replaced it");
    actions["link"] = addLink(app, common);
    actions["reflect"] = addReflect(app, common);
    actions["forget"] = addForget(app, common);
    actions["stats"] = addStats(app, common);
    actions["tool"] = addTool(app, common);
}

} // namespace hub

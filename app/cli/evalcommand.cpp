// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evalcommand.h"

#include "app/cli/terminal.h"
#include "core/base/paths.h"
#include "core/embedding/embeddingsettings.h"
#include "core/eval/evaluation.h"
#include "core/index/searchsettings.h"

#include <CLI/CLI.hpp>

namespace hub {
namespace {

QStringList list(const std::vector<std::string> &from)
{
    QStringList out;
    for (const auto &item : from)
        out += QString::fromStdString(item);
    return out;
}

struct Given {
    std::string set, model, run, shares;
    std::vector<std::string> excluded, weights;
};

Result<Settings> settingsFor(const Given &given)
{
    auto settings = Settings::load(Paths::locate({}).settings());
    if (given.model == "none")
        settings.override(EmbeddingSettings::group, "installed", false);
    if (given.model == "none" || given.model == "installed")
        settings.override(EmbeddingSettings::group, "enabled", false);
    else if (!given.model.empty())
        settings.override(EmbeddingSettings::group, "model", QString::fromStdString(given.model));
    for (const auto &weight : list(given.weights)) {
        bool isNumber = false;
        const double value = weight.section(u'=', 1).toDouble(&isNumber);
        if (!isNumber)
            return Error {ErrorCode::InvalidArgument, u"--weight takes NAME=NUMBER, got %1"_s.arg(weight)};
        settings.override(SearchSettings::group, weight.section(u'=', 0, 0).toStdString(), value);
    }
    return settings;
}

QString line(const QString &name, const RetrievalMetrics &m)
{
    return u"%1 n=%2  recall@5 %3  recall@10 %4  recall@20 %5  MRR %6  nDCG@10 %7"_s.arg(name, -14)
        .arg(m.queries, 5)
        .arg(m.recall5, 0, 'f', 3)
        .arg(m.recall10, 0, 'f', 3)
        .arg(m.recall20, 0, 'f', 3)
        .arg(m.mrr, 0, 'f', 3)
        .arg(m.ndcg10, 0, 'f', 3);
}

void printTable(const EvaluationReport &report)
{
    terminal::print(line(u"product"_s, report));
    for (const auto &category : report.categories)
        terminal::print(line(QString(u"  "_s + category.name), category));
    terminal::print(line(u"bm25"_s, report.baselines.bm25));
    terminal::print(line(u"fts5"_s, report.baselines.fts5));
}

int run(const Given &given, const CommonOptions &common)
{
    const auto settings = settingsFor(given);
    if (!settings) {
        terminal::printError(u"eval"_s, settings.error().message);
        return terminal::Failed;
    }
    const auto report = evaluate({.set = QString::fromStdString(given.set),
        .excluded = list(given.excluded),
        .runFile = QString::fromStdString(given.run),
        .signalFile = QString::fromStdString(given.shares),
        .settings = *settings});
    if (!report) {
        terminal::printError(u"eval"_s, report.error().message);
        return terminal::Failed;
    }
    if (common.json || common.format == "json")
        terminal::printJson(toJson(*report));
    else
        printTable(*report);
    return terminal::Done;
}

} // namespace

Action addEval(CLI::App &app, const CommonOptions &common)
{
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("eval", "Measure recall on a set of questions, in a store of its own");
    command->add_option("--set", given->set, "Folder with corpus.jsonl, queries.jsonl and qrels.tsv")->required();
    command->add_option("--exclude", given->excluded, "Categories of questions to leave out")->delimiter(',');
    command->add_option("--model", given->model,
        "Embedding model of the server in the settings; installed: the one on this computer; none: without");
    command->add_option("--weight", given->weights, "NAME=NUMBER: another weight of one signal; may be repeated");
    command->add_option("--run", given->run, "Write the ranking to this file");
    command->add_option("--signals", given->shares, "Write the value of each signal to this file");
    return [given, &common] { return run(*given, common); };
}

} // namespace hub

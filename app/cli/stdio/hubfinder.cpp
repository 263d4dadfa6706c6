// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stdio/hubfinder.h"

#include "core/base/paths.h"
#include "core/keys/runfile.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QProcess>

namespace hub::stdio {
namespace {

constexpr qint64 startAgainMs = 10'000;

} // namespace

HubFinder::HubFinder(Options options)
    : m_options(std::move(options))
{ }

std::optional<HubAddress> HubFinder::find() const
{
    const auto running = RunFile::read(Paths::locate(m_options.data).runFile());
    const bool isRunning = running && !running->url.isEmpty();
    const bool isGiven = !m_options.url.isEmpty();
    const bool isOurs = isRunning && (!isGiven || running->url == m_options.url);
    if (!isGiven && !isRunning)
        return std::nullopt;
    const auto token = isOurs ? running->token.toLatin1() : QByteArray();
    return HubAddress {.url = isGiven ? m_options.url : running->url,
        .key = m_options.key.isEmpty() ? token : m_options.key,
        .start = token};
}

void HubFinder::start()
{
    const auto now = QDeadlineTimer::current().deadline();
    if (!m_options.mayStart || !m_options.url.isEmpty() || (m_startedAt && now - *m_startedAt < startAgainMs))
        return;
    m_startedAt = now;
    QProcess hub;
    hub.setProgram(QCoreApplication::applicationFilePath());
    QStringList arguments {u"serve"_s};
    if (!m_options.data.isEmpty())
        arguments += {u"--data"_s, m_options.data};
    hub.setArguments(arguments);
    hub.setStandardInputFile(QProcess::nullDevice());
    hub.setStandardOutputFile(QProcess::nullDevice()); // ours belongs to the protocol
    hub.setStandardErrorFile(QProcess::nullDevice());
    hub.startDetached();
}

} // namespace hub::stdio

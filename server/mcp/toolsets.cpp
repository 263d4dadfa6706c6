// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/toolsets.h"

#include "core/base/log.h"

#include <QFileInfo>

namespace hub::mcp {
namespace {

constexpr auto settleTime = std::chrono::milliseconds(100); // a file is written in more than one step

/// A value that breaks a rule turns no set on.
QList<ToolSet> setsIn(const Settings &settings)
{
    const auto read = settings.read<McpSettings>();
    if (!read)
        logError(lcServer(), u"The optional tools are not offered"_s, read.error());
    return read ? read->toolSets : QList<ToolSet>();
}

} // namespace

ToolSets::ToolSets(Settings settings, QObject *parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_on(setsIn(m_settings))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settleTime);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        keepWatching();
        if (reread())
            m_changed();
    });
}

/// Every key has the same ones.
bool ToolSets::offer(const Principal &, ToolSet set) const { return m_on.contains(set); }

void ToolSets::watch(const QString &path, std::function<void()> changed)
{
    m_path = path;
    m_changed = std::move(changed);
    const auto look = [this] { m_soon.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, look);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, look);
    keepWatching();
}

/// A file that is written anew is another one, and one that is not there cannot be watched: its folder can.
void ToolSets::keepWatching()
{
    const QStringList wanted {m_path, QFileInfo(m_path).path()};
    const auto watched = m_watcher.files() + m_watcher.directories();
    for (const auto &one : wanted) {
        if (!watched.contains(one) && QFileInfo::exists(one))
            m_watcher.addPath(one);
    }
}

bool ToolSets::reread()
{
    const auto before = m_on;
    m_settings = m_settings.reread();
    m_on = setsIn(m_settings);
    return m_on != before;
}

} // namespace hub::mcp

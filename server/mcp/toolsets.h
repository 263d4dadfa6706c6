// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "core/settings/mcpsettings.h"
#include "core/settings/settings.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>

namespace hub::mcp {

/// Which of the optional sets of tools are offered to whom: the one place that decides.
/// A change of the settings file counts while the hub runs. Belongs to one thread.
class ToolSets final : public QObject
{
public:
    /// `settings` as they were at the start, with the file at `path` to look at again.
    explicit ToolSets(Settings settings, QObject *parent = nullptr);

    bool offer(const Principal &caller, ToolSet set) const;

    /// Looks at the settings file whenever it changes; `changed` is called when other sets are on than before.
    void watch(const QString &path, std::function<void()> changed);

private:
    bool reread();
    void keepWatching();

    Settings m_settings;
    QList<ToolSet> m_on;
    QString m_path;
    std::function<void()> m_changed;
    QFileSystemWatcher m_watcher;
    QTimer m_soon;
};

} // namespace hub::mcp

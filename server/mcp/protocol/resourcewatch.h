// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/resources.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace hub::mcp {

/// Who wants to hear when a resource changes. Somebody is told only when what they
/// would read has become something else: a change in what they may not see stays
/// hidden from them. Server's thread.
class ResourceWatch final : public QObject
{
public:
    /// `resources` may be none: then nothing can be watched.
    explicit ResourceWatch(ResourceRegistry *resources, QObject *parent = nullptr);

    using Tell = std::function<void(const QString &watcher, const QString &uri)>;

    /// `done` hears whether the resource is there; only then is it watched.
    void watch(const QString &watcher, const QString &uri, const Principal &caller, Tell tell,
        std::function<void(bool isThere)> done);
    void unwatch(const QString &watcher, const QString &uri);
    void unwatchAll(const QString &watcher);
    /// The same one under another name.
    void rename(const QString &from, const QString &to);

    /// Something may have changed: looks a little later, once for all that happens until then.
    void recheck();

    qsizetype count() const; ///< of watched resources, each for one watcher

private:
    struct Watched {
        Principal caller;
        Tell tell;
        QByteArray digest; ///< of what was last read
    };

    void check(const QString &watcher, const QString &uri);

    ResourceRegistry *const m_resources;
    QHash<QString, QHash<QString, Watched>> m_watched; ///< by watcher and URI
    QTimer m_soon;
};

/// So many resources may one watcher watch.
constexpr qsizetype mostWatched = 100;

} // namespace hub::mcp

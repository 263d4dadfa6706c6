// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/resourcewatch.h"

#include "server/later.h"

#include <QCryptographicHash>

namespace hub::mcp {
namespace {

constexpr auto settle = std::chrono::milliseconds(250); // a batch is one change

/// Of nothing when the resource is gone.
QByteArray digestOf(const Result<ResourceContent> &read)
{
    if (!read)
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(read->bytes ? *read->bytes : read->text.toUtf8());
    return hash.result();
}

} // namespace

ResourceWatch::ResourceWatch(ResourceRegistry *resources, QObject *parent)
    : QObject(parent)
    , m_resources(resources)
    , m_soon(this)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settle);
    m_soon.callOnTimeout(this, [this] {
        const auto watched = m_watched;
        for (auto watcher = watched.cbegin(); watcher != watched.cend(); ++watcher) {
            for (auto uri = watcher->cbegin(); uri != watcher->cend(); ++uri)
                check(watcher.key(), uri.key());
        }
    });
}

void ResourceWatch::watch(const QString &watcher, const QString &uri, const Principal &caller, Tell tell,
    std::function<void(bool isThere)> done)
{
    if (!m_resources || m_watched.value(watcher).size() >= mostWatched) {
        done(false);
        return;
    }
    whenDone(this, m_resources->read(uri, caller),
        [this, watcher, uri, caller, tell = std::move(tell), done = std::move(done)](
            const Result<ResourceContent> &read) {
            if (read)
                m_watched[watcher].insert(uri, {.caller = caller, .tell = tell, .digest = digestOf(read)});
            done(bool(read));
        });
}

void ResourceWatch::unwatch(const QString &watcher, const QString &uri)
{
    const auto found = m_watched.find(watcher);
    if (found == m_watched.end())
        return;
    found->remove(uri);
    if (found->isEmpty())
        m_watched.erase(found);
}

void ResourceWatch::unwatchAll(const QString &watcher) { m_watched.remove(watcher); }

void ResourceWatch::rename(const QString &from, const QString &to)
{
    if (m_watched.contains(from))
        m_watched.insert(to, m_watched.take(from));
}

void ResourceWatch::recheck()
{
    if (!m_watched.isEmpty() && !m_soon.isActive())
        m_soon.start();
}

qsizetype ResourceWatch::count() const
{
    qsizetype count = 0;
    for (const auto &uris : m_watched)
        count += uris.size();
    return count;
}

void ResourceWatch::check(const QString &watcher, const QString &uri)
{
    whenDone(this, m_resources->read(uri, m_watched.value(watcher).value(uri).caller),
        [this, watcher, uri](const Result<ResourceContent> &read) {
            const auto uris = m_watched.find(watcher);
            if (uris == m_watched.end())
                return;
            const auto watched = uris->find(uri);
            const auto digest = digestOf(read);
            if (watched == uris->end() || digest == watched->digest)
                return;
            watched->digest = digest;
            const auto tell = watched->tell; // may unwatch
            tell(watcher, uri);
        });
}

} // namespace hub::mcp

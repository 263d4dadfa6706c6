// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/sessioncache.h"

#include "core/base/log.h"
#include "server/later.h"

#include <QPromise>

namespace hub::mcp {
namespace {

constexpr qint64 freshMs = 60'000;
constexpr qint64 restMs = 2 * freshMs; // as the store tells it, which may be a minute behind
constexpr qsizetype sweepAbove = 4096;
constexpr qsizetype mostUnused = 32; ///< sessions of one caller over HTTP in which nothing was asked yet

bool belongsTo(const Session &session, const Principal &caller)
{
    return session.keyId.value_or(QString()) == caller.keyId;
}

} // namespace

SessionCache::SessionCache(SessionStore &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
    m_clock.start();
}

void SessionCache::create(const Principal &caller, const Session &session, const Created &created)
{
    whenDone(this, m_store.create(caller, session), [this, caller, created](const Result<Session> &stored) {
        if (stored)
            keep(*stored);
        created(stored);
        endUnused(caller);
    });
}

/// A client that begins a session for every call and forgets it would leave thousands. Who
/// only was slow is told 404 and begins anew.
void SessionCache::endUnused(const Principal &caller)
{
    QList<std::pair<quint64, QString>> unused;
    for (auto it = m_entries.cbegin(); it != m_entries.cend(); ++it) {
        const auto &session = it->session;
        if (!it->isAsked && session.transport == u"http" && belongsTo(session, caller))
            unused.append({it->number, session.id});
    }
    std::sort(unused.begin(), unused.end());
    for (qsizetype i = 0; i + mostUnused < unused.size(); ++i) {
        m_entries.remove(unused[i].second);
        end(caller, unused[i].second, [](const Result<bool> &ended) {
            if (!ended)
                logError(lcServer(), u"ending a session that nobody has used"_s, ended.error());
        });
    }
}

void SessionCache::resumeOrCreate(const Principal &caller, const Session &wanted,
    const std::function<bool(const QString &id)> &isFree, const Created &created)
{
    whenDone(
        this, m_store.resting(caller, wanted.clientName, restMs), [=, this](const Result<QList<Session>> &resting) {
            if (!resting) {
                created(resting.error());
                return;
            }
            const auto found = std::find_if(resting->begin(), resting->end(),
                [&](const Session &session) { return !isInUse(session.id) && isFree(session.id); });
            if (found == resting->end()) {
                create(caller, wanted, created);
                return;
            }
            auto renewed = wanted;
            renewed.id = found->id;
            renewed.keyId = found->keyId;
            renewed.createdAt = found->createdAt;
            renew(caller, renewed, [=, this](const Result<bool> &isAlive) {
                if (isAlive && !*isAlive)
                    create(caller, wanted, created);
                else
                    created(isAlive ? Result<Session>(renewed) : Result<Session>(isAlive.error()));
            });
        });
}

void SessionCache::renew(
    const Principal &caller, const Session &session, const std::function<void(const Result<bool> &)> &renewed)
{
    keep(session); // in use from now on, so that nobody else goes on with it
    whenDone(this, m_store.renew(caller, session), [this, id = session.id, renewed](const Result<bool> &isAlive) {
        if (!isAlive || !*isAlive)
            m_entries.remove(id);
        renewed(isAlive);
    });
}

void SessionCache::find(const Principal &caller, const QString &id, const Found &found)
{
    const auto now = m_clock.elapsed();
    const auto entry = m_entries.find(id);
    if (entry != m_entries.end() && now - entry->usedAt < freshMs) {
        if (!belongsTo(entry->session, caller)) {
            found(std::optional<Session>());
            return;
        }
        entry->usedAt = now;
        entry->isAsked = true;
        const auto session = entry->session;
        if (now - entry->touchedAt >= freshMs)
            touch(caller, id);
        found(std::optional(session));
        return;
    }
    whenDone(this, m_store.find(caller, id), [this, caller, id, found](const Result<std::optional<Session>> &stored) {
        if (stored && *stored) {
            keep(**stored);
            m_entries[id].isAsked = true;
            touch(caller, id);
        } else if (stored) {
            m_entries.remove(id);
        }
        found(stored);
    });
}

void SessionCache::end(const Principal &caller, const QString &id, std::function<void(const Result<bool> &)> ended)
{
    whenDone(this, m_store.end(caller, id), [this, id, ended = std::move(ended)](const Result<bool> &done) {
        if (done)
            m_entries.remove(id);
        ended(done);
    });
}

QFuture<Result<std::optional<SessionRotation>>> SessionCache::rotate(
    const Principal &caller, const QString &id, const QString &reason)
{
    using Rotated = Result<std::optional<SessionRotation>>;
    const auto promise = std::make_shared<QPromise<Rotated>>();
    promise->start();
    whenDone(this, m_store.rotate(caller, id, reason), [this, id, promise](const Rotated &rotated) {
        if (rotated)
            m_entries.remove(id);
        if (rotated && *rotated) {
            keep((*rotated)->session);
            m_successors.insert(id, (*rotated)->session.id);
        }
        promise->addResult(rotated);
        promise->finish();
    });
    return promise->future();
}

std::optional<QString> SessionCache::takeSuccessor(const QString &id)
{
    const auto next = m_successors.constFind(id);
    if (next == m_successors.cend())
        return std::nullopt;
    return m_successors.take(id);
}

void SessionCache::keep(const Session &session)
{
    if (m_entries.size() >= sweepAbove)
        dropResting();
    const auto now = m_clock.elapsed();
    m_entries.insert(session.id, {.session = session, .usedAt = now, .touchedAt = now, .number = ++m_kept});
}

bool SessionCache::isInUse(const QString &id) const
{
    const auto entry = m_entries.constFind(id);
    return entry != m_entries.cend() && m_clock.elapsed() - entry->usedAt < freshMs;
}

void SessionCache::touch(const Principal &caller, const QString &id)
{
    if (const auto entry = m_entries.find(id); entry != m_entries.end())
        entry->touchedAt = m_clock.elapsed();
    whenDone(this, m_store.touch(caller, id), [this, id](const Result<bool> &alive) {
        if (!alive)
            logError(lcServer(), u"noting that a session is in use"_s, alive.error());
        else if (!*alive)
            m_entries.remove(id);
    });
}

void SessionCache::dropResting()
{
    const auto now = m_clock.elapsed();
    m_entries.removeIf([now](const auto &entry) { return now - entry.value().usedAt >= freshMs; });
}

} // namespace hub::mcp

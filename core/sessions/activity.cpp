// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/activity.h"

#include "core/memory/sessionfamily.h"

#include <QMutexLocker>

namespace hub {
namespace {

/// Adds what is new at the end; the oldest make room.
void append(QStringList &list, const QString &item, qsizetype most)
{
    list.removeOne(item);
    list += item;
    if (list.size() > most)
        list.removeFirst();
}

} // namespace

SessionActivity::SessionActivity(const Clock &clock, bool segmented)
    : m_clock(clock)
    , m_segmented(segmented)
{ }

void SessionActivity::restore(const QList<WorkSegment> &segments)
{
    const QMutexLocker lock(&m_mutex);
    for (const auto &segment : segments)
        m_entries.insert(segment.sessionId, {.segment = segment});
}

bool SessionActivity::isOver(const WorkSegment &segment, Timestamp now) const
{
    if (!m_segmented)
        return segment.number != 0; // of a run with segments
    return segment.number == 0 || segment.closedAt || now.ms - segment.lastUsedAt.ms > segmentIdleMs
        || now.ms - segment.startedAt.ms > segmentAgeMs;
}

WorkSegment SessionActivity::begin(const Principal &caller, int number, Timestamp now)
{
    WorkSegment segment;
    segment.id = segmentId(caller.sessionId, number);
    segment.sessionId = caller.sessionId;
    segment.number = number;
    segment.keyId = caller.ownKey();
    segment.workspace = caller.defaultWorkspace;
    segment.startedAt = now;
    return segment;
}

QString SessionActivity::enter(const Principal &caller, const QString &tool, const QStringList &keywords)
{
    if (caller.sessionId.isEmpty())
        return {};
    const auto now = m_clock.now();
    const QMutexLocker lock(&m_mutex);
    auto entry = m_entries.find(caller.sessionId);
    if (entry == m_entries.end()) {
        entry = m_entries.insert(caller.sessionId, {.segment = begin(caller, m_segmented ? 1 : 0, now)});
    } else if (isOver(entry->segment, now)) {
        close(entry->segment, now);
        entry->segment = begin(caller, m_segmented ? entry->segment.number + 1 : 0, now);
    }
    auto &segment = entry->segment;
    segment.lastUsedAt = now;
    segment.toolCalls.insert(tool, segment.toolCalls.value(tool).toInt() + 1);
    for (const auto &keyword : keywords)
        append(segment.keywords, keyword, mostKeywords);
    entry->isChanged = true;
    return segment.id;
}

void SessionActivity::stored(const QString &segment, const QString &fragmentId)
{
    const QMutexLocker lock(&m_mutex);
    const auto entry = m_entries.find(sessionRoot(segment));
    if (entry != m_entries.end() && entry->segment.id == segment) {
        append(entry->segment.fragmentIds, fragmentId, mostFragments);
        entry->isChanged = true;
        return;
    }
    for (auto &closed : m_closed) { // a call that began before and ended after its close
        if (closed.id == segment)
            append(closed.fragmentIds, fragmentId, mostFragments);
    }
}

void SessionActivity::end(const QString &sessionId)
{
    const QMutexLocker lock(&m_mutex);
    const auto entry = m_entries.constFind(sessionId);
    if (entry == m_entries.cend())
        return;
    close(entry->segment, m_clock.now());
    m_entries.erase(entry);
}

std::optional<WorkSegment> SessionActivity::current(const Principal &caller) const
{
    const QMutexLocker lock(&m_mutex);
    const auto entry = m_entries.constFind(sessionRoot(caller.sessionId));
    if (entry == m_entries.cend() || entry->segment.keyId != caller.ownKey())
        return std::nullopt;
    return entry->segment;
}

QList<WorkSegment> SessionActivity::known(const Principal &caller) const
{
    const auto present = current(caller);
    const QMutexLocker lock(&m_mutex);
    QList<WorkSegment> segments;
    for (const auto &closed : m_closed) {
        if (closed.sessionId == sessionRoot(caller.sessionId) && closed.keyId == caller.ownKey())
            segments += closed;
    }
    if (present)
        segments += *present;
    return segments;
}

bool SessionActivity::hasChanges() const
{
    const QMutexLocker lock(&m_mutex);
    return !m_closed.isEmpty()
        || std::any_of(m_entries.cbegin(), m_entries.cend(), [](const Entry &entry) { return entry.isChanged; });
}

QList<WorkSegment> SessionActivity::takeChanges()
{
    const QMutexLocker lock(&m_mutex);
    auto changes = std::exchange(m_closed, {});
    for (auto &entry : m_entries) {
        if (std::exchange(entry.isChanged, false))
            changes += entry.segment;
    }
    return changes;
}

void SessionActivity::giveBack(const QList<WorkSegment> &segments)
{
    const QMutexLocker lock(&m_mutex);
    for (const auto &segment : segments) {
        const auto entry = m_entries.find(segment.sessionId);
        if (entry != m_entries.end() && entry->segment.id == segment.id)
            entry->isChanged = true;
        else
            m_closed += segment;
    }
}

void SessionActivity::close(const WorkSegment &segment, Timestamp now)
{
    if (segment.closedAt)
        return;
    m_closed += segment;
    m_closed.last().closedAt = now;
}

} // namespace hub

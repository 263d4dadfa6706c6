// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/usagemeter.h"

#include "core/base/log.h"
#include "core/storage/database.h"

#include <QMutexLocker>
#include <QTimer>

namespace hub {
namespace {

constexpr std::chrono::seconds writeAfter {2};

struct DayUse {
    QString keyId;
    qint64 calls = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("key_id", &DayUse::keyId), field("calls", &DayUse::calls)};
    }
};

struct Use {
    QString keyId;
    QString day;
    qint64 calls = 0;
    Timestamp lastAt;
};

Result<void> save(Database &database, const QList<Use> &uses)
{
    for (const auto &use : uses) {
        HUB_TRY(add, database.prepareNamed(u"access/usage_add"));
        HUB_CHECK(add.bind(use.keyId, use.day, use.calls).run());
        HUB_TRY(used, database.prepareNamed(u"access/key_used"));
        HUB_CHECK(used.bind(use.keyId, use.lastAt).run());
    }
    return {};
}

} // namespace

UsageMeter::UsageMeter(const Clock &clock, QTimeZone zone, Write write)
    : m_clock(clock)
    , m_zone(std::move(zone))
    , m_write(std::move(write))
{ }

QString UsageMeter::day() const { return m_clock.now().toUtc().toTimeZone(m_zone).date().toString(Qt::ISODate); }

Result<void> UsageMeter::load(Database &database)
{
    HUB_TRY(statement, database.prepareNamed(u"access/usage_of_day"));
    HUB_TRY(rows, statement.bind(day()).all<DayUse>());
    const QMutexLocker lock(&m_mutex);
    beginDay(day());
    for (const auto &row : rows)
        m_counts[row.keyId].written = row.calls;
    return {};
}

void UsageMeter::close()
{
    writeNow();
    const QMutexLocker lock(&m_mutex);
    m_isClosed = true;
}

/// Under the lock. What was counted before midnight is still to be written.
void UsageMeter::beginDay(const QString &day) const
{
    if (day == m_day)
        return;
    if (!m_day.isEmpty())
        m_left.insert(m_day, std::exchange(m_counts, {}));
    m_day = day;
}

Result<void> UsageMeter::enter(const Principal &caller)
{
    if (caller.isMaster())
        return {};
    {
        const auto today = day();
        const QMutexLocker lock(&m_mutex);
        beginDay(today);
        auto &count = m_counts[caller.keyId];
        const auto used = count.written + count.unwritten;
        if (caller.dailyLimit && used >= *caller.dailyLimit) {
            const auto next = QDate::fromString(today, Qt::ISODate).addDays(1).startOfDay(m_zone);
            return Error {.code = ErrorCode::LimitExceeded,
                .message = u"daily_limit_exceeded: %1 of %2 calls of today are used; it begins anew at %3"_s.arg(used)
                               .arg(*caller.dailyLimit)
                               .arg(next.toUTC().toString(Qt::ISODate)),
                .data = {{u"used"_s, used}, {u"limit"_s, *caller.dailyLimit},
                    {u"resetsAt"_s, next.toUTC().toString(Qt::ISODate)}}};
        }
        ++count.unwritten;
        count.lastAt = m_clock.now();
    }
    writeSoon();
    return {};
}

qint64 UsageMeter::today(const QString &keyId) const
{
    const auto today = day();
    const QMutexLocker lock(&m_mutex);
    beginDay(today);
    const auto count = m_counts.value(keyId);
    return count.written + count.unwritten;
}

void UsageMeter::writeSoon()
{
    {
        const QMutexLocker lock(&m_mutex);
        if (std::exchange(m_isDue, true))
            return;
    }
    QMetaObject::invokeMethod(
        this, [this] { QTimer::singleShot(writeAfter, this, &UsageMeter::writeNow); }, Qt::QueuedConnection);
}

/// What could not be written is counted again, so that it is written the next time. The
/// work says so itself: QFuture::then() of Qt 6.4 may call twice when both ends meet.
void UsageMeter::writeNow()
{
    QMutexLocker lock(&m_mutex);
    m_isDue = false;
    if (m_isClosed)
        return;
    QList<Use> uses;
    const auto take = [&](const QString &day, QHash<QString, Count> &counts) {
        for (auto it = counts.begin(); it != counts.end(); ++it) {
            if (it->unwritten > 0)
                uses += {.keyId = it.key(), .day = day, .calls = it->unwritten, .lastAt = it->lastAt};
            it->written += std::exchange(it->unwritten, 0);
        }
    };
    for (auto it = m_left.begin(); it != m_left.end(); ++it)
        take(it.key(), *it);
    m_left.clear();
    take(m_day, m_counts);
    lock.unlock();
    if (uses.isEmpty())
        return;
    const auto giveBack = [this, uses] {
        const QMutexLocker again(&m_mutex);
        for (const auto &use : uses) {
            auto &count = use.day == m_day ? m_counts[use.keyId] : m_left[use.day][use.keyId];
            count.unwritten += use.calls;
            count.written -= use.day == m_day ? use.calls : 0;
            count.lastAt = std::max(count.lastAt, use.lastAt);
        }
    };
    m_write([uses, giveBack](Database &database) -> Result<void> {
        const auto saved = save(database, uses);
        if (!saved) {
            logError(lcCore(), u"writing how much keys have called"_s, saved.error());
            giveBack();
        }
        return saved;
    });
}

} // namespace hub

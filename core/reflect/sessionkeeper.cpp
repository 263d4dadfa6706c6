// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/sessionkeeper.h"

#include "core/base/log.h"
#include "core/keys/audit.h"
#include "core/keys/keyring.h"
#include "core/language/chatdesk.h"

#include <QMutexLocker>

namespace hub {
namespace {

constexpr std::chrono::seconds writeAfter {2};
constexpr std::chrono::hours lookEvery {1};

/// The store itself is in trouble; anything else is about this one segment.
bool isOfTheStore(const Error &error)
{
    return error.code == ErrorCode::Storage || error.code == ErrorCode::Busy || error.code == ErrorCode::Cancelled;
}

} // namespace

SessionKeeper::SessionKeeper(const Services &services, const SegmentLimits &limits, Write write)
    : m_services(services)
    , m_limits(limits)
    , m_write(std::move(write))
    , m_activity(services.clock, services.memory.sessionSegment)
{
    connect(
        &services.events, &Events::storedInSession, this,
        [this](const QString &session, const QString &fragment) { m_activity.stored(session, fragment); },
        Qt::DirectConnection);
    connect(
        &services.events, &Events::sessionEnded, this,
        [this](const QString &session) {
            m_activity.end(session);
            writeNow();
            reflectSoon();
        },
        Qt::DirectConnection);
    m_look.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_look, &QTimer::timeout, this, &SessionKeeper::lookForEnded);
}

void SessionKeeper::start(const QList<WorkSegment> &last)
{
    m_activity.restore(last);
    lookForEnded();
    m_look.start(lookEvery);
}

void SessionKeeper::close()
{
    writeNow();
    const QMutexLocker lock(&m_mutex);
    m_isClosed = true;
}

QString SessionKeeper::enter(const Principal &caller, const QString &tool, const QStringList &keywords)
{
    const auto segment = m_activity.enter(caller, tool, keywords);
    if (!segment.isEmpty())
        writeSoon();
    return segment;
}

void SessionKeeper::writeSoon()
{
    if (m_isDue.exchange(true))
        return;
    QMetaObject::invokeMethod(
        this, [this] { QTimer::singleShot(writeAfter, this, &SessionKeeper::writeNow); }, Qt::QueuedConnection);
}

void SessionKeeper::writeNow()
{
    m_isDue = false;
    const auto changes = m_activity.takeChanges();
    if (changes.isEmpty())
        return;
    ask([changes](UnitOfWork &work) { return saveSegments(work, changes); },
        [this, changes](const Result<void> &saved) {
            if (!saved)
                m_activity.giveBack(changes);
            else if (std::any_of(changes.begin(), changes.end(), [](const WorkSegment &s) { return s.closedAt; }))
                reflectSoon();
        });
}

void SessionKeeper::lookForEnded()
{
    ask(
        [limits = m_limits](UnitOfWork &work) -> Result<void> {
            const auto kept = work.services().access.auditDays * msPerDay;
            HUB_CHECK(purgeAudit(work.database(), Timestamp {work.now().ms - kept}));
            return dropOrphanedNotes(work, limits);
        },
        [this](const Result<void> &done) {
            if (done)
                reflectSoon();
        });
}

void SessionKeeper::reflectSoon()
{
    if (m_wanted++ == 0)
        reflectNext(1);
}

void SessionKeeper::reflectNext(int wanted)
{
    const auto pending = std::make_shared<Pending>();
    ask([this, pending](UnitOfWork &work) { return prepare(work, *pending); },
        [this, pending, wanted](const Result<void> &done) {
            if (done && pending->segment)
                askModel(wanted, pending, 0);
            else if (const int before = m_wanted.fetch_sub(wanted); before > wanted)
                reflectNext(before - wanted); // more has ended meanwhile
        });
}

void SessionKeeper::askModel(int wanted, const std::shared_ptr<Pending> &pending, qsizetype next)
{
    if (!m_services.chat || next == pending->stories.size()) {
        reflect(wanted, pending);
        return;
    }
    m_services.chat->ask(pending->stories[next].request, [this, pending, wanted, next](const Result<QString> &story) {
        if (story)
            pending->stories[next].story = *story;
        else
            logError(lcCore(), u"asking the language model to tell of a session"_s, story.error());
        askModel(wanted, pending, next + 1);
    });
}

void SessionKeeper::reflect(int wanted, const std::shared_ptr<Pending> &pending)
{
    ask([this, pending](UnitOfWork &work) { return reflectOn(work, *pending); },
        [this, wanted](const Result<void> &done) {
            if (done)
                reflectNext(wanted);
            else
                m_wanted = 0; // the store is in trouble: at the next look
        });
}

Result<void> SessionKeeper::prepare(UnitOfWork &work, Pending &pending) const
{
    HUB_TRY(next, nextUnreflected(work, m_limits));
    if (next && m_services.chat) {
        UnitOfWork own(work.database(), work.services(), ownerOf(*next));
        HUB_TRY(stories, storiesToTell(own, *next));
        pending.stories = stories;
    }
    pending.segment = next;
    return {};
}

Result<void> SessionKeeper::reflectOn(UnitOfWork &work, const Pending &pending) const
{
    HUB_TRY(next, nextUnreflected(work, m_limits));
    if (!next || next->id != pending.segment->id)
        return {}; // its agent has reflected on it after all
    UnitOfWork own(work.database(), work.services(), ownerOf(*next));
    if (const auto *keys = work.services().keys; keys && keys->isDeleted(own.caller().keyId)) {
        HUB_CHECK(markReflected(own, next->id)); // its memories have another owner, who was not there
        return {};
    }
    const auto reflected = work.database().atomically([&] { return autoReflect(own, *next, pending.stories); });
    if (reflected)
        return {};
    if (isOfTheStore(reflected.error()))
        return reflected.error();
    logError(lcCore(), u"drawing a session together"_s, reflected.error());
    HUB_CHECK(markReflected(own, next->id)); // its memories are there; only their story is not
    return {};
}

void SessionKeeper::ask(const UseCase &useCase, const Done &done)
{
    const QMutexLocker lock(&m_mutex);
    if (!m_isClosed)
        m_write(useCase, done);
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/sessions.h"

#include "core/base/ids.h"
#include "core/hub.h"
#include "core/memory/remember.h"
#include "core/memory/workingmemory.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace hub;

namespace {

constexpr qint64 maxIdle = 30 * msPerDay;

Principal keyOf(const QString &id)
{
    Principal caller;
    caller.keyId = id;
    return caller;
}

} // namespace

class SessionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void storesWhatTheClientSaid();
    void findsOnlyTheCallersOwn();
    void forgetsWhoHasRestedTooLong();
    void staysAliveWhileTouched();
    void endsOnce();
    void announcesWhatHasChanged();
    void goesOnUnderANewId();
    void rotatesOnlyTheCallersOwn();
    void offersWhatItsClientHasLeft();
    void renewsWhatTheClientSays();

private:
    template <typename UseCase>
    auto write(const Principal &caller, UseCase useCase)
    {
        return m_hub->write(caller, useCase).result();
    }
    template <typename UseCase>
    auto read(const Principal &caller, UseCase useCase)
    {
        return m_hub->read(caller, useCase).result();
    }

    QString created(const Principal &caller = {})
    {
        return write(caller, [](UnitOfWork &work) { return createSession(work, {}); })->id;
    }
    bool exists(const QString &id, const Principal &caller = {})
    {
        return read(caller, [id](UnitOfWork &work) { return findSession(work, id, maxIdle); })->has_value();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<test::FakeClock> m_clock;
    std::unique_ptr<Hub> m_hub;
    const Principal m_keyA = keyOf(u"a"_s);
    const Principal m_keyB = keyOf(u"b"_s);
};

void SessionsTest::init()
{
    m_hub.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_shared<test::FakeClock>();
    const Paths paths {.data = m_folder->path()};
    auto hub = Hub::open({.paths = paths,
        .settings = Settings::load(paths.settings(), [](const QString &) { return QString(); }),
        .clock = m_clock});
    VERIFY_OK(hub);
    m_hub = std::move(*hub);
}

void SessionsTest::storesWhatTheClientSaid()
{
    Session session;
    session.clientName = u"한글 클라이언트"_s;
    session.clientVersion = u"1.2"_s;
    session.protocolVersion = u"2025-06-18"_s;
    session.capabilities = {{u"roots"_s, QJsonObject {{u"listChanged"_s, true}}}};
    const auto stored = write({}, [session](UnitOfWork &work) { return createSession(work, session); });
    VERIFY_OK(stored);
    const auto found = read({}, [id = stored->id](UnitOfWork &work) { return findSession(work, id, maxIdle); });
    VERIFY_OK(found);
    QVERIFY(found->has_value());
    QCOMPARE((*found)->clientName, session.clientName);
    QCOMPARE((*found)->clientVersion, session.clientVersion);
    QCOMPARE((*found)->protocolVersion, session.protocolVersion);
    QCOMPARE((*found)->capabilities, session.capabilities);
    QCOMPARE((*found)->transport, u"http"_s);
    QCOMPARE((*found)->createdAt.ms, m_clock->now().ms);
    QVERIFY(!(*found)->keyId);
}

void SessionsTest::findsOnlyTheCallersOwn()
{
    const auto id = created(m_keyA);
    QVERIFY(exists(id, m_keyA));
    QVERIFY(!exists(id, m_keyB));
    QVERIFY(!exists(id));
    QVERIFY(!*write(m_keyB, [id](UnitOfWork &work) { return touchSession(work, id); }));
    QVERIFY(!*write(m_keyB, [id](UnitOfWork &work) { return endSession(work, id); }));
    QVERIFY(exists(id, m_keyA));
}

void SessionsTest::forgetsWhoHasRestedTooLong()
{
    const auto id = created();
    m_clock->advance(maxIdle);
    QVERIFY(exists(id));
    m_clock->advance(1);
    QVERIFY(!exists(id));
    QCOMPARE(*read({}, [](UnitOfWork &work) { return countSessions(work, maxIdle); }), qint64(0));
}

void SessionsTest::staysAliveWhileTouched()
{
    const auto id = created();
    m_clock->advance(maxIdle);
    QVERIFY(*write({}, [id](UnitOfWork &work) { return touchSession(work, id); }));
    m_clock->advance(maxIdle);
    QVERIFY(exists(id));
}

void SessionsTest::endsOnce()
{
    const auto id = created();
    created(m_keyA);
    QVERIFY(*write({}, [id](UnitOfWork &work) { return endSession(work, id); }));
    QVERIFY(!exists(id));
    QVERIFY(!*write({}, [id](UnitOfWork &work) { return touchSession(work, id); }));
    QVERIFY(!*write({}, [id](UnitOfWork &work) { return endSession(work, id); }));
    QCOMPARE(*read({}, [](UnitOfWork &work) { return countSessions(work, maxIdle); }), qint64(1));
}

void SessionsTest::announcesWhatHasChanged()
{
    QSignalSpy changed(&m_hub->events(), &Events::sessionsChanged);
    const auto id = created();
    QTRY_COMPARE(changed.count(), 1);
    VERIFY_OK(write({}, [id](UnitOfWork &work) { return endSession(work, id); }));
    QTRY_COMPARE(changed.count(), 2);
}

void SessionsTest::goesOnUnderANewId()
{
    auto caller = m_keyA;
    const auto note = [&](const QString &session) {
        RememberRequest request;
        request.content = u"A note of the session that goes on."_s;
        request.topic = u"lab"_s;
        request.scope = MemoryScope::Session;
        request.sessionId = session;
        return write(caller, [request](UnitOfWork &work) { return remember(work, request); });
    };
    Session session;
    session.clientName = u"client"_s;
    session.protocolVersion = u"2025-06-18"_s;
    session.workspace = u"lab"_s;
    session.mode = u"audit"_s;
    const auto old = *write(caller, [session](UnitOfWork &work) { return createSession(work, session); });
    VERIFY_OK(note(old.id + u"#1"_s));
    m_hub->services().seen.set(old.id, {7}, caller);
    m_clock->advance(msPerHour);
    QString logged;
    static QString *sink = &logged;
    sink = &logged;
    const auto former = qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &text) {
        if (text.startsWith(u"Session rotated"))
            *sink += text;
    });
    const RotateRequest request {.reason = u"suspected\nleak"_s, .maxIdleMs = maxIdle};
    const auto rotated
        = write(caller, [id = old.id, request](UnitOfWork &work) { return rotateSession(work, id, request); });
    qInstallMessageHandler(former);
    VERIFY_OK(rotated);
    QVERIFY(rotated->has_value());
    const auto &fresh = (*rotated)->session;
    QVERIFY(fresh.id != old.id && !fresh.id.isEmpty());
    QCOMPARE(fresh.keyId, old.keyId);
    QCOMPARE(fresh.clientName, old.clientName);
    QCOMPARE(fresh.protocolVersion, old.protocolVersion);
    QCOMPARE(fresh.workspace, old.workspace);
    QCOMPARE(fresh.mode, old.mode);
    QCOMPARE((*rotated)->rotatedAt, m_clock->now());
    QCOMPARE((*rotated)->expiresAt.ms, m_clock->now().ms + maxIdle);
    QVERIFY(!exists(old.id, caller) && exists(fresh.id, caller));
    QCOMPARE(m_hub->services().seen.of(fresh.id, caller), QSet<qint64> {7});
    const auto notes
        = read(caller, [id = fresh.id](UnitOfWork &work) { return workingMemory(work, id, u"default"_s); });
    QCOMPARE(notes->size(), 1);
    QVERIFY2(logged.contains(u"key a, reason suspected leak"), qPrintable(logged));
    QVERIFY(logged.contains(sha256Hex(old.id).left(16)) && logged.contains(sha256Hex(fresh.id).left(16)));
    QVERIFY(!logged.contains(old.id) && !logged.contains(fresh.id));
}

void SessionsTest::rotatesOnlyTheCallersOwn()
{
    const auto id = created(m_keyA);
    const RotateRequest request {.reason = {}, .maxIdleMs = maxIdle};
    const auto rotate = [&](const Principal &caller) {
        return write(caller, [id, request](UnitOfWork &work) { return rotateSession(work, id, request); });
    };
    QVERIFY(!rotate(m_keyB)->has_value());
    QVERIFY(!rotate({})->has_value());
    QVERIFY(exists(id, m_keyA));
    QVERIFY(rotate(m_keyA)->has_value());
    QVERIFY(!rotate(m_keyA)->has_value()); // it has ended
    QCOMPARE(*read({}, [](UnitOfWork &work) { return countSessions(work, maxIdle); }), qint64(1));
}

void SessionsTest::offersWhatItsClientHasLeft()
{
    const auto make = [this](const Principal &caller, const QString &client, const QString &transport) {
        return write(caller, [client, transport](UnitOfWork &work) {
            Session session;
            session.clientName = client;
            session.transport = transport;
            return createSession(work, session);
        })->id;
    };
    const auto older = make(m_keyA, u"agent"_s, u"http"_s);
    m_clock->advance(60'000);
    const auto newer = make(m_keyA, u"agent"_s, u"http"_s);
    make(m_keyA, u"agent"_s, u"sse"_s);
    make(m_keyA, u"other"_s, u"http"_s);
    make(m_keyB, u"agent"_s, u"http"_s);
    const auto left = [this](qint64 restMs) {
        QStringList ids;
        const auto found = read(m_keyA, [restMs](UnitOfWork &work) {
            return restingSessions(work, {.clientName = u"agent"_s, .restMs = restMs, .maxIdleMs = maxIdle});
        });
        for (const auto &session : *found)
            ids += session.id;
        return ids;
    };
    m_clock->advance(90'000);
    QCOMPARE(left(60'000), QStringList({newer, older}));
    QCOMPARE(left(120'000), QStringList {older});
    QVERIFY(*write(m_keyA, [older](UnitOfWork &work) { return endSession(work, older); }));
    QCOMPARE(left(60'000), QStringList {newer});
}

void SessionsTest::renewsWhatTheClientSays()
{
    const auto id = created(m_keyA);
    Session said;
    said.id = id;
    said.clientName = u"agent"_s;
    said.protocolVersion = u"2025-11-25"_s;
    QVERIFY(*write(m_keyA, [said](UnitOfWork &work) { return renewSession(work, said); }));
    QVERIFY(!*write(m_keyB, [said](UnitOfWork &work) { return renewSession(work, said); }));
    const auto found = read(m_keyA, [id](UnitOfWork &work) { return findSession(work, id, maxIdle); });
    QCOMPARE((**found).protocolVersion, u"2025-11-25"_s);
    const auto isLiving = [this](const QString &of) {
        return *read(m_keyB, [of](UnitOfWork &work) { return isLivingSession(work, of, maxIdle); });
    };
    QVERIFY(isLiving(id));
    QVERIFY(*write(m_keyA, [id](UnitOfWork &work) { return endSession(work, id); }));
    QVERIFY(!isLiving(id));
}

QTEST_GUILESS_MAIN(SessionsTest)
#include "tst_sessions.moc"

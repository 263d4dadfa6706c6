// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/sessions.h"

#include "core/hub.h"
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

QTEST_GUILESS_MAIN(SessionsTest)
#include "tst_sessions.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/groups.h"
#include "core/admin/keys.h"
#include "core/base/ids.h"
#include "core/keys/authenticator.h"
#include "core/keys/keystore.h"
#include "core/search/recall.h"
#include "core/sessions/sessions.h"
#include "tests/support/memorybench.h"

#include <QJsonDocument>

using namespace hub;

class KeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsTheSecretOnceAndKeepsItsHash();
    void makesSecretsOfTheirKind_data();
    void makesSecretsOfTheirKind();
    void refusesANameThatIsTaken();
    void takesWhatIsMissingFromTheSettings();
    void opensWithTheSecretUntilItIsSwitchedOff();
    void endsByItself();
    void changesOneThingAndLeavesTheRest();
    void clearsWhatIsNoLongerWanted();
    void refusesALimitBelowWhatIsThere();
    void givesAnIdentityItsPlaceInTheGroup();
    void letsMembersOfAGroupReadEachOther();
    void doesNotDeleteWhatHasMemoriesWithoutAnHeir();
    void handsMemoriesOver_data();
    void handsMemoriesOver();
    void replacesATextThatTheHeirHasToo();
    void endsTheSessionsOfADeletedKey();
    void undoesNothingOfAFailedDeletion();

private:
    CreatedKey made(const QString &name, const std::function<void(CreateKeyRequest &)> &more = {});
    Principal callerOf(const QString &secret);

    std::unique_ptr<test::MemoryBench> m_bench;
    std::unique_ptr<KeyRing> m_keys;
};

namespace {

Result<QList<KeyView>> listed(UnitOfWork &work, const int &) { return listKeys(work); }

} // namespace

void KeysTest::init()
{
    m_bench = std::make_unique<test::MemoryBench>();
    m_keys = std::make_unique<KeyRing>(m_bench->clock);
    m_keys->setMaster(sha256Hex(u"master"_s).toLatin1());
    m_bench->services.keys = m_keys.get();
}

CreatedKey KeysTest::made(const QString &name, const std::function<void(CreateKeyRequest &)> &more)
{
    CreateKeyRequest request;
    request.name = name;
    if (more)
        more(request);
    const auto answer = m_bench->write(createKey, request);
    if (!answer)
        qFatal("%s", qPrintable(answer.error().message));
    return *answer;
}

Principal KeysTest::callerOf(const QString &secret)
{
    const auto caller = Authenticator(*m_keys, {}).authenticate(secret.toUtf8());
    return caller ? *caller : Principal {};
}

void KeysTest::tellsTheSecretOnceAndKeepsItsHash()
{
    const auto key = made(u"claude-code"_s);
    QVERIFY(key.rawKey.startsWith(u"mmcp_claudeco_"_s));
    QCOMPARE(key.rawKey.size(), 14 + 64);
    QCOMPARE(key.keyPrefix, key.rawKey.left(14));
    QVERIFY(made(u"other"_s).rawKey != key.rawKey);
    auto dump = m_bench->database.prepare(
        u"SELECT group_concat(k.id || k.key_hash || k.key_prefix || k.name) FROM api_keys k"_s);
    VERIFY_OK(dump);
    const auto stored = dump->scalar<QString>()->value_or(QString());
    QVERIFY(stored.contains(sha256Hex(key.rawKey)));
    QVERIFY(!stored.contains(key.rawKey.mid(14)));
    const auto view = m_bench->read(listed, 0);
    VERIFY_OK(view);
    QCOMPARE(view->size(), 2);
    QVERIFY(!QJsonDocument(writeJson(*view).toArray()).toJson().contains(key.rawKey.mid(14).toUtf8()));
}

void KeysTest::makesSecretsOfTheirKind_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("beginning");
    QTest::newRow("an agent") << u"agent"_s << u"Cursor 2"_s << u"mmcp_cursor2_"_s;
    QTest::newRow("an agent without Latin letters") << u"agent"_s << u"도우미"_s << u"mmcp_"_s;
    QTest::newRow("a person") << u"personal"_s << u"Me"_s << u"pwk_me_"_s;
    QTest::newRow("a workspace") << u"workspace"_s << u"Team"_s << u"pwk_team_"_s;
}

void KeysTest::makesSecretsOfTheirKind()
{
    QFETCH(QString, kind);
    QFETCH(QString, name);
    QFETCH(QString, beginning);
    const auto key = made(name, [&](CreateKeyRequest &request) { request.kind = *enumFromString<KeyKind>(kind); });
    QVERIFY2(key.rawKey.startsWith(beginning), qPrintable(key.keyPrefix));
    QCOMPARE(key.rawKey.size(), beginning.size() + 64);
    QCOMPARE(toString(key.kind), kind);
}

void KeysTest::refusesANameThatIsTaken()
{
    made(u"one"_s);
    CreateKeyRequest request;
    request.name = u" one "_s;
    const auto again = m_bench->write(createKey, request);
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::Conflict);
    const auto two = made(u"two"_s);
    UpdateKeyRequest rename;
    rename.id = two.id;
    rename.name = u"one"_s;
    QCOMPARE(m_bench->write(updateKey, rename).error().code, ErrorCode::Conflict);
    request.name = u" \n "_s;
    QCOMPARE(m_bench->write(createKey, request).error().message, u"name is required"_s);
}

void KeysTest::takesWhatIsMissingFromTheSettings()
{
    const auto usual = made(u"usual"_s);
    QCOMPARE(usual.permissions, QStringList({u"read"_s, u"write"_s}));
    QCOMPARE(usual.dailyLimit.value_or(0), 10'000);
    QVERIFY(!usual.fragmentLimit);
    m_bench->services.access = {.dailyLimit = 0, .fragmentLimit = 7, .permissions = {u"read"_s}, .auditDays = 1};
    const auto other = made(u"other"_s);
    QCOMPARE(other.permissions, QStringList {u"read"_s});
    QVERIFY(!other.dailyLimit);
    QCOMPARE(other.fragmentLimit.value_or(0), 7);
    const auto free = made(u"free"_s, [](CreateKeyRequest &request) { request.fragmentLimit = 0; });
    QVERIFY(!free.fragmentLimit);
}

void KeysTest::opensWithTheSecretUntilItIsSwitchedOff()
{
    const auto key = made(u"agent"_s, [](CreateKeyRequest &request) {
        request.permissions = QList {Permission::Read};
        request.fragmentLimit = 5;
        request.defaultWorkspace = u"lab"_s;
        request.allowedWorkspaces = QStringList {u"lab"_s};
        request.defaultMode = Mode::RecallOnly;
        request.hardGate = true;
    });
    const auto caller = callerOf(key.rawKey);
    QCOMPARE(caller.keyId, key.id);
    QCOMPARE(caller.keyName, u"agent"_s);
    QVERIFY(caller.may(Permission::Read) && !caller.may(Permission::Write));
    QCOMPARE(caller.fragmentLimit.value_or(0), 5);
    QCOMPARE(caller.defaultWorkspace.value_or(QString()), u"lab"_s);
    QCOMPARE(caller.allowedWorkspaces.value_or(QStringList()), QStringList {u"lab"_s});
    QCOMPARE(caller.activeMode(), std::optional(Mode::RecallOnly));
    QVERIFY(caller.hardGate);

    UpdateKeyRequest off;
    off.id = u"agent"_s;
    off.status = KeyStatus::Inactive;
    VERIFY_OK(m_bench->write(updateKey, off));
    const auto refused = Authenticator(*m_keys, {}).authenticate(key.rawKey.toUtf8());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Denied);
    off.status = KeyStatus::Active;
    VERIFY_OK(m_bench->write(updateKey, off));
    QCOMPARE(callerOf(key.rawKey).keyId, key.id);
}

void KeysTest::endsByItself()
{
    const auto end = Timestamp {m_bench->clock.now().ms + msPerHour};
    const auto key = made(u"guest"_s, [end](CreateKeyRequest &request) { request.expiresAt = end; });
    m_bench->clock.advance(msPerHour - 1);
    QCOMPARE(callerOf(key.rawKey).keyId, key.id);
    QVERIFY(m_keys->takeExpired().isEmpty());
    m_bench->clock.advance(1);
    QCOMPARE(m_keys->takeExpired(), QStringList {key.id});
    QVERIFY(m_keys->takeExpired().isEmpty());
    QVERIFY(!Authenticator(*m_keys, {}).authenticate(key.rawKey.toUtf8()));
}

void KeysTest::changesOneThingAndLeavesTheRest()
{
    const auto before = made(u"agent"_s, [](CreateKeyRequest &request) { request.defaultWorkspace = u"lab"_s; });
    UpdateKeyRequest request;
    request.id = before.id;
    request.dailyLimit = 3;
    const auto after = m_bench->write(updateKey, request);
    VERIFY_OK(after);
    auto expected = toJson(static_cast<const ApiKey &>(before));
    expected.insert(u"daily_limit"_s, 3);
    QCOMPARE(toJson(*after), expected);
    const auto stored = KeyStore(m_bench->database).find(before.id);
    VERIFY_OK(stored);
    QCOMPARE(toJson(stored->value_or(ApiKey {})), expected);
    request.id = u"nobody"_s;
    QCOMPARE(m_bench->write(updateKey, request).error().code, ErrorCode::NotFound);
}

void KeysTest::clearsWhatIsNoLongerWanted()
{
    const auto key = made(u"agent"_s, [](CreateKeyRequest &request) {
        request.defaultWorkspace = u"lab"_s;
        request.allowedWorkspaces = QStringList {};
        request.defaultMode = Mode::Audit;
        request.fragmentLimit = 5;
    });
    UpdateKeyRequest request;
    request.id = key.id;
    request.clear = QStringList {u"workspace"_s, u"allowed_workspaces"_s, u"default_mode"_s, u"fragment_limit"_s,
        u"daily_limit"_s, u"expires_at"_s};
    const auto after = m_bench->write(updateKey, request);
    VERIFY_OK(after);
    QVERIFY(!after->defaultWorkspace && !after->allowedWorkspaces && !after->defaultMode && !after->fragmentLimit
        && !after->dailyLimit);
}

void KeysTest::refusesALimitBelowWhatIsThere()
{
    const auto key = made(u"agent"_s);
    const auto caller = callerOf(key.rawKey);
    for (const auto &text : {u"The first memory of this agent."_s, u"The second memory of this agent."_s})
        QVERIFY(!m_bench->store(text, u"lab"_s, FragmentType::Fact, caller).isEmpty());
    UpdateKeyRequest request;
    request.id = key.id;
    request.fragmentLimit = 1;
    const auto refused = m_bench->write(updateKey, request);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message, u"limit_below_usage"_s);
    QCOMPARE(refused.error().data, QJsonObject({{u"used"_s, 2}, {u"requested"_s, 1}}));
    request.fragmentLimit = 2;
    VERIFY_OK(m_bench->write(updateKey, request));
    QVERIFY(m_bench->store(u"A third memory does not fit."_s, u"lab"_s, FragmentType::Fact, callerOf(key.rawKey))
                .isEmpty());
}

void KeysTest::givesAnIdentityItsPlaceInTheGroup()
{
    const auto identity = [this](const QString &name, const std::optional<QString> &group = {}) {
        CreateKeyRequest request;
        request.name = name;
        request.group = group;
        return m_bench->write(
            +[](UnitOfWork &work, const CreateKeyRequest &wanted) { return createIdentity(work, wanted); }, request);
    };
    const auto first = identity(u"cursor"_s);
    const auto second = identity(u"cursor"_s);
    VERIFY_OK(first);
    VERIFY_OK(second);
    QCOMPARE(first->name, u"cursor"_s);
    QCOMPARE(second->name, u"cursor 2"_s);
    QCOMPARE(callerOf(first->rawKey).groupKeyIds, QStringList {second->id});
    QCOMPARE(callerOf(second->rawKey).groupKeyIds, QStringList {first->id});
    VERIFY_OK(m_bench->write(createGroup, CreateGroupRequest {.name = u"work"_s, .description = {}}));
    const auto apart = identity(u"apart"_s, u"work"_s);
    VERIFY_OK(apart);
    QVERIFY(callerOf(apart->rawKey).groupKeyIds.isEmpty());
    QCOMPARE(identity(u"lost"_s, u"nowhere"_s).error().code, ErrorCode::NotFound);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM api_keys WHERE name = 'lost'"_s), 0);
}

void KeysTest::letsMembersOfAGroupReadEachOther()
{
    const auto a = made(u"a"_s);
    const auto b = made(u"b"_s);
    const auto id
        = m_bench->store(u"The printer stands on floor two."_s, u"lab"_s, FragmentType::Fact, callerOf(a.rawKey));
    const auto sees = [&] {
        RecallRequest request;
        request.keywords = {u"printer"_s};
        request.includeKeyName = true;
        const auto answer = m_bench->read(recall, request, callerOf(b.rawKey));
        return answer && answer->fragments.size() == 1 ? answer->fragments.constFirst().keyName->value_or(u"?"_s)
                                                       : QString();
    };
    QCOMPARE(sees(), QString());
    VERIFY_OK(m_bench->write(createGroup, CreateGroupRequest {.name = u"g"_s, .description = {}}));
    VERIFY_OK(m_bench->write(addMember, MembershipRequest {.id = u"g"_s, .keyId = a.id}));
    QCOMPARE(sees(), QString());
    VERIFY_OK(m_bench->write(addMember, MembershipRequest {.id = u"g"_s, .keyId = b.id}));
    QCOMPARE(sees(), u"a"_s);
    QVERIFY(!m_bench->write(addMember, MembershipRequest {.id = u"g"_s, .keyId = b.id})->added);
    const auto members = m_bench->read(groupMembers, GroupRequest {.id = u"g"_s});
    VERIFY_OK(members);
    QCOMPARE(members->size(), 2);
    VERIFY_OK(m_bench->write(removeMember, MembershipRequest {.id = u"g"_s, .keyId = a.id}));
    QCOMPARE(sees(), QString());
    QVERIFY(!id.isEmpty());
}

void KeysTest::doesNotDeleteWhatHasMemoriesWithoutAnHeir()
{
    const auto empty = made(u"empty"_s);
    VERIFY_OK(m_bench->write(deleteKey, DeleteKeyRequest {.id = empty.id, .handOver = {}}));
    const auto key = made(u"agent"_s);
    QVERIFY(!m_bench->store(u"A memory that must not get lost."_s, u"lab"_s, FragmentType::Fact, callerOf(key.rawKey))
                 .isEmpty());
    const auto refused = m_bench->write(deleteKey, DeleteKeyRequest {.id = key.id, .handOver = {}});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Conflict);
    QCOMPARE(refused.error().data, QJsonObject({{u"fragments"_s, 1}}));
    for (const auto &wrong : {u"nobody"_s, u"agent"_s})
        QCOMPARE(m_bench->write(deleteKey, DeleteKeyRequest {.id = key.id, .handOver = wrong}).error().code,
            ErrorCode::InvalidArgument);
    QCOMPARE(callerOf(key.rawKey).keyId, key.id);
}

void KeysTest::handsMemoriesOver_data()
{
    QTest::addColumn<QString>("to");
    QTest::newRow("to the master key") << u"master"_s;
    QTest::newRow("to another key") << u"heir"_s;
}

void KeysTest::handsMemoriesOver()
{
    QFETCH(QString, to);
    const auto heir = made(u"heir"_s);
    const auto key = made(u"agent"_s);
    const auto id
        = m_bench->store(u"The printer stands on floor two."_s, u"lab"_s, FragmentType::Fact, callerOf(key.rawKey));
    const auto done = m_bench->write(deleteKey, DeleteKeyRequest {.id = u"agent"_s, .handOver = to});
    VERIFY_OK(done);
    QCOMPARE(done->handedOver, 1);
    QCOMPARE(done->merged, 0);
    const auto owner = to == u"master" ? std::optional<QString>() : std::optional(heir.id);
    QCOMPARE(done->to, owner.value_or(u"master"_s));
    QCOMPARE(m_bench->row(id).keyId, owner);
    QVERIFY(!Authenticator(*m_keys, {}).authenticate(key.rawKey.toUtf8()));
    RecallRequest request;
    request.keywords = {u"printer"_s};
    const auto found = m_bench->read(recall, request, callerOf(heir.rawKey));
    VERIFY_OK(found);
    QCOMPARE(found->fragments.size(), owner ? 1 : 0);
    QCOMPARE(m_bench->read(recall, request, Principal {})->fragments.size(), 1);
    QVERIFY(m_keys->isDeleted(key.id));
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM deleted_keys WHERE name = 'agent'"_s), 1);
}

void KeysTest::replacesATextThatTheHeirHasToo()
{
    const auto heir = made(u"heir"_s);
    const auto key = made(u"agent"_s);
    const auto text = u"Both of them know where the printer is."_s;
    const auto kept = m_bench->store(text, u"lab"_s, FragmentType::Fact, callerOf(heir.rawKey));
    const auto gone = m_bench->store(text, u"lab"_s, FragmentType::Fact, callerOf(key.rawKey));
    const auto done = m_bench->write(deleteKey, DeleteKeyRequest {.id = key.id, .handOver = u"heir"_s});
    VERIFY_OK(done);
    QCOMPARE(done->handedOver, 1);
    QCOMPARE(done->merged, 1);
    QVERIFY(!m_bench->row(kept).validTo);
    QVERIFY(m_bench->row(gone).validTo);
    QCOMPARE(m_bench->row(gone).keyId.value_or(QString()), heir.id);
}

void KeysTest::endsTheSessionsOfADeletedKey()
{
    const auto key = made(u"agent"_s);
    const auto other = made(u"other"_s);
    const auto open = [this](const QString &secret) {
        auto work = m_bench->work(callerOf(secret));
        Session session;
        session.protocolVersion = u"2025-11-25"_s;
        const auto created = createSession(work, session);
        return created ? created->id : QString();
    };
    const auto ours = open(key.rawKey);
    const auto theirs = open(other.rawKey);
    QStringList ended;
    connect(&m_bench->events, &Events::keyEnded, this,
        [&](const QString &id, const QStringList &sessions) { ended = QStringList {id} + sessions; });
    VERIFY_OK(m_bench->write(deleteKey, DeleteKeyRequest {.id = key.id, .handOver = u"master"_s}));
    QCOMPARE(ended, QStringList({key.id, ours}));
    auto work = m_bench->work();
    QVERIFY(!*isLivingSession(work, ours, msPerDay));
    QVERIFY(*isLivingSession(work, theirs, msPerDay));
}

void KeysTest::undoesNothingOfAFailedDeletion()
{
    const auto key = made(u"agent"_s);
    const auto before = m_bench->number(u"SELECT count(*) FROM audit_trail"_s);
    QVERIFY(!m_bench->write(deleteKey, DeleteKeyRequest {.id = key.id, .handOver = u"nobody"_s}));
    QCOMPARE(callerOf(key.rawKey).keyId, key.id);
    QVERIFY(!m_keys->isDeleted(key.id));
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM audit_trail"_s), before);
}

QTEST_GUILESS_MAIN(KeysTest)
#include "tst_keys.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hub.h"

#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/batch/batchworker.h"
#include "core/embedding/makeembedder.h"
#include "core/index/lexicalindex.h"
#include "core/keys/masterkey.h"
#include "core/keys/runfile.h"
#include "core/language/chatdesk.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/semanticmemory.h"
#include "core/search/rankings.h"
#include "core/search/searchjournal.h"
#include "core/settings/serversettings.h"
#include "core/upkeep/upkeep.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QLockFile>

namespace hub {
namespace {

QString languageOf(Language chosen)
{
    if (chosen == Language::Auto)
        return QLocale::system().language() == QLocale::Korean ? u"ko"_s : u"en"_s;
    return chosen == Language::Korean ? u"ko"_s : u"en"_s;
}

Result<QTimeZone> zoneOf(const QString &name)
{
    const auto zone = name.isEmpty() ? QTimeZone::systemTimeZone() : QTimeZone(name.toUtf8());
    if (!zone.isValid())
        return Error {ErrorCode::InvalidArgument, u"timezone: %1 is not a time zone this computer knows"_s.arg(name)};
    return zone;
}

/// Variables of the reference system that mean nothing here are answered, not ignored.
void tellAboutForeignVariables()
{
    static const QList<std::pair<QString, QString>> answers {
        {u"REDIS_ENABLED"_s, u"no Redis is used: what it would hold is kept in the store and in this process"_s},
        {u"MEMENTO_REMEMBER_ATOMIC"_s, u"every write here is one transaction, whatever this says"_s},
    };
    for (const auto &[name, answer] : answers) {
        if (qEnvironmentVariableIsSet(name.toLatin1().constData()))
            qCInfo(lcCore).noquote() << name % u": "_s % answer;
    }
}

} // namespace

/// One owner of the data folder at a time. The lock of a process that has died is
/// taken over (QLockFile looks whether the process still runs).
struct Hub::Lock {
    explicit Lock(const QString &path)
        : file(path)
    {
        file.setStaleLockTime(0);
    }

    Result<void> acquire(const Paths &paths)
    {
        if (file.tryLock(200))
            return {};
        qint64 pid = 0;
        QString host;
        QString program;
        if (file.getLockInfo(&pid, &host, &program)) {
            const auto running = RunFile::read(paths.runFile());
            const QString where = running && !running->url.isEmpty() ? u" at "_s + running->url : QString();
            return Error {ErrorCode::Busy,
                u"%1 (process %2) is already using %3%4"_s.arg(program).arg(pid).arg(paths.data, where)};
        }
        return Error {ErrorCode::Storage, u"The lock %1 could not be taken"_s.arg(paths.lock())};
    }

    QLockFile file;
};

Hub::Hub(Options options)
    : m_options(std::move(options))
    , m_feedback(m_options.random)
{ }

Hub::~Hub()
{
    if (!m_lock)
        return;
    m_batches.reset();
    m_indexLoaded.waitForFinished();
    m_upkeep.reset();
    if (m_sessions)
        m_sessions->close();
    if (m_usage)
        m_usage->close();
    if (m_store)
        m_store->drain(); // while everything that queued work uses is still there
    m_chat.reset();       // queued work may have asked it; its answers find the sessions closed
    m_journal.reset();    // writes what the last searches leave behind
    m_semantic.reset();
    m_store.reset();
    QFile::remove(m_options.paths.runFile());
}

Result<std::unique_ptr<Hub>> Hub::open(Options options)
{
    std::unique_ptr<Hub> hub(new Hub(std::move(options)));
    HUB_CHECK(hub->start());
    return hub;
}

Result<void> Hub::start()
{
    const auto &paths = m_options.paths;
    HUB_CHECK(paths.create());
    auto lock = std::make_unique<Lock>(paths.lock());
    HUB_CHECK(lock->acquire(paths));
    m_lock = std::move(lock);

    HUB_TRY(general, m_options.settings.read<GeneralSettings>());
    HUB_TRY(memory, m_options.settings.read<MemorySettings>());
    HUB_TRY(search, m_options.settings.read<SearchSettings>());
    HUB_TRY(access, m_options.settings.read<KeySettings>());
    HUB_TRY(server, m_options.settings.read<ServerSettings>());
    HUB_TRY(upkeep, m_options.settings.read<UpkeepSettings>());
    HUB_TRY(zone, zoneOf(general.timezone));
    tellAboutForeignVariables();

    HUB_TRY(store, Store::open(paths.store(), paths.backups()));
    m_store = std::move(store);
    m_lexical = std::make_unique<LexicalIndex>();
    m_messages = std::make_unique<Messages>(languageOf(general.locale));
    m_rankings = std::make_unique<Rankings>();
    m_services = std::make_unique<Services>(Services {.clock = *m_options.clock,
        .lexical = *m_lexical,
        .events = m_events,
        .messages = *m_messages,
        .seen = m_seen,
        .zone = zone,
        .memory = memory,
        .search = search,
        .access = access,
        .feedback = &m_feedback,
        .rankings = m_rankings.get()});
    HUB_CHECK(startKeys(server.accessKey));
    m_indexLoaded = m_store->read([this](Database &database) { return loadIndex(database, *m_lexical); });
    HUB_TRY(journal, SearchJournal::open(*m_store, *m_services));
    m_journal = std::move(journal);
    m_services->journal = m_journal.get();
    HUB_CHECK(startSemantic());
    HUB_CHECK(startLanguage());
    m_upkeep = std::make_unique<Upkeep>(*m_store, *m_services, upkeep);
    m_batches = std::make_unique<BatchWorker>(*m_store, *m_services, [this] { return checkIndex(); });
    m_services->batches = m_batches.get();
    HUB_CHECK(startSessions(server.sessionTtlMinutes * msPerMinute));

    return announce({});
}

Result<void> Hub::startKeys(const QString &givenMaster)
{
    const auto master = [givenMaster](Database &database) { return masterKey(database, givenMaster); };
    HUB_TRY(key, m_store->write(master).result());
    m_newMasterKey = key.made;
    m_keys = std::make_unique<KeyRing>(*m_options.clock);
    m_keys->setMaster(key.hash.toLatin1());
    HUB_TRY(contents, m_store->read([](Database &database) { return KeyRing::read(database); }).result());
    m_keys->use(contents);
    m_usage = std::make_unique<UsageMeter>(
        *m_options.clock, m_services->zone, [this](UsageMeter::Work work) { return m_store->write(std::move(work)); });
    HUB_CHECK(m_store->read([this](Database &database) { return m_usage->load(database); }).result());
    m_services->keys = m_keys.get();
    m_services->usage = m_usage.get();
    m_localToken = newSecret(QString());
    m_authenticator = std::make_unique<Authenticator>(*m_keys, m_localToken);
    return {};
}

Result<void> Hub::startSemantic()
{
    HUB_TRY(settings, m_options.settings.read<EmbeddingSettings>());
    auto embedder = makeEmbedder(settings);
    if (!embedder) // the hub works without; a wrong address must not keep it from starting
        logError(lcCore(), u"The embedding model is not used"_s, embedder.error());
    if (!embedder || !*embedder)
        return {};
    m_semantic = std::make_unique<SemanticMemory>(*m_store, *m_options.clock, std::move(*embedder),
        SemanticOptions {.embedding = settings, .indexFile = m_options.paths.vectorIndex()});
    m_services->semantic = m_semantic.get();
    return {};
}

Result<void> Hub::startLanguage()
{
    HUB_TRY(settings, m_options.settings.read<LanguageSettings>());
    m_services->reflectLimit = std::chrono::milliseconds(settings.reflectTimeoutMs);
    if (!settings.enabled)
        return {};
    auto model = ChatModel::create(settings);
    if (!model) { // the hub works without; a wrong address must not keep it from starting
        logError(lcCore(), u"The language model is not used"_s, model.error());
        return {};
    }
    m_chat = std::make_unique<ChatDesk>(std::move(*model));
    m_services->chat = m_chat.get();
    return {};
}

Result<void> Hub::startSessions(qint64 sessionIdleMs)
{
    const SegmentLimits limits {.sessionIdleMs = sessionIdleMs};
    const auto last = [this, limits](Database &database) {
        UnitOfWork work(database, *m_services, person());
        return lastSegments(work, limits);
    };
    HUB_TRY(segments, m_store->read(last).result());
    m_sessions = std::make_unique<SessionKeeper>(
        *m_services, limits, [this](SessionKeeper::UseCase useCase, SessionKeeper::Done done) {
            m_store->write(workOf(Principal {}, std::move(useCase)), std::move(done));
        });
    m_sessions->start(segments);
    return {};
}

Result<void> Hub::announce(const QString &url)
{
    return RunFile {.pid = QCoreApplication::applicationPid(), .url = url, .token = m_localToken}.write(
        m_options.paths.runFile());
}

Result<void> Hub::checkIndex() { return m_indexLoaded.result(); }

Result<void> Hub::checkKey(const Principal &caller) const
{
    if (m_keys && m_keys->isDeleted(caller.keyId))
        return Error {ErrorCode::Denied, u"The key was deleted"_s};
    return {};
}

Principal Hub::person()
{
    Principal person;
    person.seesAllAgents = true;
    person.client = QCoreApplication::applicationName();
    return person;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/httpembedder.h"
#include "core/hub.h"
#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/semanticmemory.h"
#include "core/search/recall.h"
#include "tests/support/fakeembedder.h"
#include "tests/support/fakeprovider.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>

using namespace hub;

/// A hub with a model behind an OpenAI-compatible address, from the setting to the answer.
class SemanticMemoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void storesAVectorForEveryMemory();
    void findsByMeaningWhatWordsDoNotFind();
    void embedsAChangedTextAgain();
    void forgetsTheVectorWithTheMemory();
    void findsItAgainAfterARestart();
    void embedsWhatCameInWithoutAModel();
    void answersWithoutAProvider();
    void closesWhileVectorsArrive();
    void keepsTheGraphFromOneStartToTheNext();

private:
    Result<std::unique_ptr<Hub>> open(bool enabled = true, const QString &url = {});
    QString store(const QString &content);
    template <typename UseCase>
    auto wait(QFuture<UseCase> future)
    {
        while (!future.isFinished()) // the provider lives on this thread
            QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        return future.result();
    }
    Result<RecallAnswer> search(const QString &text);
    int vectors();
    bool isSettled() { return m_hub->services().semantic->backlog() == 0 && m_hub->services().semantic->index(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::FakeProvider> m_provider;
    std::unique_ptr<Hub> m_hub;
};

namespace {

constexpr int dimension = 8;

/// Two words stand for one meaning: the model knows what an index of words does not.
QString meaning(QString text) { return text.toLower().remove(u'.').replace(u"automobile"_s, u"car"_s); }

QByteArray vectorText(const QString &text)
{
    QByteArrayList numbers;
    for (const float number : test::FakeEmbedder::vectorOf(meaning(text), dimension))
        numbers += QByteArray::number(number);
    return '[' + numbers.join(',') + ']';
}

QByteArray answer(const test::FakeProvider::Request &request)
{
    const auto input = request.body[u"input"_s];
    QList<QByteArray> embeddings;
    for (const auto &text : input.isArray() ? input.toArray() : QJsonArray {input})
        embeddings += vectorText(text.toString());
    return test::FakeProvider::vectors(embeddings);
}

} // namespace

Result<std::unique_ptr<Hub>> SemanticMemoryTest::open(bool enabled, const QString &url)
{
    const Paths paths {.data = m_folder->filePath(u"data"_s)};
    auto settings = Settings::load(paths.settings(), [](const QString &) { return QString(); });
    settings.override("embedding", "enabled", enabled);
    settings.override("embedding", "installed", false);
    settings.override("embedding", "baseUrl", url.isEmpty() ? m_provider->baseUrl() : url);
    settings.override("embedding", "model", u"tiny"_s);
    settings.override("embedding", "queryDeadlineMs", 5000);
    return Hub::open({.paths = paths, .settings = settings});
}

void SemanticMemoryTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_provider = std::make_unique<test::FakeProvider>(answer);
    auto hub = open();
    VERIFY_OK(hub);
    m_hub = std::move(*hub);
}

void SemanticMemoryTest::cleanup() { m_hub.reset(); }

QString SemanticMemoryTest::store(const QString &content)
{
    RememberRequest request;
    request.content = content;
    request.topic = u"lab"_s;
    const auto stored = wait(m_hub->write({}, [request](UnitOfWork &work) { return remember(work, request); }));
    return stored ? stored->id.value_or(QString()) : stored.error().message;
}

Result<RecallAnswer> SemanticMemoryTest::search(const QString &text)
{
    RecallRequest request;
    request.text = text;
    return wait(m_hub->read({}, [request](UnitOfWork &work) { return recall(work, request); }));
}

int SemanticMemoryTest::vectors()
{
    const auto count = wait(m_hub->read({}, [](UnitOfWork &work) -> Result<int> {
        HUB_TRY(statement, work.database().prepare(u"SELECT count(*) FROM fragment_vectors"_s));
        HUB_TRY(rows, statement.scalar<int>());
        return rows.value_or(0);
    }));
    return count ? *count : -1;
}

void SemanticMemoryTest::storesAVectorForEveryMemory()
{
    for (int i = 0; i < 20; ++i)
        store(u"Memory number %1 of the lab."_s.arg(i));
    QTRY_COMPARE(vectors(), 20);
    QTRY_COMPARE(m_hub->services().semantic->index()->count(), 20);
    QVERIFY(m_hub->services().semantic->space().dimension == dimension);
}

void SemanticMemoryTest::findsByMeaningWhatWordsDoNotFind()
{
    const auto id = store(u"The automobile stands before the house."_s);
    store(u"Quarterly lunch menu lists soup and bread on Friday."_s);
    QTRY_COMPARE(vectors(), 2);
    QTRY_COMPARE(m_hub->services().semantic->index()->count(), 2);
    const auto answered = search(u"car"_s);
    VERIFY_OK(answered);
    QVERIFY2(answered->searchPath.contains(u"L3:2"_s), qPrintable(answered->searchPath));
    QCOMPARE(answered->fragments.constFirst().id, id);
    QVERIFY(answered->fragments.constFirst().similarity.value_or(0) > 0.2);
}

void SemanticMemoryTest::embedsAChangedTextAgain()
{
    const auto id = store(u"The automobile stands before the house."_s);
    QTRY_COMPARE(vectors(), 1);
    const auto before = m_provider->requests().size();
    AmendRequest change;
    change.id = id;
    change.content = u"Zebra zebra zebra zebra zebra."_s;
    VERIFY_OK(wait(m_hub->write({}, [change](UnitOfWork &work) { return amend(work, change); })));
    QTRY_VERIFY(m_provider->requests().size() > before);
    QTRY_VERIFY(isSettled());
    const auto wanted = test::FakeEmbedder::vectorOf(meaning(*change.content), dimension);
    const auto similarity = [&] {
        const auto hits = m_hub->services().semantic->index()->search(wanted, 1);
        return hits && !hits->isEmpty() ? double(hits->constFirst().similarity) : 0.0;
    };
    QTRY_VERIFY(similarity() > 0.98);
    QCOMPARE(vectors(), 1);
    change.content.reset();
    change.importance = 0.4;
    const auto after = m_provider->requests().size();
    VERIFY_OK(wait(m_hub->write({}, [change](UnitOfWork &work) { return amend(work, change); })));
    QTest::qWait(200);
    QCOMPARE(m_provider->requests().size(), after); // the same text has the same vector
}

void SemanticMemoryTest::forgetsTheVectorWithTheMemory()
{
    const auto id = store(u"The automobile stands before the house."_s);
    QTRY_VERIFY(m_hub->services().semantic->index() && m_hub->services().semantic->index()->count() == 1);
    ForgetRequest gone;
    gone.id = id;
    VERIFY_OK(wait(m_hub->write({}, [gone](UnitOfWork &work) { return forget(work, gone); })));
    QCOMPARE(m_hub->services().semantic->index()->count(), 0);
    QCOMPARE(search(u"car"_s)->count, 0);
    VERIFY_OK(wait(m_hub->write({}, [id](UnitOfWork &work) { return restore(work, {id}); })));
    QTRY_COMPARE(m_hub->services().semantic->index()->count(), 1);
    QCOMPARE(search(u"car"_s)->fragments.constFirst().id, id);
}

void SemanticMemoryTest::findsItAgainAfterARestart()
{
    const auto id = store(u"The automobile stands before the house."_s);
    QTRY_COMPARE(vectors(), 1);
    const auto asked = m_provider->requests().size();
    m_hub.reset();
    m_hub = std::move(*open());
    QVERIFY(m_hub->services().semantic->index());
    QCOMPARE(m_hub->services().semantic->index()->count(), 1);
    QCOMPARE(search(u"car"_s)->fragments.constFirst().id, id);
    QCOMPARE(m_provider->requests().size(), asked + 1); // the question alone
}

void SemanticMemoryTest::embedsWhatCameInWithoutAModel()
{
    m_hub.reset();
    m_hub = std::move(*open(false));
    QVERIFY(!m_hub->services().semantic);
    const auto id = store(u"The automobile stands before the house."_s);
    QCOMPARE(search(u"car"_s)->count, 0);
    QCOMPARE(search(u"automobile"_s)->count, 1);
    m_hub.reset();
    m_hub = std::move(*open());
    QTRY_COMPARE(vectors(), 1);
    QTRY_VERIFY(isSettled());
    QCOMPARE(search(u"car"_s)->fragments.constFirst().id, id);
}

void SemanticMemoryTest::answersWithoutAProvider()
{
    const auto id = store(u"The automobile stands before the house."_s);
    QTRY_COMPARE(vectors(), 1);
    m_hub.reset();
    m_hub = std::move(*open(true, u"http://127.0.0.1:9/v1"_s)); // nobody answers there
    const auto answered = search(u"automobile"_s);
    VERIFY_OK(answered);
    QCOMPARE(answered->fragments.constFirst().id, id);
    m_hub.reset();
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"The embedding model is not used"_s));
    auto hub = open(true, u"no address at all"_s); // a wrong setting must not keep it from starting
    VERIFY_OK(hub);
    m_hub = std::move(*hub);
    QVERIFY(!m_hub->services().semantic);
    QCOMPARE(search(u"automobile"_s)->count, 1);
}

void SemanticMemoryTest::closesWhileVectorsArrive()
{
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 30; ++i)
            store(u"Memory number %1 of round %2."_s.arg(i).arg(round));
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5 * round);
        m_hub.reset();
        m_hub = std::move(*open());
    }
    QTRY_COMPARE_WITH_TIMEOUT(vectors(), 150, 20'000);
}

void SemanticMemoryTest::keepsTheGraphFromOneStartToTheNext()
{
    for (int i = 0; i < 30; ++i)
        store(u"Memory number %1 of the lab: colour%1 shape%2."_s.arg(i).arg(i % 7));
    QTRY_COMPARE(vectors(), 30);
    m_hub.reset();
    auto opened = Store::open(m_folder->filePath(u"data/memory.db"_s), m_folder->filePath(u"data/backups"_s));
    VERIFY_OK(opened);
    auto &store = **opened;
    const SystemClock clock;
    const SemanticOptions options {
        .embedding = {}, .indexFile = m_folder->filePath(u"vectors.hnsw"_s), .exactUpTo = 10};
    EmbeddingSettings server;
    server.baseUrl = m_provider->baseUrl();
    server.model = u"tiny"_s;
    const auto start = [&] {
        return std::make_unique<SemanticMemory>(store, clock, std::move(*HttpEmbedder::create(server)), options);
    };
    auto semantic = start();
    QVERIFY(semantic->index());
    QTRY_VERIFY(semantic->index()->hasGraph());
    QTRY_VERIFY(!*semantic->index()->catchUp(std::chrono::seconds(1)));
    semantic.reset();
    QVERIFY(QFile::exists(options.indexFile));

    // What was forgotten or changed meanwhile is as the store has it; the rest is not linked again.
    VERIFY_OK(
        store
            .write([](Database &database) -> Result<void> {
                HUB_CHECK(database.runScript(u"DELETE FROM fragment_vectors WHERE seq = 3"_s));
                return database.runScript(
                    u"UPDATE fragment_vectors SET vector = (SELECT vector FROM fragment_vectors WHERE seq = 5) WHERE seq = 4"_s);
            })
            .result());
    semantic = start();
    QVERIFY(semantic->index()->hasGraph());
    QCOMPARE(semantic->index()->count(), 29);
    QVERIFY(!semantic->index()->seqs().contains(3));
    semantic.reset();

    QFile file(options.indexFile);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(100) && file.write("damage") == 6);
    file.close();
    semantic = start();
    QCOMPARE(semantic->index()->count(), 29);
}

QTEST_GUILESS_MAIN(SemanticMemoryTest)
#include "tst_semanticmemory.moc"

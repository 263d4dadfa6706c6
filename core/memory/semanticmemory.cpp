// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/semanticmemory.h"

#include "core/base/log.h"

#include <QFile>

namespace hub {

using namespace std::chrono_literals;

namespace {

struct SpaceRow : EmbeddingSpace {
    qint64 id = 0;

    static constexpr auto fields()
    {
        using R = SpaceRow;
        return std::tuple {field("id", &R::id), field("provider", &R::provider), field("model", &R::model),
            field("dimension", &R::dimension), field("version", &R::version)};
    }
};

struct VectorRow {
    qint64 seq = 0;
    QByteArray vector;

    static constexpr auto fields()
    {
        return std::tuple {field("seq", &VectorRow::seq), field("vector", &VectorRow::vector)};
    }
};

struct TextRow {
    qint64 seq = 0;
    QString content;

    static constexpr auto fields()
    {
        return std::tuple {field("seq", &TextRow::seq), field("content", &TextRow::content)};
    }
};

/// The stored space; with dimension 0 (not known yet) the newest of that model.
Result<std::optional<SpaceRow>> findSpace(Database &database, const EmbeddingSpace &space)
{
    HUB_TRY(statement, database.prepareNamed(u"embedding/space_find"));
    return statement.set(":provider"_L1, space.provider)
        .set(":model"_L1, space.model)
        .set(":dimension"_L1, space.dimension)
        .set(":version"_L1, space.version)
        .first<SpaceRow>();
}

Result<qint64> spaceId(Database &database, const EmbeddingSpace &space)
{
    HUB_TRY(known, findSpace(database, space));
    if (known)
        return known->id;
    HUB_TRY(statement, database.prepareNamed(u"embedding/space_put"));
    HUB_TRY(id, statement.bind(space.provider, space.model, space.dimension, space.version).scalar<qint64>());
    return id.value_or(0);
}

} // namespace

SemanticMemory::SemanticMemory(
    Store &store, const Clock &clock, std::unique_ptr<Embedder> embedder, SemanticOptions options)
    : m_store(store)
    , m_options(std::move(options))
{
    const auto space = embedder->space();
    m_queue = std::make_unique<EmbeddingQueue>(std::move(embedder), m_options.embedding, clock,
        [this](const QList<EmbeddedPassage> &passages) { keep(passages); });
    // Written through the writer, so that nothing is stored between the two reads of loadStored().
    const auto loaded
        = m_store.write([this, space](Database &database) { return loadStored(database, space); }).result();
    if (!loaded)
        logError(lcCore(), u"loading the stored vectors"_s, loaded.error());
    m_builder.reset(QThread::create([this] { build(); }));
    m_builder->setObjectName(u"vector-graph"_s);
    m_builder->start(QThread::LowPriority);
}

SemanticMemory::~SemanticMemory()
{
    m_builder->requestInterruption();
    m_builder->wait();
    m_queue.reset();
    m_store.drain(); // what the queue has given to the writer last still refers to this
    keepIndex();
}

void SemanticMemory::build()
{
    const auto index = m_index.load();
    for (bool isMore = index != nullptr; isMore && !QThread::currentThread()->isInterruptionRequested();) {
        const auto more = index->catchUp(20ms);
        if (!more)
            logError(lcCore(), u"building the vector index"_s, more.error());
        isMore = more && *more;
    }
}

/// Few vectors are read from the store as quickly as from a file; what takes long is the graph.
void SemanticMemory::keepIndex() const
{
    const auto index = m_index.load();
    if (m_options.indexFile.isEmpty() || !index)
        return;
    if (!index->hasGraph()) {
        QFile::remove(m_options.indexFile);
        return;
    }
    if (const auto saved = index->save(m_options.indexFile); !saved)
        logError(lcCore(), u"keeping the vector index"_s, saved.error());
}

/// A new one when none was kept, or one that cannot be trusted.
std::shared_ptr<VectorIndex> SemanticMemory::keptIndex(const EmbeddingSpace &space) const
{
    if (!m_options.indexFile.isEmpty() && QFile::exists(m_options.indexFile)) {
        auto kept = VectorIndex::load(m_options.indexFile, space, m_options.exactUpTo);
        if (kept)
            return std::shared_ptr<VectorIndex>(std::move(*kept));
        logError(lcCore(), u"The vector index is built anew"_s, kept.error());
    }
    return std::make_shared<VectorIndex>(space, m_options.exactUpTo);
}

void SemanticMemory::remove(qint64 seq)
{
    if (const auto index = m_index.load())
        index->remove(seq);
}

std::shared_ptr<VectorIndex> SemanticMemory::indexFor(const EmbeddingSpace &space)
{
    auto index = m_index.load();
    if (!index || !(index->space() == space)) {
        index = std::make_shared<VectorIndex>(space, m_options.exactUpTo);
        m_index.store(index);
    }
    return index;
}

void SemanticMemory::keep(const QList<EmbeddedPassage> &passages)
{
    auto kept = m_store.write([this, passages](Database &database) -> Result<void> {
        for (const auto &passage : passages) {
            HUB_TRY(space, spaceId(database, passage.space));
            HUB_TRY(statement, database.prepareNamed(u"embedding/vector_put"));
            HUB_CHECK(statement.bind(passage.seq, space, encodeVector(passage.vector)).run());
            if (statement.changed() == 0) // forgotten meanwhile
                continue;
            database.afterCommit([this, passage] {
                if (const auto put = indexFor(passage.space)->put(passage.seq, 0, passage.vector); !put)
                    logError(lcCore(), u"indexing a vector"_s, put.error());
            });
        }
        return {};
    });
    Q_UNUSED(kept)                           // a vector that was not kept is made again at the next start
    if (const auto index = m_index.load()) { // this thread has the time that a search has not
        if (const auto more = index->catchUp(20ms); !more)
            logError(lcCore(), u"building the vector index"_s, more.error());
    }
}

Result<void> SemanticMemory::loadStored(Database &database, const EmbeddingSpace &space)
{
    HUB_TRY(known, findSpace(database, space));
    if (known) {
        const auto index = keptIndex({.provider = known->provider,
            .model = known->model,
            .dimension = known->dimension,
            .version = known->version});
        auto gone = index->seqs();
        HUB_TRY(vectors, database.prepareNamed(u"embedding/vectors_of"));
        HUB_CHECK(vectors.bind(known->id).forEach<VectorRow>([&](const VectorRow &row) -> Result<void> {
            const auto vector = decodeVector(row.vector, known->dimension);
            if (!vector)
                return {};
            gone.remove(row.seq);
            return index->put(row.seq, 0, *vector);
        }));
        for (const auto seq : std::as_const(gone))
            index->remove(seq);
        m_index.store(index);
    }
    HUB_TRY(missing, database.prepareNamed(u"embedding/texts_without"));
    return missing.bind(known ? known->id : 0).forEach<TextRow>([&](const TextRow &row) -> Result<void> {
        m_queue->enqueue(row.seq, row.content);
        return {};
    });
}

} // namespace hub

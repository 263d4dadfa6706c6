// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/localembedder.h"

#include "core/base/log.h"
#include "core/embedding/textencoder.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QThread>

#include <malloc.h>

namespace hub {

LocalEmbedder::LocalEmbedder(InstalledModel model, std::chrono::milliseconds idle)
    : m_model(std::move(model))
    , m_idle(idle)
{ }

LocalEmbedder::~LocalEmbedder() = default;

EmbeddingSpace LocalEmbedder::space() const
{
    const auto &model = m_model.description();
    // Other weights make other vectors; the number counts changes of prefixes, centring and arithmetic.
    return {.provider = u"installed"_s,
        .model = model.name,
        .dimension = model.dimension,
        .version = u"1-"_s + model.fileSha256.left(8)};
}

Result<void> LocalEmbedder::load()
{
    if (m_encoder)
        return {};
    QElapsedTimer watch;
    watch.start();
    if (!m_isVerified)
        HUB_CHECK(m_model.verify());
    m_isVerified = true;
    HUB_TRY(encoder, TextEncoder::load(m_model.file(), usableArithmetic().constLast()));
    if (encoder->dimension() != m_model.description().dimension)
        return Error {ErrorCode::Storage, u"The model makes vectors of another length than it should"_s};
    HUB_TRY(centring, Centring::forModel(m_model.description().name, encoder->dimension()));
    m_centring = std::move(centring);
    m_encoder = std::move(encoder);
    m_isLoaded = true;
    qCInfo(lcCore).noquote()
        << u"The model %1 was read in %2 ms"_s.arg(m_model.description().name).arg(watch.elapsed());
    return {};
}

void LocalEmbedder::unload()
{
    m_encoder.reset();
    m_isLoaded = false;
    ::malloc_trim(0); // else the library keeps most of the memory for this process
}

void LocalEmbedder::rest()
{
    if (m_idle.count() == 0)
        return;
    if (!m_rest) {
        m_rest = std::make_unique<QTimer>();
        m_rest->setSingleShot(true);
        m_rest->callOnTimeout(m_rest.get(), [this] { unload(); });
    }
    m_rest->start(m_idle);
}

Result<QList<Vector>> LocalEmbedder::embed(
    const QStringList &texts, EmbedPurpose purpose, std::chrono::milliseconds deadline)
{
    const QDeadlineTimer end(deadline);
    HUB_CHECK(load());
    rest();
    const auto &model = m_model.description();
    const auto &prefix = purpose == EmbedPurpose::Query ? model.queryPrefix : model.passagePrefix;
    QList<Vector> vectors;
    for (const auto &text : texts) {
        if (QThread::currentThread()->isInterruptionRequested())
            return Error {ErrorCode::Cancelled, u"The hub is shutting down"_s};
        if (end.hasExpired())
            return Error {ErrorCode::Busy, u"The model did not answer within %1 ms"_s.arg(deadline.count())};
        HUB_TRY(vector, m_encoder->encode(prefix + text));
        HUB_TRY(centred, m_centring.centred(vector, text, purpose));
        vectors += std::move(centred);
    }
    return vectors;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/centring.h"
#include "core/embedding/embedder.h"
#include "core/embedding/installedmodel.h"

#include <QTimer>

#include <atomic>
#include <memory>

namespace hub {

class TextEncoder;

/// Computes vectors in this process with the model on this computer: no server,
/// no network. The model is read by the first embed(), and put away again on the
/// embedding thread when it was not needed for a while.
class LocalEmbedder final : public Embedder
{
public:
    /// `idle`: after so long without a text the model is put away; 0: never.
    LocalEmbedder(InstalledModel model, std::chrono::milliseconds idle);
    ~LocalEmbedder() override;

    EmbeddingSpace space() const override;
    Result<QList<Vector>> embed(
        const QStringList &texts, EmbedPurpose purpose, std::chrono::milliseconds deadline) override;

    bool isLoaded() const { return m_isLoaded; }

private:
    Result<void> load();
    void unload();
    void rest();

    InstalledModel m_model;
    std::chrono::milliseconds m_idle;
    Centring m_centring;
    std::unique_ptr<TextEncoder> m_encoder;
    std::unique_ptr<QTimer> m_rest; ///< made by the first embed(), on its thread
    bool m_isVerified = false;      ///< the file was the right one when it was first read
    std::atomic<bool> m_isLoaded = false;
};

} // namespace hub

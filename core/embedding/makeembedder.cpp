// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/makeembedder.h"

#include "core/embedding/httpembedder.h"
#include "core/embedding/localembedder.h"

namespace hub {

Result<std::unique_ptr<Embedder>> makeEmbedder(const EmbeddingSettings &settings)
{
    if (settings.enabled) {
        HUB_TRY(remote, HttpEmbedder::create(settings));
        return std::unique_ptr<Embedder>(std::move(remote));
    }
    auto model = InstalledModel::locate();
    if (!settings.installed || model.state() != ModelState::Ready)
        return std::unique_ptr<Embedder>();
    const std::chrono::minutes idle(settings.idleMinutes);
    return std::unique_ptr<Embedder>(std::make_unique<LocalEmbedder>(std::move(model), idle));
}

} // namespace hub

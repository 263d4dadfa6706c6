// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// Where vectors come from: a server, when one is wanted; else the model on this
/// computer, when it was fetched. Search works without either.
struct EmbeddingSettings {
    static constexpr std::string_view group = "embedding";

    bool enabled = false;  ///< ask the server below
    bool installed = true; ///< without a server: use the model on this computer
    int idleMinutes = 5;   ///< the model on this computer leaves memory after so long without use; 0: never
    QString baseUrl = u"http://127.0.0.1:11434/v1"_s; ///< of an OpenAI-compatible API, without "/embeddings"
    QString model;
    QString apiKey;        ///< sent as a bearer token; empty: none
    int dimension = 0;     ///< asked of the provider; 0: as the model has it
    QString queryPrefix;   ///< put before a question, for models trained with one
    QString passagePrefix; ///< put before a text to be found
    int batchSize = 16;
    int timeoutMs = 30'000;    ///< for one request
    int queryDeadlineMs = 400; ///< how long a recall waits for its question's vector

    static constexpr auto fields()
    {
        using S = EmbeddingSettings;
        return std::tuple {
            field("enabled", &S::enabled).env("ANCHORHOLD_EMBEDDING"),
            field("installed", &S::installed).env("ANCHORHOLD_EMBEDDING_INSTALLED"),
            field("idleMinutes", &S::idleMinutes).range(0, 1440),
            field("baseUrl", &S::baseUrl).env("ANCHORHOLD_EMBEDDING_URL").max(2000),
            field("model", &S::model).env("ANCHORHOLD_EMBEDDING_MODEL").max(200),
            field("apiKey", &S::apiKey).env("ANCHORHOLD_EMBEDDING_KEY").max(1000),
            field("dimension", &S::dimension).env("ANCHORHOLD_EMBEDDING_DIMENSION").range(0, 16384),
            field("queryPrefix", &S::queryPrefix).max(1000),
            field("passagePrefix", &S::passagePrefix).max(1000),
            field("batchSize", &S::batchSize).range(1, 256),
            field("timeoutMs", &S::timeoutMs).range(100, 600'000),
            field("queryDeadlineMs", &S::queryDeadlineMs).range(1, 60'000),
        };
    }
};

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// A language model on a server, when one is wanted. Nothing needs it: what it is
/// asked for, the hub does more plainly itself when there is none or it fails.
struct LanguageSettings {
    static constexpr std::string_view group = "language";

    bool enabled = false;                             ///< what was stored is sent to the server below
    QString baseUrl = u"http://127.0.0.1:11434/v1"_s; ///< of an OpenAI-compatible API, without "/chat/completions"
    QString model;
    QString apiKey;               ///< sent as a bearer token; empty: none
    int reflectTimeoutMs = 30000; ///< the most that the summary of an ended session may take

    static constexpr auto fields()
    {
        using S = LanguageSettings;
        return std::tuple {
            field("enabled", &S::enabled).env("ANCHORHOLD_LANGUAGE"),
            field("baseUrl", &S::baseUrl).env("ANCHORHOLD_LANGUAGE_URL").max(2000),
            field("model", &S::model).env("ANCHORHOLD_LANGUAGE_MODEL").max(200),
            field("apiKey", &S::apiKey).env("ANCHORHOLD_LANGUAGE_KEY").max(1000),
            field("reflectTimeoutMs", &S::reflectTimeoutMs).env("GEMINI_TIMEOUT_MS").range(1000, 40'000),
        };
    }
};

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QNetworkRequest>

#include <chrono>
#include <memory>

class QDeadlineTimer;
class QNetworkAccessManager;

namespace hub {

/// One operation of an OpenAI-compatible server (Ollama, LM Studio, llama.cpp,
/// OpenAI) to which JSON is posted. Answers are limited in size, redirects are
/// refused, cookies neither sent nor kept; loopback never goes through a proxy.
class ModelServer
{
public:
    struct Options {
        QString baseUrl;   ///< of the API, such as http://127.0.0.1:11434/v1
        QString operation; ///< path below it
        QString apiKey;    ///< sent as a bearer token; empty: none
        QString name;      ///< what its errors call it
    };

    /// Fails when the address is not usable. Does not connect.
    static Result<std::unique_ptr<ModelServer>> create(const Options &options);
    ~ModelServer();

    QUrl url() const { return m_request.url(); }

    /// The body of the answer with status 200. An overloaded, slow or unreachable
    /// server is asked up to three times before `end`, each time for at most `limit`.
    /// Errors: Busy, Denied, NotFound, InvalidArgument, TooLong and Internal as the
    /// server's status says; Cancelled when the thread is asked to end. Always from
    /// one thread; runs a local event loop, so other events of it are delivered meanwhile.
    Result<QByteArray> post(
        const QByteArray &body, std::chrono::milliseconds limit, const QDeadlineTimer &end, qsizetype maxBytes);

private:
    struct Attempt;

    ModelServer(const Options &options, const QUrl &url);
    Attempt attempt(const QByteArray &body, std::chrono::milliseconds limit, qsizetype maxBytes);
    Error refusal(int status, const QByteArray &body) const;

    QString m_name;
    QNetworkRequest m_request;
    std::unique_ptr<QNetworkAccessManager> m_network; ///< made by the first post(), on its thread
};

} // namespace hub

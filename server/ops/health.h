// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"
#include "server/http/router.h"

#include <QElapsedTimer>
#include <QFuture>
#include <QObject>

#include <chrono>

namespace hub {

/// What a look into the store and at its surroundings found.
struct StoreReport {
    qint64 sessions = 0; ///< in use
    QString embedding;   ///< disabled, up or down
    qint64 embeddingBacklog = 0;
};

/// GET /health. Everybody learns whether the hub works; who shows a key learns more.
/// Healthy means that the store has answered a query: of this very request when a
/// key is shown, else within the last second, so that asking often costs nothing.
/// A store that does not answer in time counts as down: 503. Server's thread.
class Health final : public QObject
{
public:
    using Probe = std::function<QFuture<Result<StoreReport>>()>;

    explicit Health(
        Probe probe, std::chrono::milliseconds patience = std::chrono::seconds(2), QObject *parent = nullptr);

    void addRoutes(http::Router &router);
    /// How many streams are open, for the long form.
    void countStreamsWith(std::function<qsizetype()> count) { m_streamCount = std::move(count); }

private:
    struct Checked {
        bool isUp = false;
        StoreReport report;
        qint64 latencyMs = 0;
    };
    using Use = std::function<void()>;

    void answer(const http::Request &request, const http::Reply &reply);
    void check(const Use &use);
    void finishCheck(quint64 number, const std::optional<StoreReport> &report);
    http::Response shortForm() const;
    http::Response longForm() const;

    Probe m_probe;
    std::chrono::milliseconds m_patience;
    std::function<qsizetype()> m_streamCount;
    QElapsedTimer m_clock;
    Checked m_last;
    qint64 m_checkedAt = 0;
    quint64 m_check = 0;
    qint64 m_checkStarted = 0;
    QList<Use> m_waiting; ///< for the check that is running; empty: none is
};

} // namespace hub

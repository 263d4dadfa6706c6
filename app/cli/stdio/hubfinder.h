// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace hub::stdio {

/// Where a hub answers and what it takes as a key.
struct HubAddress {
    QString url;
    QByteArray key;
    QByteArray start; ///< differs each time it is started; empty for a hub of another computer or user
};

/// Finds the hub of a data folder, and starts one in the background when none runs.
class HubFinder
{
public:
    struct Options {
        QString data;
        QString url;    ///< empty: the hub of the data folder
        QByteArray key; ///< empty: what the hub of the data folder leaves for its user's programs
        bool mayStart = true;
    };

    explicit HubFinder(Options options);

    /// As of now; nothing while no hub is there.
    std::optional<HubAddress> find() const;
    /// Starts a hub, at most once in ten seconds; harmless when another one is faster.
    /// Does nothing when that was not wanted or a URL was given.
    void start();

private:
    const Options m_options;
    std::optional<qint64> m_startedAt; ///< milliseconds of the steady clock
};

} // namespace hub::stdio

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

#include <QElapsedTimer>
#include <QJsonObject>

namespace hub::mcp {

/// Signs the state that a client holds for us between two rounds of a call
/// (`requestState`, from 2026-07-28 on). What comes back is opened only for the same
/// caller and the same call, within ten minutes and before the hub stops: the key is
/// made at its start.
class StateSeal
{
public:
    StateSeal();

    QString seal(const QString &state, const QString &method, const QJsonObject &params, const Principal &caller) const;
    /// Nothing when it was changed, is too old, or belongs to another call or caller.
    std::optional<QString> open(
        const QString &sealed, const QString &method, const QJsonObject &params, const Principal &caller) const;

private:
    QByteArray signature(const QByteArray &payload, const QByteArray &call) const;

    const QByteArray m_key;
    QElapsedTimer m_clock;
};

} // namespace hub::mcp

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace hub::mcp {

/// True for the revisions of MCP that begin with an `initialize` handshake and
/// that we speak: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25.
bool isLegacyVersion(QStringView version);

/// The revision to answer an `initialize` with: the one asked for if we speak it,
/// else our newest, which the client may then decline.
QString negotiateLegacyVersion(const QString &requested);

/// "2024-11-05, 2025-03-26, …", for messages.
QString legacyVersionList();

/// Batches came with 2025-03-26 and went with 2025-06-18; before, plain JSON-RPC allowed them.
bool allowsBatches(QStringView version);

/// Whether an event with an id and without data may open a stream: clients of the
/// revisions before 2025-11-25 take it for a broken message.
bool allowsPriming(QStringView version);

/// The revisions without a handshake that we speak, as `server/discover` lists them.
QStringList modernVersions();

/// Whether a version header speaks of the era without handshakes, known to us or not.
bool isOfModernEra(QStringView version);

} // namespace hub::mcp

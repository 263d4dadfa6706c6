// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace hub {

/// `bytes` bytes from the system's secure random source.
QByteArray randomBytes(qsizetype bytes);

/// "frag-" + 16 lower-case hex digits, unique by randomness (64 bits).
QString newFragmentId();

/// A version 4 UUID in lower case without braces; ids of sessions and keys.
QString newUuid();

/// A secret for a key: `prefix` + 64 hex digits (256 bits).
QString newSecret(const QString &prefix);

/// SHA-256 of the UTF-8 text, as 64 lower-case hex digits. The one hash of the
/// product: content, keys and tokens all use it.
QString sha256Hex(const QString &text);

/// Compares without revealing by its duration where two secrets differ.
bool equalsInConstantTime(const QByteArray &a, const QByteArray &b);

} // namespace hub

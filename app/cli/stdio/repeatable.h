// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace hub::stdio {

/// Whether sending a message of a client (or a batch) again does no more than sending it
/// once, when nobody knows whether it arrived. Of calls the table of tools decides; a
/// tool that is not in it, of another version of the hub, is not called twice. A
/// `remember` is stored once whatever happens when it has an idempotency key.
bool mayRepeat(const QByteArray &body);

} // namespace hub::stdio

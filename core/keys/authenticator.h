// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/keys/keyring.h"

namespace hub {

/// Tells from a credential who is calling. Answers at once, from any thread: what
/// it needs is in memory. Secrets are kept as SHA-256 only and compared in
/// constant time.
class Authenticator
{
public:
    /// `keys` must live longer; `localToken` is the secret that this start of the hub
    /// has written for programs of the same user (see RunFile), empty: none.
    Authenticator(const KeyRing &keys, const QString &localToken);

    /// Denied without a credential, with an unknown one, or with one that is no longer good.
    Result<Principal> authenticate(const QByteArray &credential) const;

private:
    const KeyRing &m_keys;
    QByteArray m_localTokenHash;
};

} // namespace hub

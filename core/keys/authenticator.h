// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/keys/principal.h"

namespace hub {

/// Tells from a credential who is calling. Answers at once, from any thread: what
/// it needs is in memory. Secrets are kept as SHA-256 only and compared in
/// constant time.
class Authenticator
{
public:
    /// `masterKeyHash` in hex; `localToken` is the secret that this start of the hub
    /// has written for programs of the same user (see RunFile), empty: none.
    Authenticator(QString masterKeyHash, const QString &localToken);

    /// Denied without a credential or with an unknown one.
    Result<Principal> authenticate(const QByteArray &credential) const;

private:
    QByteArray m_masterKeyHash;
    QByteArray m_localTokenHash;
};

} // namespace hub

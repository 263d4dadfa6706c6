// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/authenticator.h"

#include "core/base/ids.h"

namespace hub {

Authenticator::Authenticator(const KeyRing &keys, const QString &localToken)
    : m_keys(keys)
    , m_localTokenHash(localToken.isEmpty() ? QByteArray() : sha256Hex(localToken).toLatin1())
{ }

Result<Principal> Authenticator::authenticate(const QByteArray &credential) const
{
    if (credential.isEmpty())
        return Error {ErrorCode::Denied, u"A key is needed: send it as \"Authorization: Bearer …\""_s};
    const auto hash = sha256Hex(QString::fromUtf8(credential)).toLatin1();
    if (m_keys.isMaster(hash))
        return Principal {};
    if (equalsInConstantTime(hash, m_localTokenHash)) {
        Principal person; // a program of the person at this computer
        person.seesAllAgents = true;
        return person;
    }
    return m_keys.findBySecret(hash);
}

} // namespace hub

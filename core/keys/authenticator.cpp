// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/authenticator.h"

#include "core/base/ids.h"

namespace hub {

Authenticator::Authenticator(QString masterKeyHash, const QString &localToken)
    : m_masterKeyHash(masterKeyHash.toLatin1())
    , m_localTokenHash(localToken.isEmpty() ? QByteArray() : sha256Hex(localToken).toLatin1())
{ }

Result<Principal> Authenticator::authenticate(const QByteArray &credential) const
{
    if (credential.isEmpty())
        return Error {ErrorCode::Denied, u"A key is needed: send it as \"Authorization: Bearer …\""_s};
    const auto hash = sha256Hex(QString::fromUtf8(credential)).toLatin1();
    if (equalsInConstantTime(hash, m_masterKeyHash))
        return Principal {};
    if (equalsInConstantTime(hash, m_localTokenHash)) {
        Principal person; // a program of the person at this computer
        person.seesAllAgents = true;
        return person;
    }
    return Error {ErrorCode::Denied, u"The key is not valid"_s};
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/audit.h"

namespace hub {

class UnitOfWork;

/// What of the audit trail is wanted; what is absent does not matter.
struct AuditRequest {
    std::optional<QString> key; ///< id or name, also of a key that was deleted, or "master"
    std::optional<QString> client;
    std::optional<QString> address;
    std::optional<AuditAction> action;
    std::optional<QString> target; ///< id of a fragment, a key or a group
    std::optional<Timestamp> since;
    std::optional<Timestamp> until;
    std::optional<qint64> before; ///< lines older than the one with this id
    int limit = 100;

    static constexpr auto fields()
    {
        using R = AuditRequest;
        return std::tuple {field("key", &R::key), field("client", &R::client), field("address", &R::address),
            field("action", &R::action), field("target", &R::target).also("fragment"), field("since", &R::since),
            field("until", &R::until), field("before", &R::before), field("limit", &R::limit).range(1, 1000)};
    }
};

struct AuditLine {
    qint64 id = 0;
    Timestamp at;
    Nullable<QString> keyId; ///< absent: the master key
    QString keyName;
    QString client;
    QString address;
    AuditAction action = AuditAction::Stored;
    QString target;
    QString detail;

    static constexpr auto fields()
    {
        using L = AuditLine;
        return std::tuple {field("id", &L::id), field("at", &L::at), field("key_id", &L::keyId),
            field("key_name", &L::keyName), field("client", &L::client), field("address", &L::address),
            field("action", &L::action), field("target", &L::target), field("detail", &L::detail)};
    }
};

struct AuditPage {
    QList<AuditLine> entries;         ///< the latest first
    std::optional<qint64> nextBefore; ///< for the page after this one; absent: there is none

    static constexpr auto fields()
    {
        return std::tuple {field("entries", &AuditPage::entries), field("nextBefore", &AuditPage::nextBefore)};
    }
};

/// Who did what, to which fragment, when.
Result<AuditPage> auditTrail(UnitOfWork &work, const AuditRequest &request);

} // namespace hub

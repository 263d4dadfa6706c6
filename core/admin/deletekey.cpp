// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/changes.h"
#include "core/admin/keys.h"
#include "core/base/text.h"
#include "core/index/lexicalindex.h"
#include "core/keys/keyring.h"
#include "core/memory/fragmentrepository.h"

namespace hub {
namespace {

const auto master = u"master"_s;

struct Twin : Fragment {
    QString twinId;

    static constexpr auto fields()
    {
        return std::tuple_cat(Fragment::fields(), std::tuple {field("twin_id", &Twin::twinId)});
    }
};

/// Who inherits: absent is the master key.
Result<std::optional<QString>> heirOf(UnitOfWork &work, const ApiKey &key, const QString &wanted)
{
    if (wanted == master)
        return std::optional<QString>();
    HUB_TRY(heir, KeyStore(work.database()).find(wanted));
    if (!heir || heir->id == key.id) {
        return Error {ErrorCode::InvalidArgument, u"hand_over: %1 is not \"master\" and not another key"_s.arg(wanted)};
    }
    return std::optional(heir->id);
}

/// One text once per owner: what the heir has too is replaced by the heir's.
Result<qint64> mergeTwins(UnitOfWork &work, const QString &keyId, const std::optional<QString> &heir)
{
    HUB_TRY(statement, work.database().prepareNamed(u"access/handover_twins"));
    HUB_TRY(twins, statement.bind(keyId, heir).all<Twin>());
    for (const auto &twin : twins)
        HUB_CHECK(FragmentRepository(work).supersede(twin, twin.twinId));
    return qint64(twins.size());
}

void tellIndex(LexicalIndex &index, const QString &from, const QString &to)
{
    const auto old = index.names().find(from);
    const auto heir = index.names().intern(to);
    QList<DocumentAttributes> documents;
    index.forEach([old](const DocumentAttributes &document) { return document.keyId == old; },
        [&](const DocumentAttributes &document) { documents += document; });
    for (auto &document : documents) {
        document.keyId = heir;
        index.update(document);
    }
}

Result<void> handOver(UnitOfWork &work, const QString &keyId, const std::optional<QString> &heir)
{
    for (const auto *name : {u"access/handover_fragments", u"access/handover_events", u"access/handover_batches"}) {
        HUB_TRY(statement, work.database().prepareNamed(name));
        HUB_CHECK(statement.bind(keyId, heir).run());
    }
    HUB_TRY(segments, work.database().prepareNamed(u"access/handover_segments"));
    HUB_CHECK(segments.bind(keyId, work.now()).run());
    work.database().afterCommit([&services = work.services(), keyId, to = heir.value_or(QString())] {
        tellIndex(services.lexical, keyId, to);
        Q_EMIT services.events.fragmentsChanged({});
    });
    return {};
}

} // namespace

Result<DeletedKey> deleteKey(UnitOfWork &work, const DeleteKeyRequest &request)
{
    HUB_TRY(key, existingKey(work, request.id));
    const auto wanted = presentText(request.handOver);
    HUB_TRY(counting, work.database().prepareNamed(u"access/key_fragments"));
    HUB_TRY(count, counting.bind(key.id).scalar<qint64>());
    DeletedKey answer {.id = key.id, .name = key.name, .handedOver = count.value_or(0), .merged = 0, .to = master};
    if (!wanted && answer.handedOver > 0) {
        return Error {.code = ErrorCode::Conflict,
            .message
            = u"The key %1 has %2 memories: say with hand_over who gets them, \"master\" or another key"_s.arg(key.name)
                  .arg(answer.handedOver),
            .data = {{u"fragments"_s, answer.handedOver}}};
    }
    HUB_TRY(heir, heirOf(work, key, wanted.value_or(master)));
    answer.to = heir.value_or(master);
    HUB_TRY(merged, mergeTwins(work, key.id, heir));
    answer.merged = merged;
    HUB_CHECK(endSessionsOf(work, key.id));
    HUB_CHECK(handOver(work, key.id, heir));
    HUB_CHECK(KeyStore(work.database()).remove(key, heir, work.now()));
    HUB_CHECK(settleAccess(work,
        {.action = AuditAction::KeyDeleted,
            .target = key.id,
            .detail = u"%1: %2 memories to %3"_s.arg(key.name).arg(answer.handedOver).arg(answer.to)}));
    if (work.services().keys)
        work.services().keys->revoke(key.id);
    return answer;
}

} // namespace hub

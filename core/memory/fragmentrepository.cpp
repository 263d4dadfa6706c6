// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/fragmentrepository.h"

#include "core/index/termcodec.h"
#include "core/memory/links.h"
#include "core/memory/semanticmemory.h"

namespace hub {
namespace {

/// The vector of a new text is made once the text is stored; the one of an old text
/// must not find it meanwhile.
void embed(UnitOfWork &work, const Fragment &fragment)
{
    auto *semantic = work.services().semantic;
    if (!semantic)
        return;
    work.database().afterCommit([semantic, seq = fragment.seq, text = fragment.content] {
        semantic->remove(seq);
        semantic->enqueue(seq, text);
    });
}

} // namespace

DocumentAttributes attributesOf(const Fragment &fragment, Interner &names)
{
    return {.seq = fragment.seq,
        .createdMs = fragment.createdAt.ms,
        .validToMs = fragment.validTo.value_or(Timestamp {}).ms,
        .keyId = names.intern(fragment.keyId.value_or(QString())),
        .workspace = names.intern(fragment.workspace.value_or(QString())),
        .agentId = names.intern(fragment.agentId),
        .topic = names.intern(fragment.topic),
        .sessionId = names.intern(fragment.sessionId.value_or(QString())),
        .caseId = names.intern(fragment.caseId.value_or(QString())),
        .importance = float(fragment.importance),
        .activation = float(fragment.emaActivation),
        .type = quint8(fragment.type),
        .anchor = fragment.isAnchor};
}

AnalysedText termsOf(const Fragment &fragment)
{
    QStringList labels;
    for (const auto &label : QStringList {fragment.topic} + fragment.keywords) {
        if (!fragment.content.contains(label, Qt::CaseInsensitive))
            labels += label;
    }
    return analyse(fragment.content, labels.join(u'\n'));
}

Result<std::optional<Fragment>> FragmentRepository::visible(const QString &id, const Access &access)
{
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragment_visible"));
    return access.bindVisible(statement.set(":id"_L1, id)).first<Fragment>();
}

Result<std::optional<Fragment>> FragmentRepository::owned(const QString &id, const Access &access)
{
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragment_owned"));
    return access.bindOwned(statement.set(":id"_L1, id)).first<Fragment>();
}

Result<QList<Fragment>> FragmentRepository::ownedOnes(const QStringList &ids, const Access &access)
{
    QList<Fragment> found;
    for (const auto &id : ids) {
        HUB_TRY(one, owned(id, access));
        if (one)
            found += *one;
    }
    return found;
}

Result<QList<Fragment>> FragmentRepository::bySeqs(const QList<qint64> &seqs, const Access &access)
{
    QJsonArray list;
    for (const auto seq : seqs)
        list += seq;
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragments_by_seq"));
    statement.set(":seqs"_L1, QString::fromLatin1(QJsonDocument(list).toJson(QJsonDocument::Compact)));
    return access.bindVisible(statement).all<Fragment>();
}

Result<std::optional<Fragment>> FragmentRepository::withSameText(const Fragment &like)
{
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragment_same_text"));
    return statement.bind(like.contentHash, like.keyId, like.workspace, like.agentId).first<Fragment>();
}

Result<Fragment> FragmentRepository::insert(Fragment f)
{
    HUB_CHECK(note(AuditAction::Stored, f.id));
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragment_insert"));
    const auto born = f.createdAt; // also when it was last used, last checked, and true from
    statement.bind(f.id, f.content, f.topic, f.keywords, f.type, f.importance, f.contentHash, f.source, f.agentId,
        f.keyId, born, born, f.ttlTier, f.estimatedTokens, born, f.isAnchor, born, f.contextSummary, f.sessionId,
        f.workspace, f.workspaceSource, f.caseId, f.goal, f.outcome, f.phase, f.resolutionStatus, f.assertionStatus,
        f.validationWarnings, f.affect, f.idempotencyKey);
    HUB_TRY(seq, statement.scalar<qint64>());
    f.seq = seq.value_or(0);
    HUB_CHECK(index(f));
    embed(m_work, f);
    m_work.database().afterCommit([&events = m_work.services().events, id = f.id, session = m_work.caller().sessionId] {
        Q_EMIT events.fragmentsStored({id});
        if (!session.isEmpty())
            Q_EMIT events.storedInSession(session, id);
    });
    return f;
}

Result<void> FragmentRepository::update(const Fragment &before, const Fragment &f)
{
    HUB_CHECK(note(AuditAction::Amended, f.id));
    HUB_TRY(archive, m_work.database().prepareNamed(u"memory/version_put"));
    HUB_CHECK(archive.bind(before.seq, m_work.now(), m_work.caller().ownKey()).run());
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragment_update"));
    statement.bind(f.seq, f.content, f.topic, f.keywords, f.type, f.importance, f.contentHash, f.estimatedTokens,
        f.isAnchor, f.assertionStatus, f.resolutionStatus, f.outcome, f.phase, f.ttlTier, m_work.now(), m_work.now());
    HUB_CHECK(statement.run());
    if (f.content != before.content) {
        HUB_TRY(vectors, m_work.database().prepareNamed(u"memory/vectors_drop"));
        HUB_CHECK(vectors.bind(f.seq).run());
        embed(m_work, f);
    }
    HUB_CHECK(index(f));
    m_work.database().afterCommit(
        [&events = m_work.services().events, id = f.id] { Q_EMIT events.fragmentsChanged({id}); });
    return {};
}

Result<void> FragmentRepository::supersede(const Fragment &old, const QString &replacementId)
{
    HUB_CHECK(putLink(m_work, {.fromId = old.id, .toId = replacementId, .relation = RelationType::SupersededBy}));
    if (old.validTo)
        return {};
    HUB_CHECK(note(AuditAction::Superseded, old.id, replacementId));
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragment_supersede"));
    HUB_CHECK(statement.bind(old.seq, m_work.now()).run());
    m_work.database().afterCommit([&services = m_work.services(), seq = old.seq, id = old.id, now = m_work.now()] {
        if (auto known = services.lexical.attributes(seq)) {
            known->validToMs = now.ms;
            known->importance = std::max(0.05F, known->importance * 0.5F);
            services.lexical.update(*known);
        }
        Q_EMIT services.events.fragmentsChanged({id});
    });
    return {};
}

Result<void> FragmentRepository::trash(const Fragment &fragment)
{
    HUB_CHECK(unindex(fragment));
    const bool forGood = m_work.services().memory.deleteAtOnce;
    HUB_CHECK(note(AuditAction::Forgotten, fragment.id, forGood ? u"for good"_s : QString()));
    HUB_TRY(statement, m_work.database().prepareNamed(forGood ? u"memory/fragment_purge" : u"memory/fragment_trash"));
    if (forGood)
        statement.bind(fragment.seq);
    else
        statement.bind(fragment.seq, m_work.now(), m_work.caller().ownKey());
    HUB_CHECK(statement.run());
    m_work.database().afterCommit(
        [&events = m_work.services().events, id = fragment.id] { Q_EMIT events.fragmentsForgotten({id}); });
    return {};
}

Result<void> FragmentRepository::untrash(const Fragment &fragment)
{
    HUB_CHECK(note(AuditAction::Restored, fragment.id));
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/fragment_untrash"));
    HUB_CHECK(statement.bind(fragment.seq).run());
    HUB_CHECK(index(fragment));
    embed(m_work, fragment);
    m_work.database().afterCommit(
        [&events = m_work.services().events, id = fragment.id] { Q_EMIT events.fragmentsRestored({id}); });
    return {};
}

Result<void> FragmentRepository::note(AuditAction action, const QString &id, const QString &detail)
{
    return noteAudit(
        m_work.database(), m_work.caller(), m_work.now(), {.action = action, .target = id, .detail = detail});
}

Result<void> FragmentRepository::index(const Fragment &fragment)
{
    const auto terms = termsOf(fragment);
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/terms_put"));
    HUB_CHECK(statement.bind(fragment.seq, analysisVersion, encodeTerms(terms)).run());
    m_work.database().afterCommit([&services = m_work.services(), fragment, terms] {
        services.lexical.put(attributesOf(fragment, services.lexical.names()), terms);
    });
    return {};
}

Result<void> FragmentRepository::unindex(const Fragment &fragment)
{
    HUB_TRY(statement, m_work.database().prepareNamed(u"memory/terms_drop"));
    HUB_CHECK(statement.bind(fragment.seq).run());
    m_work.database().afterCommit([&services = m_work.services(), seq = fragment.seq] {
        services.lexical.remove(seq);
        if (services.semantic)
            services.semantic->remove(seq);
    });
    return {};
}

namespace {

/// A fragment's indexed part as it is stored; the text is read only where the terms are of no use.
struct IndexedRow : Fragment {
    QByteArray terms;

    static constexpr auto fields()
    {
        using R = IndexedRow;
        return std::tuple {
            field("seq", &R::seq),
            field("id", &R::id),
            field("created_at", &R::createdAt),
            field("valid_to", &R::validTo),
            field("key_id", &R::keyId),
            field("workspace", &R::workspace),
            field("agent_id", &R::agentId),
            field("topic", &R::topic),
            field("session_id", &R::sessionId),
            field("case_id", &R::caseId),
            field("importance", &R::importance),
            field("ema_activation", &R::emaActivation),
            field("type", &R::type),
            field("is_anchor", &R::isAnchor),
            field("terms", &R::terms),
        };
    }
};

Result<AnalysedText> analyseStored(Database &database, qint64 seq)
{
    HUB_TRY(statement, database.prepareNamed(u"memory/fragment_text"));
    HUB_TRY(fragment, statement.bind(seq).first<Fragment>());
    return fragment ? termsOf(*fragment) : AnalysedText {};
}

} // namespace

Result<void> loadIndex(Database &database, LexicalIndex &index)
{
    HUB_TRY(statement, database.prepareNamed(u"memory/terms_all"));
    return statement.forEach<IndexedRow>([&](const IndexedRow &row) -> Result<void> {
        auto terms = decodeTerms(row.terms);
        if (!terms) {
            HUB_TRY(again, analyseStored(database, row.seq));
            terms = std::move(again);
        }
        index.put(attributesOf(row, index.names()), *terms);
        return {};
    });
}

} // namespace hub

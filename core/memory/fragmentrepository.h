// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/audit.h"
#include "core/memory/access.h"
#include "core/memory/fragment.h"
#include "core/memory/unitofwork.h"

namespace hub {

/// Reads and writes rows of `fragments` within one unit of work, and keeps the
/// lexical index and the embedding queue in step: they hear of a change when it
/// is committed. Holds no state of its own; make one per use.
class FragmentRepository
{
public:
    explicit FragmentRepository(UnitOfWork &work)
        : m_work(work)
    { }

    /// Absent when there is none that the caller may read (or change).
    Result<std::optional<Fragment>> visible(const QString &id, const Access &access);
    Result<std::optional<Fragment>> owned(const QString &id, const Access &access);
    /// Those of the ids that the caller may change, in the order given.
    Result<QList<Fragment>> ownedOnes(const QStringList &ids, const Access &access);
    Result<QList<Fragment>> bySeqs(const QList<qint64> &seqs, const Access &access);
    /// The fragment that already holds the text of `like`, as its owner sees it.
    Result<std::optional<Fragment>> withSameText(const Fragment &like);

    /// Stores a new fragment; `seq` is set in the copy that comes back.
    Result<Fragment> insert(Fragment fragment);
    /// Archives the row as it is, then writes the amendable columns of `fragment`.
    Result<void> update(const Fragment &before, const Fragment &fragment);
    /// Ends the validity of `old` in favour of `replacementId`, with the link that says so.
    Result<void> supersede(const Fragment &old, const QString &replacementId);
    /// Moves to the trash, or deletes for good when settings say so.
    Result<void> trash(const Fragment &fragment);
    Result<void> untrash(const Fragment &fragment);

private:
    /// One line of the audit trail, with the change itself.
    Result<void> note(AuditAction action, const QString &id, const QString &detail = {});
    Result<void> index(const Fragment &fragment);
    Result<void> unindex(const Fragment &fragment);

    UnitOfWork &m_work;
};

/// What the lexical index keeps of a fragment besides its terms.
DocumentAttributes attributesOf(const Fragment &fragment, Interner &names);

/// The terms by which a fragment is found: of its content, and of those of its topic and
/// keywords that the content does not have anyway.
AnalysedText termsOf(const Fragment &fragment);

/// Fills the index from the store. Terms that an older analysis wrote, or that are
/// damaged or missing, are made anew in memory (and written by the next change).
Result<void> loadIndex(Database &database, LexicalIndex &index);

} // namespace hub

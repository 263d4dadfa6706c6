// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/workingmemory.h"

#include "core/memory/sessionfamily.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

/// Notes to drop, so that the newest `notes` fit the budget.
QStringList overBudget(QList<Fragment> notes)
{
    constexpr double protectedAbove = 0.8;
    int total = 0;
    for (const auto &note : notes)
        total += note.estimatedTokens;
    QStringList dropped;
    for (const bool evenProtected : {false, true}) {
        for (qsizetype i = notes.size() - 1; i > 0 && total > workingMemoryTokens; --i) { // the newest stays
            if (!evenProtected && notes[i].importance > protectedAbove)
                continue;
            total -= notes[i].estimatedTokens;
            dropped += notes.takeAt(i).id;
        }
    }
    return dropped;
}

} // namespace

Result<void> putWorkingMemory(UnitOfWork &work, const Fragment &note)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/working_put"));
    HUB_CHECK(statement
                  .bind(note.id, note.sessionId, note.keyId, note.agentId, note.content, note.topic, note.keywords,
                      note.type, note.importance, note.estimatedTokens, note.createdAt)
                  .run());
    HUB_TRY(notes, workingMemory(work, *note.sessionId, note.agentId));
    for (const auto &id : overBudget(notes)) {
        HUB_TRY(drop, work.database().prepareNamed(u"memory/working_drop"));
        HUB_CHECK(drop.bind(id).run());
    }
    return {};
}

Result<QList<Fragment>> workingMemory(UnitOfWork &work, const QString &sessionId, const QString &agentId)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/working_of"));
    return statement.bind(sessionRoot(sessionId), work.caller().ownKey(), agentId).all<Fragment>();
}

} // namespace hub

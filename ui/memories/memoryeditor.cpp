// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memoryeditor.h"

#include "ui/whenready.h"

#include <QUndoCommand>
#include <QUndoStack>

namespace hub::ui {
namespace {

/// A change that has been made already when it is pushed.
class DoneStep final : public QUndoCommand
{
public:
    DoneStep(const QString &text, std::function<void()> undo, std::function<void()> redo)
        : QUndoCommand(text)
        , m_undo(std::move(undo))
        , m_redo(std::move(redo))
    { }

    void undo() override { m_undo(); }
    void redo() override
    {
        if (std::exchange(m_isFirst, false))
            return;
        m_redo();
    }

private:
    std::function<void()> m_undo;
    std::function<void()> m_redo;
    bool m_isFirst = true;
};

void push(QUndoStack &stack, const QString &text, std::function<void()> undo, std::function<void()> redo)
{
    stack.push(std::make_unique<DoneStep>(text, std::move(undo), std::move(redo)).release()); // the stack takes it over
}

} // namespace

MemoryEditor::MemoryEditor(const MemorySource &source, QUndoStack &undo, QObject *parent)
    : QObject(parent)
    , m_source(source)
    , m_undo(undo)
{ }

void MemoryEditor::undoLast() { m_undo.undo(); }

void MemoryEditor::remember(const RememberRequest &request)
{
    whenReady(m_source.remember(request), this, [this](const Result<RememberAnswer> &answer) {
        if (!answer) {
            Q_EMIT failed(tr("This memory could not be stored."), answer.error().message);
            return;
        }
        const QString id = answer->id.value_or(QString());
        const bool wasThere = answer->existing.value_or(false);
        if (!wasThere && !id.isEmpty())
            push(
                m_undo, tr("new memory"), [this, id] { sendForget({id}); }, [this, id] { sendRestore({id}); });
        Q_EMIT remembered(id, wasThere);
    });
}

void MemoryEditor::amend(const AmendRequest &change, const AmendRequest &back)
{
    sendAmend(change, [this, change, back] {
        push(
            m_undo, tr("edit"), [this, back] { sendAmend(back); }, [this, change] { sendAmend(change); });
    });
}

void MemoryEditor::forget(const QStringList &ids)
{
    sendForget(ids, [this](const QStringList &gone) {
        if (gone.isEmpty())
            return;
        push(
            m_undo, tr("forget %n memory(s)", nullptr, int(gone.size())), [this, gone] { sendRestore(gone); },
            [this, gone] { sendForget(gone); });
    });
}

void MemoryEditor::sendAmend(const AmendRequest &request, const Then &then)
{
    whenReady(m_source.amend(request), this, [this, id = request.id, then](const Result<AmendAnswer> &answer) {
        if (!answer) {
            Q_EMIT failed(tr("The change could not be saved."), answer.error().message);
            return;
        }
        if (answer->merged.value_or(false)) {
            Q_EMIT failed(tr("The same text is stored already."), answer->existingId.value_or(QString()));
            return;
        }
        if (!answer->success) {
            Q_EMIT failed(tr("The change could not be saved."), answer->error.value_or(QString()));
            return;
        }
        if (then)
            then();
        Q_EMIT amended(id);
    });
}

void MemoryEditor::sendForget(const QStringList &ids, const std::function<void(const QStringList &)> &then)
{
    whenReady(m_source.forget(ids), this, [this, then](const Result<QStringList> &gone) {
        if (!gone) {
            Q_EMIT failed(tr("This could not be forgotten."), gone.error().message);
            return;
        }
        if (then)
            then(*gone);
        Q_EMIT forgotten(*gone);
    });
}

void MemoryEditor::sendRestore(const QStringList &ids)
{
    whenReady(m_source.restore(ids), this, [this, ids](const Result<RestoreAnswer> &answer) {
        if (!answer) {
            Q_EMIT failed(tr("This could not be restored."), answer.error().message);
            return;
        }
        if (!answer->conflicting.isEmpty())
            Q_EMIT failed(tr("The same text was stored again meanwhile; the older one stays in the trash."), {});
        Q_EMIT restored(ids);
    });
}

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memorysource.h"

#include <QObject>

class QUndoStack;

namespace hub::ui {

/// What a person changes goes through here: each change that succeeded becomes one
/// step of the window's undo stack. GUI thread; all calls return at once.
class MemoryEditor final : public QObject
{
    Q_OBJECT

public:
    MemoryEditor(const MemorySource &source, QUndoStack &undo, QObject *parent = nullptr);

    void remember(const RememberRequest &request);
    /// `back` is the change that undoes `change`.
    void amend(const AmendRequest &change, const AmendRequest &back);
    void forget(const QStringList &ids);
    void undoLast();

Q_SIGNALS:
    void remembered(const QString &id, bool wasThere);
    void amended(const QString &id);
    void forgotten(const QStringList &ids);
    void restored(const QStringList &ids);
    /// `sentence` is for the person, `detail` is what the hub said.
    void failed(const QString &sentence, const QString &detail);

private:
    using Then = std::function<void()>;

    void sendAmend(const AmendRequest &request, const Then &then = {});
    void sendForget(const QStringList &ids, const std::function<void(const QStringList &)> &then = {});
    void sendRestore(const QStringList &ids);

    MemorySource m_source;
    QUndoStack &m_undo;
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace hub {

/// Announces what has changed in the store, after it is committed. The one
/// place where server and windows hear of each other's work. Signals are emitted
/// from the thread that committed: connect with a context object.
class Events final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

Q_SIGNALS:
    void fragmentsStored(const QStringList &ids);
    void storedInSession(const QString &sessionId, const QString &fragmentId); ///< by a call of it
    void fragmentsChanged(const QStringList &ids);
    void fragmentsForgotten(const QStringList &ids);
    void fragmentsRestored(const QStringList &ids);
    void linksChanged();
    void sessionsChanged();
    void sessionEnded(const QString &sessionId);
    void keysChanged(); ///< keys, groups or who is in them
    void keyEnded(
        const QString &keyId, const QStringList &sessionIds); ///< switched off, deleted or replaced, with its sessions
    void recalled(int results, double milliseconds);
    void settingsChanged();
};

} // namespace hub

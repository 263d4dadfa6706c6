// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/unitofwork.h"
#include "core/reflect/autoreflect.h"
#include "core/sessions/activity.h"
#include "core/sessions/segments.h"

#include <QMutex>
#include <QObject>
#include <QTimer>

#include <atomic>

namespace hub {

/// Looks after the sessions beside the calls: counts what they do, writes it in
/// batches, and draws together what ended without a reflection. Created and
/// destroyed in one thread; enter() and activity() may be used from any. Without an
/// event loop there, counts are written as a session ends and by close().
class SessionKeeper final : public QObject
{
public:
    using UseCase = std::function<Result<void>(UnitOfWork &)>;
    using Done = std::function<void(const Result<void> &)>;
    using Write = std::function<void(UseCase, Done)>;

    /// `write` runs a use case in the store's writer, and `done` there when it is safe.
    SessionKeeper(const Services &services, const SegmentLimits &limits, Write write);

    /// Goes on from what an earlier run has written, and reflects on what it left.
    void start(const QList<WorkSegment> &last);
    /// Writes the last counts and asks for nothing more.
    void close();

    /// Counts a call; the id under which memory knows the caller's session.
    QString enter(const Principal &caller, const QString &tool, const QStringList &keywords);
    const SessionActivity &activity() const { return m_activity; }

private:
    /// A segment to be drawn together.
    struct Pending {
        std::optional<WorkSegment> segment; ///< none: there is nothing to do
        QList<StoryTold> stories;
    };

    void writeSoon();
    void writeNow();
    void lookForEnded();
    void reflectSoon();
    /// One segment at a time, so that nobody waits long for the writer, and a language
    /// model is asked while nobody waits for the writer at all.
    void reflectNext(int wanted);
    void askModel(int wanted, const std::shared_ptr<Pending> &pending, qsizetype next);
    void reflect(int wanted, const std::shared_ptr<Pending> &pending);
    Result<void> prepare(UnitOfWork &work, Pending &pending) const;
    Result<void> reflectOn(UnitOfWork &work, const Pending &pending) const;
    /// Nothing is asked of the store once close() has returned.
    void ask(const UseCase &useCase, const Done &done);

    const Services &m_services;
    const SegmentLimits m_limits;
    const Write m_write;
    SessionActivity m_activity;
    QTimer m_look;
    std::atomic<bool> m_isDue = false; ///< a write is planned
    std::atomic<int> m_wanted = 0;     ///< how often reflectSoon() was called since it last came to an end
    QMutex m_mutex;                    ///< guards m_isClosed
    bool m_isClosed = false;
};

} // namespace hub

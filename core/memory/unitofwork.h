// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/events.h"
#include "core/base/messages.h"
#include "core/index/searchsettings.h"
#include "core/keys/keysettings.h"
#include "core/memory/memorysettings.h"
#include "core/memory/seensets.h"
#include "core/settings/generalsettings.h"
#include "core/storage/database.h"

#include <QTimeZone>

#include <chrono>

namespace hub {

class BatchWorker;
class ChatDesk;
class FeedbackSampler;
class KeyRing;
class LexicalIndex;
class Rankings;
class SearchJournal;
class SemanticMemory;
class UsageMeter;

/// What every use case may use beside the store. Owned by the Hub; everything in
/// here may be used from any thread.
struct Services {
    const Clock &clock;
    LexicalIndex &lexical;
    Events &events;
    const Messages &messages;
    SeenSets &seen;
    QTimeZone zone;
    MemorySettings memory {};
    SearchSettings search {};
    KeySettings access {};
    SemanticMemory *semantic = nullptr;              ///< none: no model is in use
    FeedbackSampler *feedback = nullptr;             ///< none: no answer asks for feedback
    BatchWorker *batches = nullptr;                  ///< none: accepted batches wait for the next start
    SearchJournal *journal = nullptr;                ///< none: searches leave nothing behind
    Rankings *rankings = nullptr;                    ///< none: every page is ranked anew
    KeyRing *keys = nullptr;                         ///< none: there are no keys but the master key
    UsageMeter *usage = nullptr;                     ///< none: calls are not counted
    ChatDesk *chat = nullptr;                        ///< none: no language model is in use
    std::chrono::milliseconds reflectLimit {30'000}; ///< for a language model that tells of a session
};

/// One use case at work: a connection on this thread (in a transaction when it is
/// a writing one), the services, and who is calling.
class UnitOfWork
{
public:
    UnitOfWork(Database &database, const Services &services, Principal caller)
        : m_database(database)
        , m_services(services)
        , m_caller(std::move(caller))
        , m_now(services.clock.now())
    { }

    Database &database() { return m_database; }
    const Services &services() const { return m_services; }
    const Principal &caller() const { return m_caller; }
    /// The same moment for everything that this unit of work writes.
    Timestamp now() const { return m_now; }

private:
    Database &m_database;
    const Services &m_services;
    Principal m_caller;
    Timestamp m_now;
};

} // namespace hub

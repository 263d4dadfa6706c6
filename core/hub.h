// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/paths.h"
#include "core/keys/authenticator.h"
#include "core/keys/usagemeter.h"
#include "core/memory/feedbackhint.h"
#include "core/memory/unitofwork.h"
#include "core/reflect/sessionkeeper.h"
#include "core/settings/settings.h"
#include "core/storage/store.h"

namespace hub {

class ChatDesk;
class Upkeep;

/// The whole of core behind one door: opens the data folder, owns the store, the
/// indexes and the embedding thread, and runs use cases. Created and destroyed on
/// one thread; read(), write() and the services may be used from any.
class Hub
{
public:
    struct Options {
        Paths paths;
        Settings settings;
        std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>();
        FeedbackSampler::Random random = FeedbackSampler::systemRandom; ///< chooses the answers that ask for feedback
    };

    /// Fails when another process owns the folder (its message names it), when the
    /// store is damaged or newer, or when a setting breaks a rule.
    static Result<std::unique_ptr<Hub>> open(Options options);
    ~Hub();

    /// Runs `useCase(UnitOfWork &)` on a reader's thread.
    template <typename UseCase>
    QFuture<std::invoke_result_t<UseCase, UnitOfWork &>> read(const Principal &caller, UseCase useCase)
    {
        return m_store->read(workOf(caller, std::move(useCase)));
    }

    /// Runs `useCase(UnitOfWork &)` on the writer's thread; its answer arrives when
    /// the change is safe on disk. An Error takes back what it did.
    template <typename UseCase>
    QFuture<std::invoke_result_t<UseCase, UnitOfWork &>> write(const Principal &caller, UseCase useCase)
    {
        return m_store->write(workOf(caller, std::move(useCase)));
    }

    Events &events() { return m_events; }
    const Authenticator &authenticator() const { return *m_authenticator; }
    const Paths &paths() const { return m_options.paths; }
    Settings &settings() { return m_options.settings; }
    const Services &services() const { return *m_services; }
    Upkeep &upkeep() { return *m_upkeep; }
    SessionKeeper &sessions() { return *m_sessions; }

    /// The master key, if this very start has made it: to be shown once.
    const std::optional<QString> &newMasterKey() const { return m_newMasterKey; }

    /// Tells other programs of this user where the hub answers ("http://…/mcp").
    Result<void> announce(const QString &url);

    /// The person at this computer: everything, of every agent.
    static Principal person();

private:
    explicit Hub(Options options);

    /// A use case as work for the store.
    template <typename UseCase>
    auto workOf(const Principal &caller, UseCase useCase)
    {
        using Outcome = std::invoke_result_t<UseCase, UnitOfWork &>;
        return [this, caller, useCase = std::move(useCase)](Database &database) mutable -> Outcome {
            HUB_CHECK(checkIndex());
            UnitOfWork work(database, *m_services, caller);
            return useCase(work);
        };
    }

    Result<void> start();
    Result<void> startSemantic();
    Result<void> startLanguage();
    Result<void> startSessions(qint64 sessionIdleMs);
    /// Waits until the lexical index is filled; use cases may not run before.
    Result<void> checkIndex();
    /// Denied when the key was deleted while its work waited.
    Result<void> checkKey(const Principal &caller) const;
    Result<void> startKeys(const QString &givenMaster);

    struct Lock;

    Options m_options;
    Events m_events;
    SeenSets m_seen;
    FeedbackSampler m_feedback;
    std::unique_ptr<Lock> m_lock;
    std::unique_ptr<LexicalIndex> m_lexical;
    std::unique_ptr<Messages> m_messages;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<SessionKeeper> m_sessions; ///< called by the store's threads until they end
    std::unique_ptr<KeyRing> m_keys;
    std::unique_ptr<UsageMeter> m_usage; ///< called by the store's threads until they end
    std::unique_ptr<Authenticator> m_authenticator;
    std::optional<QString> m_newMasterKey;
    QString m_localToken;
    QFuture<Result<void>> m_indexLoaded;
    std::unique_ptr<Rankings> m_rankings;
    std::unique_ptr<Store> m_store;             ///< its threads end before what they use
    std::unique_ptr<SearchJournal> m_journal;   ///< writes to the store
    std::unique_ptr<SemanticMemory> m_semantic; ///< uses the store
    std::unique_ptr<Upkeep> m_upkeep;           ///< uses the store
    std::unique_ptr<BatchWorker> m_batches;     ///< uses both
    std::unique_ptr<ChatDesk> m_chat;           ///< its answers go to m_sessions
};

} // namespace hub

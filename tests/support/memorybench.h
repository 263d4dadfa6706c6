// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/lexicalindex.h"
#include "core/memory/fragment.h"
#include "core/memory/remember.h"
#include "core/memory/unitofwork.h"
#include "core/storage/migrator.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

namespace hub::test {

/// A fresh, fully migrated database in memory.
inline Database freshDatabase()
{
    auto database = Database::openInMemory();
    if (!database || !migrate(*database))
        qFatal("the in-memory database could not be migrated");
    return std::move(*database);
}

/// Use cases at work without a Hub: real SQLite in memory, real index, a clock
/// that the test owns. Everything runs on the test's thread.
struct MemoryBench {
    FakeClock clock;
    Database database = freshDatabase();
    LexicalIndex lexical;
    Events events;
    Messages messages {u"en"_s};
    SeenSets seen;
    Services services {.clock = clock,
        .lexical = lexical,
        .events = events,
        .messages = messages,
        .seen = seen,
        .zone = QTimeZone("Asia/Seoul"),
        .memory = {.automaticLinks = false}}; ///< a test that counts links has set them all itself

    UnitOfWork work(const Principal &caller = {}) { return UnitOfWork(database, services, caller); }

    /// Runs a use case as the writer does: all of it or nothing.
    template <typename Answer, typename Request>
    Result<Answer> write(
        Result<Answer> (*useCase)(UnitOfWork &, const Request &), const Request &request, const Principal &caller = {})
    {
        auto unit = work(caller);
        return database.atomically([&] { return useCase(unit, request); });
    }

    /// Runs a use case as a reader does.
    template <typename Answer, typename Request>
    Result<Answer> read(
        Result<Answer> (*useCase)(UnitOfWork &, const Request &), const Request &request, const Principal &caller = {})
    {
        auto unit = work(caller);
        return useCase(unit, request);
    }

    /// The row as it stands, whoever owns it and even in the trash.
    Fragment row(const QString &id)
    {
        auto statement = database.prepare(u"SELECT * FROM fragments WHERE id = ?1"_s);
        const auto found
            = statement ? statement->bind(id).first<Fragment>() : Result<std::optional<Fragment>>(statement.error());
        return found ? found->value_or(Fragment {}) : Fragment {};
    }
    /// One number from the database; -1 when the query fails.
    int number(const QString &sql)
    {
        auto statement = database.prepare(sql);
        const auto found = statement ? statement->scalar<int>() : Result<std::optional<int>>(statement.error());
        return found ? found->value_or(-1) : -1;
    }

    /// Stores one fragment and gives its id; empty when it was refused.
    QString store(const QString &content, const QString &topic = u"lab"_s, FragmentType type = FragmentType::Fact,
        const Principal &caller = {})
    {
        RememberRequest request;
        request.content = content;
        request.topic = topic;
        request.type = type;
        const auto answer = write(remember, request, caller);
        if (!answer)
            qWarning().noquote() << "not stored:" << answer.error().message << answer.error().detail;
        return answer ? answer->id.value_or(QString()) : QString();
    }
};

/// The caller behind an API key of that id.
inline Principal keyed(const QString &id)
{
    Principal caller;
    caller.keyId = id;
    caller.keyName = id;
    return caller;
}

} // namespace hub::test

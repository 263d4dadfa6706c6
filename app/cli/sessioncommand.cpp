// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sessioncommand.h"

#include "app/cli/callhub.h"
#include "app/cli/hubrequest.h"
#include "core/hub.h"
#include "core/sessions/sessions.h"
#include "core/settings/serversettings.h"
#include "server/admin/admincalls.h"
#include "server/admin/sessionjson.h"

#include <CLI/CLI.hpp>

namespace hub {
namespace {

using Answer = Result<QJsonObject>;

struct Given {
    std::string id;
    std::string reason;
};

Error unknownSession() { return {ErrorCode::NotFound, u"Session not found"_s}; }

/// The same work without a running hub.
class StoredSessions
{
    template <typename UseCase>
    auto reading(UseCase useCase)
    {
        return m_hub
            ->read(Hub::person(),
                [hub = m_hub.get(), useCase, maxIdle = m_maxIdleMs](
                    UnitOfWork &work) { return useCase(work, hub->sessions().activity(), maxIdle); })
            .result();
    }
    template <typename UseCase>
    auto writing(UseCase useCase)
    {
        return m_hub->write(Hub::person(), useCase).result();
    }

public:
    static Result<StoredSessions> open(const QString &data)
    {
        const auto paths = Paths::locate(data);
        HUB_TRY(hub, Hub::open({.paths = paths, .settings = Settings::load(paths.settings())}));
        HUB_TRY(settings, hub->settings().read<ServerSettings>());
        return StoredSessions(std::move(hub), settings.sessionTtlMinutes * msPerMinute);
    }

    Answer list()
    {
        HUB_TRY(found, reading([](UnitOfWork &work, const SessionActivity &activity, qint64 maxIdle) {
            return sessionReports(work, activity, maxIdle);
        }));
        return admin::sessionsJson(found, m_maxIdleMs);
    }

    Answer show(const QString &id)
    {
        HUB_TRY(found, reading([id](UnitOfWork &work, const SessionActivity &activity, qint64 maxIdle) {
            return sessionDetail(work, activity, id, maxIdle);
        }));
        return found ? Answer(admin::sessionJson(*found, m_maxIdleMs)) : Answer(unknownSession());
    }

    Answer rotate(const QString &id, const QString &reason)
    {
        const RotateRequest request {.reason = reason, .maxIdleMs = m_maxIdleMs};
        HUB_TRY(done, writing([id, request](UnitOfWork &work) { return rotateSession(work, id, request); }));
        if (done)
            return admin::rotationJson(id, reason, *done);
        HUB_TRY(isLiving, reading([id](UnitOfWork &work, const SessionActivity &, qint64 maxIdle) {
            return isLivingSession(work, id, maxIdle);
        }));
        return isLiving ? Error {ErrorCode::Denied, u"The session belongs to another key"_s} : unknownSession();
    }

    Answer end(const QString &id)
    {
        HUB_TRY(ended, writing([id](UnitOfWork &work) { return endAnySession(work, id); }));
        return ended ? Answer(QJsonObject {{u"ok"_s, true}}) : Answer(unknownSession());
    }

private:
    StoredSessions(std::unique_ptr<Hub> hub, qint64 maxIdleMs)
        : m_hub(std::move(hub))
        , m_maxIdleMs(maxIdleMs)
    { }

    std::unique_ptr<Hub> m_hub;
    qint64 m_maxIdleMs;
};

QString adminPath(const QString &rest) { return QLatin1StringView(admin::basePath) + u"/sessions"_s + rest; }

QString pathOf(const QString &id) { return adminPath(u'/' + QString::fromLatin1(QUrl::toPercentEncoding(id))); }

/// One of the four, asked of a running hub, else done here.
struct Task {
    QList<HubRequest> requests; ///< the answer to the last one counts
    std::function<Answer(StoredSessions &)> here;
};

Answer carryOut(const Task &task, const CommonOptions &common)
{
    const auto data = QString::fromStdString(common.data);
    std::optional<Result<QJsonValue>> answer;
    for (const auto &request : task.requests) {
        answer = askHub(data, request, common.timeoutMs);
        if (!answer || !*answer)
            break;
    }
    if (answer)
        return *answer ? Answer((*answer)->toObject()) : Answer(answer->error());
    HUB_TRY(stored, StoredSessions::open(data));
    return task.here(stored);
}

Task listing()
{
    return {{{.path = adminPath({})}}, [](StoredSessions &stored) { return stored.list(); }};
}

Task showing(const QString &id)
{
    return {{{.path = pathOf(id)}}, [id](StoredSessions &stored) { return stored.show(id); }};
}

Task rotating(const QString &id, const QString &reason)
{
    return {{{.method = "POST",
                .path = u"/session/rotate"_s,
                .headers = {{"Mcp-Session-Id", id.toLatin1()}},
                .body = {{u"reason"_s, reason}}}},
        [id, reason](StoredSessions &stored) { return stored.rotate(id, reason); }};
}

/// The hub says yes to any id, so it is asked first whether there is one.
Task ending(const QString &id)
{
    return {{{.path = pathOf(id)}, {.method = "DELETE", .path = pathOf(id)}},
        [id](StoredSessions &stored) { return stored.end(id); }};
}

int run(const CLI::App &command, const CommonOptions &common, const Given &given)
{
    const auto name = QString::fromStdString(command.get_subcommands().front()->get_name());
    const auto id = QString::fromStdString(given.id);
    const auto task = name == u"list" ? listing()
        : name == u"show"             ? showing(id)
        : name == u"rotate"           ? rotating(id, QString::fromStdString(given.reason))
                                      : ending(id);
    const auto answer = carryOut(task, common);
    return showReply(common, u"session "_s + name,
        answer ? Result<ToolReply>(ToolReply {.payload = *answer}) : Result<ToolReply>(answer.error()));
}

} // namespace

Action addSession(CLI::App &app, const CommonOptions &common)
{
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("session", "List, show, rotate or end the sessions of agents");
    command->require_subcommand(1);
    command->add_subcommand("list", "Sessions that are alive, the last used first");
    const auto withId = [&](const char *name, const char *what) {
        auto *one = command->add_subcommand(name, what);
        one->add_option("id", given->id, "Id of the session")->required();
        return one;
    };
    withId("show", "One session: what was called, searched and stored in it");
    withId("rotate", "Give a session of the master key a new id; the old one is good no longer")
        ->add_option("--reason", given->reason, "Why, for the log")
        ->default_val("explicit_rotate");
    withId("delete", "End a session");
    return [given, command, &common] { return run(*command, common, *given); };
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/server.h"
#include "tests/support/mcpclient.h"

#include <QTemporaryDir>

namespace hub::test {

/// A whole hub with its server, in a temporary folder and at a port of the
/// system's choice.
class TestServer
{
public:
    Result<void> start()
    {
        const Paths paths {.data = m_folder.path()};
        auto settings
            = Settings::load(paths.settings(), [this](const QString &name) { return environment.value(name); });
        settings.override("server", "port", 0);
        settings.override("server", "host", u"127.0.0.1"_s);
        settings.override("server", "access-key", QString::fromLatin1(key()));
        settings.override("general", "locale", u"en"_s);
        settings.override("embedding", "installed", false); // whatever model this computer has
        for (const auto &[group, name, value] : overrides)
            settings.override(group, name, value);
        HUB_TRY(opened, Hub::open({.paths = paths, .settings = settings, .clock = clock, .random = random}));
        m_hub = std::move(opened);
        m_server = std::make_unique<Server>(*m_hub);
        HUB_TRY(started, m_server->start());
        m_url = started;
        return {};
    }

    void stop()
    {
        if (m_server)
            m_server->stop();
        m_server.reset();
        m_hub.reset();
    }

    ~TestServer() { stop(); }

    McpClient client() const { return {m_url, key()}; }
    McpClient initialized(const QString &version = u"2025-11-25"_s) const
    {
        auto one = client();
        one.initialize(version);
        return one;
    }

    static QByteArray key() { return "a-master-key-of-the-tests"; }
    const QString &url() const { return m_url; }
    Hub &hub() { return *m_hub; }
    Server &server() { return *m_server; }
    /// The one value that `sql` selects; empty when there is none.
    Result<QString> value(const QString &sql)
    {
        return m_hub
            ->read(Principal {},
                [sql](UnitOfWork &work) -> Result<QString> {
                    HUB_TRY(statement, work.database().prepare(sql));
                    HUB_TRY(found, statement.scalar<QString>());
                    return found.value_or(QString());
                })
            .result();
    }

    struct Override {
        std::string_view group;
        std::string_view name;
        QJsonValue value;
    };
    QList<Override> overrides;           ///< for the next start
    QHash<QString, QString> environment; ///< that the hub sees, for the next start
    std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>();
    FeedbackSampler::Random random = [] { return 0.999; };

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Hub> m_hub;
    std::unique_ptr<Server> m_server;
    QString m_url;
};

} // namespace hub::test

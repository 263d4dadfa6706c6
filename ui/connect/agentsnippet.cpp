// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connect/agentsnippet.h"

#include <QFile>
#include <QJsonDocument>

namespace hub::ui {

QString AgentSnippet::text(const QString &url, const QString &key) const
{
    return lines.join(u'\n').replace(u"{url}"_s, url).replace(u"{key}"_s, key);
}

QList<AgentSnippet> agentSnippets()
{
    QList<AgentSnippet> agents;
    for (const auto &id : {u"claude-code"_s, u"cursor"_s, u"vscode"_s, u"codex"_s, u"other"_s}) {
        QFile file(u":/clients/%1.json"_s.arg(id));
        const bool isOpen = file.open(QIODevice::ReadOnly);
        Q_ASSERT(isOpen);
        const auto agent
            = fromJson<AgentSnippet>(QJsonDocument::fromJson(isOpen ? file.readAll() : QByteArray()).object());
        Q_ASSERT(agent);
        if (agent)
            agents += *agent;
    }
    return agents;
}

} // namespace hub::ui

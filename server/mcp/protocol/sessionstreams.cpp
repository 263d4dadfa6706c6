// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/sessionstreams.h"

#include "core/base/ids.h"

#include <QJsonDocument>
#include <QPointer>

#include <algorithm>

namespace hub::mcp {
namespace {

constexpr int reconnectMs = 2000;

http::Event numbered(const QByteArray &stream, quint64 number, const QByteArray &data)
{
    return {.data = data, .id = stream + '-' + QByteArray::number(number)};
}

} // namespace

void SessionStreams::add(const QString &sessionId, const http::EventStream &stream)
{
    const auto name = randomBytes(6).toHex();
    auto priming = numbered(name, 0, {});
    priming.retryMs = reconnectMs;
    stream.send(priming);
    m_open[sessionId].append({.name = name, .stream = stream});
    stream.onClosed([self = QPointer(this), sessionId, name] {
        if (self)
            self->drop(sessionId, name);
    });
}

bool SessionStreams::send(const QString &sessionId, const QJsonObject &message)
{
    const auto streams = m_open.find(sessionId);
    if (streams == m_open.end())
        return false;
    auto &newest = streams->last();
    newest.stream.send(numbered(newest.name, ++newest.sent, QJsonDocument(message).toJson(QJsonDocument::Compact)));
    return true;
}

void SessionStreams::endAll(const QString &sessionId)
{
    const auto streams = m_open.take(sessionId);
    for (const auto &open : streams)
        open.stream.end();
}

qsizetype SessionStreams::count() const
{
    qsizetype count = 0;
    for (const auto &streams : m_open)
        count += streams.size();
    return count;
}

void SessionStreams::drop(const QString &sessionId, const QByteArray &name)
{
    const auto streams = m_open.find(sessionId);
    if (streams == m_open.end())
        return;
    streams->removeIf([&](const Open &open) { return open.name == name; });
    if (streams->isEmpty())
        m_open.erase(streams);
}

} // namespace hub::mcp

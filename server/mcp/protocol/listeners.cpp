// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/listeners.h"

#include "server/mcp/protocol/envelope.h"

#include <QJsonDocument>
#include <QPointer>

namespace hub::mcp {
namespace {

constexpr qsizetype mostOpen = 1024;

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

/// What is asked for and offered, without the resources.
QJsonObject offeredLists(const QJsonObject &wanted, const Offers &offers)
{
    QJsonObject heard;
    if (offers.toolsChange && wanted.value(u"toolsListChanged"_s).toBool())
        heard.insert(u"toolsListChanged"_s, true);
    if (offers.promptsChange && wanted.value(u"promptsListChanged"_s).toBool())
        heard.insert(u"promptsListChanged"_s, true);
    if (offers.resourcesChange && wanted.value(u"resourcesListChanged"_s).toBool())
        heard.insert(u"resourcesListChanged"_s, true);
    return heard;
}

/// The answers that a listener waits for before it is opened.
struct Pending {
    QJsonArray found {};
    qsizetype missing = 0;
};

} // namespace

Listeners::Listeners(const Offers &offers, ResourceWatch &watch, QObject *parent)
    : QObject(parent)
    , m_offers(offers)
    , m_watch(watch)
{ }

void Listeners::add(const Message &message, const Principal &caller, const http::Reply &reply)
{
    const auto wanted = message.params.value(u"notifications"_s);
    if (!wanted.isObject()) {
        const RpcError error {code::invalidParams, u"Invalid params: notifications must be an object"_s};
        reply.send(http::Response::json(compact(responseMessage(message.id, error)), 400));
        return;
    }
    const auto heard = offeredLists(wanted.toObject(), m_offers);
    const auto uris = wanted.toObject().value(u"resourceSubscriptions"_s).toArray();
    const QString name = u"listener-%1"_s.arg(++m_named);
    const Asked asked {.message = message, .keyId = caller.keyId, .reply = reply};
    if (uris.isEmpty()) {
        open(name, asked, heard);
        return;
    }
    const auto pending = std::make_shared<Pending>(Pending {.missing = uris.size()});
    const auto tell = [this](const QString &watcher, const QString &uri) {
        if (const auto listener = m_open.constFind(watcher); listener != m_open.cend())
            send(*listener, u"notifications/resources/updated"_s, {{u"uri"_s, uri}});
    };
    for (const auto &value : uris) {
        const auto uri = value.toString();
        m_watch.watch(name, uri, caller, tell, [this, name, asked, heard, pending, uri](bool isThere) {
            if (isThere)
                pending->found += uri;
            if (--pending->missing > 0)
                return;
            auto all = heard;
            if (!pending->found.isEmpty())
                all.insert(u"resourceSubscriptions"_s, pending->found);
            open(name, asked, all);
        });
    }
}

void Listeners::open(const QString &name, const Asked &asked, const QJsonObject &heard)
{
    const auto &message = asked.message;
    const auto stream = asked.reply.stream();
    if (m_open.size() >= mostOpen) {
        m_watch.unwatchAll(name);
        const RpcError error {code::internalError, u"Too many subscriptions are open at once"_s};
        stream.send({.data = compact(responseMessage(message.id, error))});
        stream.end();
        return;
    }
    const auto listener
        = *m_open.insert(name, {.keyId = asked.keyId, .id = message.id, .heard = heard, .stream = stream});
    send(listener, u"notifications/subscriptions/acknowledged"_s, {{u"notifications"_s, heard}});
    stream.onClosed([self = QPointer<Listeners>(this), name] {
        if (!self)
            return;
        self->m_open.remove(name);
        self->m_watch.unwatchAll(name);
    });
}

void Listeners::send(const Listener &listener, const QString &method, QJsonObject params)
{
    params.insert(u"_meta"_s, QJsonObject {{meta::subscriptionId, listener.id}});
    listener.stream.send({.data = compact(notificationMessage(method, params))});
}

void Listeners::listChanged(const QString &list)
{
    const auto open = m_open;
    for (const auto &listener : open) {
        if (listener.heard.contains(list + u"ListChanged"_s))
            send(listener, u"notifications/%1/list_changed"_s.arg(list), {});
    }
}

void Listeners::endOf(const QString &keyId)
{
    const auto open = m_open;
    for (auto it = open.cbegin(); it != open.cend(); ++it) {
        if (it->keyId == keyId && m_open.remove(it.key()) > 0)
            end(it.key(), *it);
    }
}

void Listeners::endAll()
{
    const auto open = std::exchange(m_open, {});
    for (auto it = open.cbegin(); it != open.cend(); ++it)
        end(it.key(), *it);
}

void Listeners::end(const QString &name, const Listener &listener)
{
    const QJsonObject result {
        {u"resultType"_s, u"complete"_s}, {u"_meta"_s, QJsonObject {{meta::subscriptionId, listener.id}}}};
    listener.stream.send({.data = compact(responseMessage(listener.id, result))});
    listener.stream.end();
    m_watch.unwatchAll(name);
}

} // namespace hub::mcp

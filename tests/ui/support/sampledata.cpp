// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sampledata.h"

#include "core/memory/link.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace hub;

namespace {

RememberRequest requestOf(const QJsonObject &sample)
{
    RememberRequest request;
    request.content = sample[u"content"].toString();
    request.topic = sample[u"topic"].toString();
    request.type = *enumFromString<FragmentType>(sample[u"type"].toString());
    request.importance = sample[u"importance"].toDouble();
    request.isAnchor = sample[u"anchor"].toBool();
    request.agentId = sample[u"agent"].toString();
    if (sample.contains(u"workspace"))
        request.workspace = sample[u"workspace"].toString();
    return request;
}

void link(UiHub &hub, const QString &from, const QString &to, LinkRelation relation)
{
    LinkRequest request;
    request.fromId = from;
    request.toId = to;
    request.relationType = relation;
    const auto linked
        = hub.hub().write(Hub::person(), [=](UnitOfWork &work) { return hub::link(work, request); }).result();
    if (!linked || !linked->success)
        qFatal("a sample link failed");
}

} // namespace

void fillWithSamples(UiHub &hub)
{
    QFile file(QStringLiteral(HUB_SOURCE_DIR "/tests/ui/support/sampledata.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(file.errorString()));
    const auto samples = QJsonDocument::fromJson(file.readAll()).array();
    const auto now = SystemClock().now();
    QHash<QString, QString> ids;
    int minute = int(samples.size());
    for (const auto &value : samples) {
        const auto sample = value.toObject();
        const qint64 age = sample[u"days"].toInt() * msPerDay + (minute--) * 7 * msPerMinute;
        hub.clock().advance(now.ms - age - hub.clock().now().ms);
        ids.insert(sample[u"id"].toString(), hub.remember(requestOf(sample)));
    }
    hub.clock().advance(now.ms - hub.clock().now().ms);
    link(hub, ids[u"e"_s], ids[u"f"_s], LinkRelation::ResolvedBy);
    link(hub, ids[u"e"_s], ids[u"d"_s], LinkRelation::Related);
    link(hub, ids[u"u"_s], ids[u"e"_s], LinkRelation::Related);
    link(hub, ids[u"h"_s], ids[u"g"_s], LinkRelation::CausedBy);

    AmendRequest first;
    first.id = ids[u"e"_s];
    first.content
        = u"Redis connections were refused after the reboot because Sentinel still pointed at the old primary; the workers retried for six minutes."_s;
    if (const auto amended = hub.source().amend(first).result(); !amended || !amended->success)
        qFatal("a sample change failed");
}

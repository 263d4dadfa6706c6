// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/autoreflect.h"

#include "core/base/text.h"
#include "core/language/chatdesk.h"
#include "core/memory/unitofwork.h"
#include "core/reflect/episode.h"
#include "core/reflect/groups.h"
#include "core/reflect/items.h"
#include "core/sessions/segments.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace hub {
namespace {

constexpr int fewestCalls = 3;
constexpr qint64 shortestMs = 30'000;
constexpr qsizetype keywordsNamed = 10;
constexpr qsizetype memoriesTold = 60; ///< to a model, of about 50 tokens each

/// Memories that may be told together: nobody who sees the story sees more than before.
struct Shared {
    std::optional<QString> workspace;
    QString agentId;
    QList<Fragment> fragments;
};

QList<Shared> sharedParts(const QList<Fragment> &fragments)
{
    QList<Shared> parts;
    for (const auto &f : fragments) {
        auto part = std::find_if(parts.begin(), parts.end(),
            [&](const Shared &one) { return one.workspace == f.workspace && one.agentId == f.agentId; });
        if (part == parts.end())
            part = parts.insert(parts.end(), {.workspace = f.workspace, .agentId = f.agentId, .fragments = {}});
        part->fragments += f;
    }
    return parts;
}

QString calledTools(const WorkSegment &segment)
{
    QStringList tools;
    for (auto it = segment.toolCalls.begin(); it != segment.toolCalls.end(); ++it)
        tools += u"%1 %2"_s.arg(it.key()).arg(it.value().toInt());
    return tools.join(u", "_s);
}

/// What the story was made of. Words of the calls are named only where the whole
/// segment was in one place: they may be those of another project.
QString contextOf(const WorkSegment &segment, bool inOnePlace)
{
    auto text = calledTools(segment);
    if (inOnePlace && !segment.keywords.isEmpty())
        text += u"; "_s + segment.keywords.last(std::min(segment.keywords.size(), keywordsNamed)).join(u", "_s);
    return text;
}

bool isWorthAStory(const WorkSegment &segment)
{
    const bool tooLittle = segment.calls() < fewestCalls || segment.lastUsedAt.ms - segment.startedAt.ms < shortestMs;
    return !tooLittle && !segment.reflectedAt;
}

/// The memories as data: one JSON list, in which no text can pass for an instruction of ours.
ChatRequest requestFor(const QList<Fragment> &fragments, const Services &services)
{
    QJsonArray memories;
    for (const auto &fragment : fragments.first(std::min(fragments.size(), memoriesTold)))
        memories += QJsonObject {{u"type"_s, toString(fragment.type)}, {u"text"_s, oneLine(fragment.content)}};
    return {.instructions = services.messages.text(u"reflect.instructions"_s),
        .text = QString::fromUtf8(QJsonDocument(memories).toJson(QJsonDocument::Compact)),
        .limit = services.reflectLimit};
}

/// What a model has said of exactly these memories. One that was changed or forgotten
/// while it thought must not come back in its words.
QString toldOf(const QList<Fragment> &fragments, const QList<StoryTold> &told, const Services &services)
{
    const auto text = requestFor(fragments, services).text;
    const auto found
        = std::find_if(told.begin(), told.end(), [&](const StoryTold &one) { return one.request.text == text; });
    return found == told.end() ? QString() : oneLine(found->story);
}

QString opening(const WorkSegment &segment, const QString &name, qsizetype memories, const Services &services)
{
    const auto day = QDateTime::fromMSecsSinceEpoch(segment.startedAt.ms, services.zone);
    const auto minutes = std::max<qint64>(1, (segment.lastUsedAt.ms - segment.startedAt.ms) / msPerMinute);
    return services.messages.text(name).arg(day.date().toString(Qt::ISODate)).arg(minutes).arg(memories);
}

QString storyFor(const Shared &part, const WorkSegment &segment, const QList<StoryTold> &told, const Services &services)
{
    const auto memories = part.fragments.size();
    auto story = toldOf(part.fragments, told, services);
    if (story.isEmpty())
        return opening(segment, u"reflect.unattended"_s, memories, services) + u' '
            + storyOf(part.fragments, services.messages);
    return opening(segment, u"reflect.told"_s, memories, services)
               .arg(services.chat ? services.chat->model() : QString())
        + u' ' + story;
}

Result<void> tell(UnitOfWork &work, const WorkSegment &segment, const QList<StoryTold> &told)
{
    HUB_TRY(fragments, fragmentsOfSession(work, segment.id, Access::of(work.caller())));
    const auto parts = sharedParts(fragments);
    for (const auto &part : parts) {
        HUB_CHECK(putEpisode(work,
            {.story = cutText(storyFor(part, segment, told, work.services()), longestStory),
                .source = autoReflectSource,
                .context = contextOf(segment, parts.size() == 1),
                .workspace = part.workspace,
                .caseId = {},
                .agentId = part.agentId,
                .importance = 0.5}));
    }
    return {};
}

} // namespace

Principal ownerOf(const WorkSegment &segment)
{
    Principal owner;
    owner.keyId = segment.keyId.value_or(QString());
    owner.sessionId = segment.id;
    owner.seesAllAgents = true;
    return owner;
}

Result<QList<StoryTold>> storiesToTell(UnitOfWork &work, const WorkSegment &segment)
{
    QList<StoryTold> stories;
    if (!isWorthAStory(segment))
        return stories;
    HUB_TRY(fragments, fragmentsOfSession(work, segment.id, Access::of(work.caller())));
    const auto parts = sharedParts(fragments);
    for (const auto &part : parts)
        stories += {.request = requestFor(part.fragments, work.services()), .story = {}};
    return stories;
}

Result<void> autoReflect(UnitOfWork &work, const WorkSegment &segment, const QList<StoryTold> &told)
{
    if (isWorthAStory(segment))
        HUB_CHECK(tell(work, segment, told));
    HUB_CHECK(markReflected(work, segment.id));
    return {};
}

} // namespace hub

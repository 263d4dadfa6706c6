// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/autoreflect.h"

#include "core/base/text.h"
#include "core/memory/unitofwork.h"
#include "core/reflect/episode.h"
#include "core/reflect/groups.h"
#include "core/reflect/items.h"
#include "core/sessions/segments.h"

namespace hub {
namespace {

constexpr int fewestCalls = 3;
constexpr qint64 shortestMs = 30'000;
constexpr qsizetype keywordsNamed = 10;

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

Result<void> tell(UnitOfWork &work, const WorkSegment &segment)
{
    HUB_TRY(fragments, fragmentsOfSession(work, segment.id, Access::of(work.caller())));
    const auto &messages = work.services().messages;
    const auto parts = sharedParts(fragments);
    const auto day = QDateTime::fromMSecsSinceEpoch(segment.startedAt.ms, work.services().zone);
    const auto minutes = std::max<qint64>(1, (segment.lastUsedAt.ms - segment.startedAt.ms) / msPerMinute);
    for (const auto &part : parts) {
        const auto opening = messages.text(u"reflect.unattended"_s)
                                 .arg(day.date().toString(Qt::ISODate))
                                 .arg(minutes)
                                 .arg(part.fragments.size());
        HUB_CHECK(putEpisode(work,
            {.story = cutText(QString(opening + u' ' + storyOf(part.fragments, messages)), longestStory),
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

Result<void> autoReflect(UnitOfWork &work, const WorkSegment &segment)
{
    const bool tooLittle = segment.calls() < fewestCalls || segment.lastUsedAt.ms - segment.startedAt.ms < shortestMs;
    if (!tooLittle && !segment.reflectedAt)
        HUB_CHECK(tell(work, segment));
    HUB_CHECK(markReflected(work, segment.id));
    return {};
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/reflect.h"

#include "core/base/text.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/sessionfamily.h"
#include "core/reflect/episode.h"
#include "core/reflect/groups.h"
#include "core/reflect/items.h"
#include "core/reflect/linksuggestions.h"
#include "core/reflect/taskfeedback.h"
#include "core/sessions/segments.h"

namespace hub {
namespace {

/// A group of the session's memories with what was said beside them.
struct Part {
    SessionGroup group;
    QList<ReflectItem> items;
    QString narrative;
};

std::optional<QString> workspaceOf(const ReflectRequest &request, const SessionGroup &group)
{
    const auto given = presentText(request.workspace);
    return given ? given : group.workspace;
}

/// The largest group of the workspace that the items belong to: the one given, else
/// that of the whole session if it has only one. What is said must not end up in the
/// memories of another project.
Part *homeOf(QList<Part> &parts, const ReflectRequest &request)
{
    auto wanted = presentText(request.workspace);
    if (!wanted && !parts.isEmpty()) {
        wanted = parts.constFirst().group.workspace;
        for (const auto &part : parts) {
            if (part.group.workspace != wanted)
                return nullptr;
        }
    }
    Part *home = nullptr;
    for (auto &part : parts) {
        const bool larger = !home || part.group.fragments.size() > home->group.fragments.size();
        if (part.group.workspace == wanted && larger)
            home = &part;
    }
    return home;
}

/// The groups of the session and what was said, each thing where it belongs.
Result<QList<Part>> partsOf(UnitOfWork &work, const ReflectRequest &request, const QList<ReflectItem> &items)
{
    QList<Part> parts;
    if (const auto session = presentText(request.sessionId)) {
        HUB_TRY(fragments, fragmentsOfSession(work, *session, Access::of(work.caller(), request.agentId)));
        for (const auto &group : groupsOf(fragments))
            parts += Part {.group = group, .items = {}, .narrative = {}};
    }
    const auto narrative = presentText(request.narrativeSummary).value_or(QString());
    if (items.isEmpty() && narrative.isEmpty())
        return parts;
    auto *home = homeOf(parts, request);
    if (!home) {
        parts.prepend({.group = {.workspace = {}, .caseId = {}, .topic = reflectTopic, .fragments = {}},
            .items = {},
            .narrative = {}});
        home = &parts.first();
    }
    home->items = items;
    home->narrative = narrative;
    return parts;
}

/// The story of a part: the one told, else made of its overview and its memories.
QString narrativeOf(const Part &part, const Messages &messages)
{
    if (!part.narrative.isEmpty())
        return part.narrative;
    QStringList said;
    for (const auto &item : part.items) {
        if (item.category == ReflectCategory::Summary)
            said += oneLine(item.request.content);
    }
    const auto memories = storyOf(part.group.fragments, messages);
    if (!memories.isEmpty())
        said += memories;
    return cutText(said.join(u' '), longestStory);
}

/// What a part was made of.
QString contextOf(const Part &part)
{
    QMap<ReflectCategory, int> counts;
    for (const auto &item : part.items)
        ++counts[item.category];
    QStringList said;
    for (auto it = counts.begin(); it != counts.end(); ++it)
        said += u"%1: %2"_s.arg(toString(it.key())).arg(it.value());
    if (!part.group.fragments.isEmpty())
        said += u"memories: %1"_s.arg(part.group.fragments.size());
    return said.join(u", "_s);
}

/// One reflection on its way into the store.
class Reflection
{
public:
    Reflection(UnitOfWork &work, const ReflectRequest &request)
        : m_work(work)
        , m_request(request)
        , m_access(Access::of(work.caller(), request.agentId))
    { }

    Result<ReflectAnswer> run();

private:
    Result<void> storePart(const Part &part);
    Result<void> storeItem(const ReflectItem &item, const Part &part, ReflectedGroup &group);
    Result<void> storeEpisode(const Part &part, ReflectedGroup &group);
    Result<void> note(const ReflectItem &item, const RememberAnswer &stored, ReflectedGroup &group);
    Result<void> skipOrFail(const QString &category, const QString &content, const Error &error);
    void tellWarnings(const RememberAnswer &stored);
    Result<void> finish();

    UnitOfWork &m_work;
    const ReflectRequest &m_request;
    const Access m_access;
    QSet<QString> m_ids;
    ReflectAnswer m_answer;
};

Result<ReflectAnswer> Reflection::run()
{
    const auto items = itemsOf(m_request, m_work.services().messages);
    if (!items.skipped.isEmpty())
        m_answer.skipped = items.skipped;
    HUB_TRY(parts, partsOf(m_work, m_request, items.kept));
    for (const auto &part : parts)
        HUB_CHECK(storePart(part));
    HUB_CHECK(finish());
    m_answer.count = int(m_answer.fragments.size());
    m_answer.meta = {.serverTime = serverTime(m_work),
        .linkSuggestions = suggestLinks(m_answer.fragments, m_work.services().messages)};
    return m_answer;
}

Result<void> Reflection::storePart(const Part &part)
{
    auto workspace = workspaceOf(m_request, part.group);
    if (!workspace)
        workspace = m_work.caller().defaultWorkspace;
    ReflectedGroup group {.workspace = {}, .topic = part.group.topic, .caseId = {}, .fragmentIds = {}};
    if (workspace)
        group.workspace = *workspace;
    if (part.group.caseId)
        group.caseId = *part.group.caseId;
    for (const auto &item : part.items)
        HUB_CHECK(storeItem(item, part, group));
    HUB_CHECK(storeEpisode(part, group));
    m_answer.groups += group;
    return {};
}

Result<void> Reflection::storeItem(const ReflectItem &item, const Part &part, ReflectedGroup &group)
{
    auto request = item.request;
    request.topic = part.group.topic;
    request.caseId = part.group.caseId;
    request.workspace = workspaceOf(m_request, part.group);
    request.agentId = m_request.agentId;
    const auto stored = m_work.database().atomically([&] { return remember(m_work, request); });
    if (!stored)
        return skipOrFail(toString(item.category), request.content, stored.error());
    return note(item, *stored, group);
}

Result<void> Reflection::note(const ReflectItem &item, const RememberAnswer &stored, ReflectedGroup &group)
{
    const auto id = stored.id.value_or(QString());
    if (m_ids.contains(id)) // said twice
        return {};
    m_ids.insert(id);
    HUB_TRY(fragment, FragmentRepository(m_work).owned(id, m_access));
    if (!fragment)
        return {};
    m_answer.fragments
        += {.id = id, .content = fragment->content, .type = fragment->type, .keywords = fragment->keywords};
    group.fragmentIds += id;
    auto &counts = m_answer.breakdown;
    switch (item.category) {
    case ReflectCategory::Summary: ++counts.summary; break;
    case ReflectCategory::Decisions: ++counts.decisions; break;
    case ReflectCategory::Errors: ++counts.errors; break;
    case ReflectCategory::Procedures: ++counts.procedures; break;
    case ReflectCategory::Questions: ++counts.questions; break;
    }
    tellWarnings(stored);
    return {};
}

Result<void> Reflection::storeEpisode(const Part &part, ReflectedGroup &group)
{
    const auto story = narrativeOf(part, m_work.services().messages);
    if (story.isEmpty())
        return {};
    const auto stored = putEpisode(m_work,
        {.story = story,
            .source = reflectSource,
            .context = contextOf(part),
            .workspace = workspaceOf(m_request, part.group),
            .caseId = part.group.caseId,
            .agentId = m_request.agentId});
    if (!stored)
        return skipOrFail(u"episode"_s, story, stored.error());
    const auto id = stored->id.value_or(QString());
    if (m_ids.contains(id)) // a summary that says it all
        return {};
    m_ids.insert(id);
    group.fragmentIds += id;
    m_answer.breakdown.episode = m_answer.breakdown.episode.value_or(0) + 1;
    tellWarnings(*stored);
    return {};
}

/// What says too little is left out and named; any other error is that of the whole.
Result<void> Reflection::skipOrFail(const QString &category, const QString &content, const Error &error)
{
    if (error.code != ErrorCode::InvalidArgument)
        return error;
    if (!m_answer.skipped)
        m_answer.skipped.emplace();
    *m_answer.skipped += skippedItem(category, content, error.message);
    return {};
}

void Reflection::tellWarnings(const RememberAnswer &stored)
{
    if (!stored.warnings)
        return;
    if (!m_answer.warnings)
        m_answer.warnings.emplace();
    *m_answer.warnings += *stored.warnings;
}

/// The judgement on the work, and that there was a reflection.
Result<void> Reflection::finish()
{
    const auto own = m_work.caller().sessionId;
    const auto session = presentText(m_request.sessionId).value_or(own);
    if (m_request.taskEffectiveness)
        HUB_CHECK(noteTask(m_work, session, *m_request.taskEffectiveness));
    if (m_ids.isEmpty() && !m_request.taskEffectiveness) // nothing was said
        return {};
    HUB_TRY(marked, markReflected(m_work, session));
    if (marked == 0 && session != own) // an id of the agent's own making
        HUB_CHECK(markReflected(m_work, own));
    return {};
}

} // namespace

Result<ReflectAnswer> reflect(UnitOfWork &work, const ReflectRequest &request)
{
    return Reflection(work, request).run();
}

} // namespace hub

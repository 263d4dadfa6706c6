// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/groups.h"

#include "core/base/text.h"
#include "core/memory/sessionfamily.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr qsizetype fragmentsInStory = 8;
constexpr qsizetype longestPart = 110; // eight of them fit an episode

/// A fragment without a case was given its session's id as one.
std::optional<QString> namedCase(const Fragment &f)
{
    const bool isDefault = f.sessionId && f.caseId && sessionRoot(*f.caseId) == sessionRoot(*f.sessionId);
    return isDefault ? std::nullopt : f.caseId;
}

QString commonTopic(const QList<Fragment> &fragments)
{
    QHash<QString, int> counts;
    for (const auto &fragment : fragments)
        ++counts[fragment.topic];
    QString best = fragments.constFirst().topic;
    for (const auto &fragment : fragments) {
        if (counts.value(fragment.topic) > counts.value(best))
            best = fragment.topic;
    }
    return best;
}

QString labelOf(FragmentType type, const Messages &messages)
{
    switch (type) {
    case FragmentType::Decision: return messages.text(u"reflect.decision"_s);
    case FragmentType::Error: return messages.text(u"reflect.error"_s);
    case FragmentType::Procedure: return messages.text(u"reflect.procedure"_s);
    default: return {};
    }
}

} // namespace

Result<QList<Fragment>> fragmentsOfSession(UnitOfWork &work, const QString &sessionId, const Access &access)
{
    HUB_TRY(statement, work.database().prepareNamed(u"reflect/session_fragments"));
    return access.bindOwned(statement.set(":session"_L1, sessionId)).all<Fragment>();
}

QList<SessionGroup> groupsOf(const QList<Fragment> &fragments)
{
    QList<SessionGroup> groups;
    for (const auto &fragment : fragments) {
        const auto caseId = namedCase(fragment);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const SessionGroup &one) {
            return one.workspace == fragment.workspace && one.caseId == caseId
                && (caseId || one.topic == fragment.topic);
        });
        if (group == groups.end())
            group = groups.insert(groups.end(),
                {.workspace = fragment.workspace, .caseId = caseId, .topic = fragment.topic, .fragments = {}});
        group->fragments += fragment;
    }
    for (auto &group : groups)
        group.topic = commonTopic(group.fragments);
    return groups;
}

QString storyOf(const QList<Fragment> &fragments, const Messages &messages)
{
    QStringList parts;
    for (const auto &fragment : fragments.first(std::min(fragments.size(), fragmentsInStory))) {
        const auto line = oneLine(fragment.content);
        auto said = cutText(line, longestPart).trimmed();
        if (said.size() < line.size())
            said += u'…';
        else if (said.endsWith(u'.'))
            said.chop(1);
        parts += labelOf(fragment.type, messages) + said;
    }
    return parts.join(u". "_s);
}

} // namespace hub

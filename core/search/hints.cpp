// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/hints.h"

#include "core/memory/stats.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr int topicsCompared = 500;
constexpr int topicsSuggested = 3;
constexpr int oldAfterDays = 30;
constexpr qsizetype manyResults = 5;

/// 1 for the same name in another case, 0.75 when one contains the other, else the
/// share of the parts between hyphens that both have.
double closeness(const QString &a, const QString &b)
{
    if (a == b)
        return 1;
    if (a.contains(b) || b.contains(a))
        return 0.75;
    const auto parts = [](const QString &name) {
        const auto list = name.split(u'-', Qt::SkipEmptyParts);
        return QSet<QString>(list.begin(), list.end());
    };
    const auto left = parts(a);
    const auto right = parts(b);
    return double((left & right).size()) / double(std::max<qsizetype>(1, std::max(left.size(), right.size())));
}

Result<QList<NamedCount>> similarTopics(UnitOfWork &work, const SearchPlan &plan, const QString &topic)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/stats_by_topic"));
    HUB_TRY(topics, plan.access.bindVisible(statement.set(":limit"_L1, topicsCompared)).all<NamedCount>());
    const bool exists = std::any_of(topics.begin(), topics.end(), [&](const NamedCount &t) { return t.name == topic; });
    if (exists) // then it is something else that found nothing
        return QList<NamedCount>();
    const auto wanted = topic.toLower();
    topics.removeIf([&](const NamedCount &t) { return closeness(wanted, t.name.toLower()) < 0.5; });
    std::stable_sort(topics.begin(), topics.end(), [&](const NamedCount &a, const NamedCount &b) {
        return closeness(wanted, a.name.toLower()) > closeness(wanted, b.name.toLower());
    });
    return topics.mid(0, topicsSuggested);
}

} // namespace

Result<QList<Hint>> recallHints(
    UnitOfWork &work, const SearchPlan &plan, const RecallAnswer &answer, bool hasContradiction)
{
    const auto &messages = work.services().messages;
    const auto hint = [&](const QString &signal, const QString &trigger) {
        return QList<Hint> {
            {.signal = signal, .suggestion = messages.text(u"hint."_s + signal), .trigger = trigger, .args = {}}};
    };
    if (answer.fragments.isEmpty() && plan.request.topic) {
        HUB_TRY(topics, similarTopics(work, plan, *plan.request.topic));
        QStringList named;
        for (const auto &topic : topics)
            named += messages.text(u"topic_with_count"_s).arg(topic.name).arg(topic.count);
        if (!named.isEmpty()) {
            auto hints = hint(u"topic_mismatch"_s, u"recall"_s);
            hints.first().suggestion = hints.first().suggestion.arg(*plan.request.topic, named.join(u", "_s));
            hints.first().args = QJsonObject {{u"topic"_s, topics.constFirst().name}};
            return hints;
        }
    }
    if (answer.fragments.isEmpty())
        return hint(u"no_results"_s, u"remember"_s);
    if (answer.fragments.constFirst().truncated)
        return hint(u"budget_too_small"_s, u"recall"_s);
    if (hasContradiction)
        return hint(u"contradiction_pending"_s, u"amend"_s);
    const bool old = std::any_of(answer.fragments.begin(), answer.fragments.end(),
        [](const RecalledFragment &f) { return f.ageDays > oldAfterDays; });
    if (old)
        return hint(u"stale_results"_s, u"amend"_s);
    if (answer.fragments.size() < manyResults || plan.request.includeContext)
        return QList<Hint> {};
    auto hints = hint(u"consider_context"_s, u"recall"_s);
    hints.first().args = QJsonObject {{u"includeContext"_s, true}};
    return hints;
}

} // namespace hub

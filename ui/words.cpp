// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words.h"

#include <QCoreApplication>
#include <QLocale>

namespace hub::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

} // namespace

QString word(FragmentType type)
{
    switch (type) {
    case FragmentType::Fact: return Words::tr("Fact");
    case FragmentType::Decision: return Words::tr("Decision");
    case FragmentType::Error: return Words::tr("Error");
    case FragmentType::Preference: return Words::tr("Preference");
    case FragmentType::Procedure: return Words::tr("Procedure");
    case FragmentType::Relation: return Words::tr("Relation");
    case FragmentType::Episode: return Words::tr("Episode");
    }
    Q_UNREACHABLE();
}

QString word(AssertionStatus status)
{
    switch (status) {
    case AssertionStatus::Observed: return Words::tr("Observed");
    case AssertionStatus::Inferred: return Words::tr("Inferred");
    case AssertionStatus::Verified: return Words::tr("Verified");
    case AssertionStatus::Rejected: return Words::tr("Rejected");
    }
    Q_UNREACHABLE();
}

QString word(RelationType relation, bool outgoing)
{
    switch (relation) {
    case RelationType::Related: return Words::tr("related to");
    case RelationType::CausedBy: return outgoing ? Words::tr("caused by") : Words::tr("causes");
    case RelationType::ResolvedBy: return outgoing ? Words::tr("resolved by") : Words::tr("resolves");
    case RelationType::PartOf: return outgoing ? Words::tr("part of") : Words::tr("contains");
    case RelationType::Contradicts: return Words::tr("contradicts");
    case RelationType::SupersededBy: return outgoing ? Words::tr("superseded by") : Words::tr("supersedes");
    case RelationType::CoRetrieved: return Words::tr("recalled together with");
    case RelationType::Temporal: return outgoing ? Words::tr("before") : Words::tr("after");
    }
    Q_UNREACHABLE();
}

QString relativeTime(Timestamp when, Timestamp now)
{
    constexpr qint64 daysPerMonth = 30;
    constexpr qint64 daysPerYear = 365;
    const qint64 age = std::max<qint64>(0, now.ms - when.ms);
    const qint64 days = age / msPerDay;
    if (age < msPerMinute)
        return Words::tr("just now");
    if (age < msPerHour)
        return Words::tr("%n min ago", nullptr, int(age / msPerMinute));
    if (age < msPerDay)
        return Words::tr("%n h ago", nullptr, int(age / msPerHour));
    if (days < daysPerMonth)
        return Words::tr("%n day(s) ago", nullptr, int(days));
    if (days < daysPerYear)
        return Words::tr("%n month(s) ago", nullptr, int(days / daysPerMonth));
    return Words::tr("%n year(s) ago", nullptr, int(days / daysPerYear));
}

QString fullTime(Timestamp when)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(when.ms), QLocale::ShortFormat);
}

QString number(std::optional<qint64> value) { return value ? QLocale().toString(*value) : u"–"_s; }

QString author(const Fragment &fragment)
{
    if (fragment.agentId != u"default")
        return fragment.agentId;
    return fragment.keyId ? Words::tr("an agent with its own key") : Words::tr("the master key");
}

} // namespace hub::ui

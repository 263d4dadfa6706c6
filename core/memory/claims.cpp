// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/claims.h"

#include "core/memory/markers.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr char16_t ruleVersion[] = u"v1";
constexpr QChar separator = u'\n'; ///< of the keywords in `object`

bool says(const QRegularExpression &marker, const QString &text) { return marker.match(text).hasMatch(); }

QString subjectOf(const Fragment &f)
{
    const auto topic = f.topic.toLower();
    return topic == u"general" ? f.content.section(u' ', 0, 0).toLower() : topic;
}

/// Keywords that name the thing: not the topic, which every text of it shares, and not the markers.
QStringList namingKeywords(const Fragment &f)
{
    QStringList naming;
    const auto isMarker = [](const QString &word) {
        return std::any_of(markers().claims.begin(), markers().claims.end(),
            [&](const Markers::Claim &claim) { return says(claim.positive, word) || says(claim.negative, word); });
    };
    for (const auto &keyword : f.keywords) {
        if (keyword.compare(f.topic, Qt::CaseInsensitive) != 0 && !isMarker(keyword))
            naming += keyword;
    }
    return naming;
}

/// More than half of what the one with fewer names is named by the other. Who says
/// nothing of what it is about is taken to speak of the same.
bool nameTheSame(const QStringList &a, const QStringList &b)
{
    const auto fewest = std::min(a.size(), b.size());
    const auto shared = std::count_if(
        a.begin(), a.end(), [&](const QString &keyword) { return b.contains(keyword, Qt::CaseInsensitive); });
    return fewest == 0 || shared * 2 > fewest;
}

} // namespace

QList<Claim> claimsOf(const Fragment &fragment)
{
    const auto &lists = markers();
    const auto &text = fragment.content;
    const bool isUncertain = says(lists.uncertain, text);
    const auto subject = subjectOf(fragment);
    QList<Claim> claims;
    for (const auto &claim : lists.claims) {
        const bool denies = says(claim.negative, text);
        if (!denies && !says(claim.positive, text))
            continue;
        const auto polarity = denies || says(lists.denial, text) ? Polarity::Negative : Polarity::Positive;
        claims += {
            .subject = subject, .predicate = claim.predicate, .polarity = isUncertain ? Polarity::Uncertain : polarity};
    }
    return claims;
}

Result<void> putClaims(UnitOfWork &work, const Fragment &stored)
{
    HUB_TRY(drop, work.database().prepareNamed(u"rules/claims_drop"));
    HUB_CHECK(drop.bind(stored.id).run());
    const auto object = namingKeywords(stored).join(separator);
    for (const auto &claim : claimsOf(stored)) {
        HUB_TRY(put, work.database().prepareNamed(u"rules/claim_put"));
        HUB_CHECK(put.bind(stored.id, claim.subject, claim.predicate, object, claim.polarity, ruleVersion).run());
    }
    return {};
}

Result<bool> contradictsAClaim(UnitOfWork &work, const Fragment &fragment)
{
    const auto naming = namingKeywords(fragment);
    for (const auto &claim : claimsOf(fragment)) {
        if (claim.polarity == Polarity::Uncertain)
            continue;
        HUB_TRY(statement, work.database().prepareNamed(u"rules/claims_against"));
        statement.set(":subject"_L1, claim.subject)
            .set(":predicate"_L1, claim.predicate)
            .set(":polarity"_L1, claim.polarity == Polarity::Positive ? Polarity::Negative : Polarity::Positive)
            .set(":key"_L1, fragment.keyId)
            .set(":agent"_L1, fragment.agentId)
            .set(":workspace"_L1, fragment.workspace)
            .set(":id"_L1, fragment.id);
        HUB_TRY(contrary, statement.column<QString>());
        const bool contradicts = std::any_of(contrary.begin(), contrary.end(),
            [&](const QString &object) { return nameTheSame(naming, object.split(separator, Qt::SkipEmptyParts)); });
        if (contradicts)
            return true;
    }
    return false;
}

} // namespace hub

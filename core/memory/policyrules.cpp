// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/policyrules.h"

#include "core/memory/claims.h"
#include "core/memory/markers.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

const auto workspaceNotAllowed = u"workspaceNotAllowed"_s;
const auto fragmentHasWorkspace = u"fragmentHasWorkspace"_s;

bool says(const QRegularExpression &marker, const QString &text) { return marker.match(text).hasMatch(); }

bool hasRationale(const Fragment &f, const PolicyInput &input)
{
    constexpr qsizetype enoughLinks = 2;
    return input.linkedCount >= enoughLinks || says(markers().rationale, f.content);
}

bool hasSteps(const QString &text)
{
    static const QRegularExpression steps(u"\\b\\d+\\. |\\bstep\\s*\\d|단계|^\\s*(?:[-*]|\\d+\\))"_s,
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
    return says(steps, text);
}

Result<QStringList> softRules(UnitOfWork &work, const Fragment &f, const PolicyInput &input)
{
    QStringList broken;
    if (f.type == FragmentType::Decision && !hasRationale(f, input))
        broken += u"decisionHasRationale"_s;
    if (f.type == FragmentType::Error && !f.resolutionStatus && !says(markers().resolution, f.content))
        broken += u"errorHasResolutionPath"_s;
    if (f.type == FragmentType::Procedure && !hasSteps(f.content))
        broken += u"procedureHasStepMarkers"_s;
    if (input.hasExplicitCase && !f.resolutionStatus)
        broken += u"caseIdHasResolutionStatus"_s;
    HUB_TRY(contradicts, contradictsAClaim(work, f));
    if (contradicts && f.assertionStatus != AssertionStatus::Rejected)
        broken += u"assertionNotContradictory"_s;
    if (!f.workspace)
        broken += fragmentHasWorkspace;
    return broken;
}

} // namespace

Result<QStringList> brokenRules(UnitOfWork &work, const Fragment &fragment, const PolicyInput &input)
{
    QStringList broken;
    if (work.services().memory.symbolicPolicyRules) {
        HUB_TRY(soft, softRules(work, fragment, input));
        broken = soft;
    }
    const auto &allowed = work.caller().allowedWorkspaces;
    if (allowed && fragment.workspace && !allowed->contains(*fragment.workspace))
        broken += workspaceNotAllowed;
    return broken;
}

Result<void> passHardGate(const UnitOfWork &work, const Fragment &fragment, const QStringList &broken)
{
    if (!work.caller().hardGate)
        return {};
    auto violations = broken;
    violations.removeAll(workspaceNotAllowed); // a warning and nothing else
    if (!work.services().memory.workspaceGate)
        violations.removeAll(fragmentHasWorkspace);
    if (violations.isEmpty())
        return {};
    return Error {.code = ErrorCode::PolicyViolation,
        .message = u"policy_violation: "_s + violations.join(u", "_s),
        .data
        = {{u"violations"_s, QJsonArray::fromStringList(violations)}, {u"fragmentType"_s, toString(fragment.type)}}};
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/policy.h"

#include "core/base/text.h"

#include <QRegularExpression>

namespace hub {
namespace {

struct TypeRule {
    double standard; ///< when the caller gives none
    double ceiling;
};

TypeRule rule(FragmentType type)
{
    switch (type) {
    case FragmentType::Preference: return {.standard = 0.95, .ceiling = 0.9};
    case FragmentType::Error: return {.standard = 0.9, .ceiling = 0.6};
    case FragmentType::Decision: return {.standard = 0.8, .ceiling = 0.7};
    case FragmentType::Procedure: return {.standard = 0.7, .ceiling = 0.6};
    case FragmentType::Relation: return {.standard = 0.6, .ceiling = 0.7};
    case FragmentType::Episode: return {.standard = 0.6, .ceiling = 0.7};
    case FragmentType::Fact: break;
    }
    return {.standard = 0.5, .ceiling = 0.7};
}

/// Columns on a terminal: what a person would call the length of a line.
qsizetype displayWidth(const QString &text)
{
    qsizetype width = codePointCount(text);
    for (const QChar c : text)
        width += c.unicode() >= 0x1100 && !c.isSurrogate();
    return width;
}

} // namespace

Result<void> checkContent(const QString &content)
{
    constexpr qsizetype fewestCharacters = 10;
    constexpr qsizetype fewestWords = 3;
    if (content.isEmpty())
        return Error {ErrorCode::InvalidArgument, u"content is required"_s};
    const auto words = content.simplified().count(u' ') + 1;
    if (codePointCount(content) < fewestCharacters && words < fewestWords)
        return Error {ErrorCode::InvalidArgument, u"Content too short: length < 10 and word count < 3"_s};
    static const QRegularExpression bareUrl(u"^[a-z][a-z0-9+.-]*://\\S+$"_s, QRegularExpression::CaseInsensitiveOption);
    if (bareUrl.match(content).hasMatch())
        return Error {ErrorCode::InvalidArgument, u"content is only a URL; say in a sentence what is there"_s};
    return {};
}

double defaultImportance(FragmentType type) { return rule(type).standard; }

double storedImportance(FragmentType type, double asked, bool isAnchor, const QString &content)
{
    constexpr qsizetype shortText = 20;
    constexpr double shortCeiling = 0.2;
    if (isAnchor)
        return asked;
    const auto ceiling = displayWidth(content) < shortText ? shortCeiling : rule(type).ceiling;
    return std::min(asked, ceiling);
}

TtlTier initialTier(FragmentType type, double stored, double asked)
{
    if (type == FragmentType::Preference || stored >= 0.8)
        return TtlTier::Permanent;
    if (asked < lowImportance)
        return TtlTier::Short;
    if (type == FragmentType::Error || type == FragmentType::Procedure)
        return TtlTier::Hot;
    return type == FragmentType::Episode || stored >= 0.5 ? TtlTier::Warm : TtlTier::Cold;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

/// One link as seen from one of its ends.
struct LinkView {
    QString otherId;
    RelationType relationType = RelationType::Related;
    bool outgoing = true;
    double weight = 1;
    FragmentType otherType = FragmentType::Fact;
    QString otherContent;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using L = LinkView;
        return std::tuple {field("id", &L::otherId), field("relation_type", &L::relationType),
            field("outgoing", &L::outgoing), field("weight", &L::weight), field("type", &L::otherType),
            field("content", &L::otherContent), field("created_at", &L::createdAt)};
    }
};

struct FragmentVersion {
    QString content;
    QString topic;
    QStringList keywords;
    FragmentType type = FragmentType::Fact;
    double importance = 0;
    Timestamp amendedAt;
    std::optional<QString> amendedBy;
    bool isAnchor = false;
    AssertionStatus assertionStatus = AssertionStatus::Observed;
    std::optional<ResolutionStatus> resolutionStatus;
    std::optional<QString> outcome;
    std::optional<QString> phase;

    static constexpr auto fields()
    {
        using V = FragmentVersion;
        return std::tuple {field("content", &V::content), field("topic", &V::topic), field("keywords", &V::keywords),
            field("type", &V::type), field("importance", &V::importance), field("amended_at", &V::amendedAt),
            field("amended_by", &V::amendedBy), field("is_anchor", &V::isAnchor),
            field("assertion_status", &V::assertionStatus), field("resolution_status", &V::resolutionStatus),
            field("outcome", &V::outcome), field("phase", &V::phase)};
    }
};

struct FragmentDetail {
    Fragment fragment;
    QList<LinkView> links;           ///< strongest first
    QList<FragmentVersion> versions; ///< newest first

    static constexpr auto fields()
    {
        using D = FragmentDetail;
        return std::tuple {field("fragment", &D::fragment), field("links", &D::links), field("versions", &D::versions)};
    }
};

/// Everything about one fragment that the caller may read, for the inspector and
/// `anchorhold-cli inspect`. NotFound when there is none.
Result<FragmentDetail> inspect(UnitOfWork &work, const QString &id);

} // namespace hub

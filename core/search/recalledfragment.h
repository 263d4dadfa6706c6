// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

struct LinkedPreview {
    QString id;
    RelationType relationType = RelationType::Related;
    QString preview; ///< the first 60 characters

    static constexpr auto fields()
    {
        using L = LinkedPreview;
        return std::tuple {
            field("id", &L::id), field("relation_type", &L::relationType), field("preview", &L::preview)};
    }
};

/// Why a fragment is in an answer; codes are those of the documentation.
struct Explanation {
    QString code;
    QString detail;
    QString ruleVersion = u"v1"_s;

    static constexpr auto fields()
    {
        using E = Explanation;
        return std::tuple {field("code", &E::code), field("detail", &E::detail), field("ruleVersion", &E::ruleVersion)};
    }
};

/// What speaks for a memory in a ranking; SearchSettings has the weight of each.
enum class Signal : quint8 {
    Words,
    Grams,
    Context,
    Session,
    Reply,
    Meaning,
    Keyword,
    Topic,
    Time,
    Date,
    Detail,
    Graph,
    Importance,
    Recency,
    Activation
};
template <>
struct EnumNames<Signal> {
    static constexpr auto names = std::to_array<std::string_view>({"words", "grams", "context", "session", "reply",
        "vector", "keyword", "topic", "time", "date", "detail", "graph", "importance", "recency", "activation"});
};
constexpr size_t signalCount = EnumNames<Signal>::names.size();

/// One signal's part in a fragment's rank: provenance, for the window and `explain`.
struct SignalShare {
    Signal signal = Signal::Words;
    double value = 0;  ///< normalised over this query, 0..1
    double weight = 0; ///< what it was multiplied with

    static constexpr auto fields()
    {
        using S = SignalShare;
        return std::tuple {field("signal", &S::signal), field("value", &S::value), field("weight", &S::weight)};
    }
};

/// Another memory of the same session, near in time.
struct NearbyFragment {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using N = NearbyFragment;
        return std::tuple {field("id", &N::id), field("content", &N::content), field("type", &N::type),
            field("created_at", &N::createdAt)};
    }
};

struct TimedFragment : NearbyFragment {
    int deltaMinutes = 0; ///< negative: before the target

    static constexpr auto fields()
    {
        return std::tuple_cat(NearbyFragment::fields(), std::tuple {field("delta_min", &TimedFragment::deltaMinutes)});
    }
};

enum class LinkDirection : quint8 { In, Out };
template <>
struct EnumNames<LinkDirection> {
    static constexpr auto names = std::to_array<std::string_view>({"in", "out"});
};

struct CausalFragment {
    QString id;
    RelationType relationType = RelationType::CausedBy;
    LinkDirection direction = LinkDirection::Out; ///< as the link stands to the target
    QString content;

    static constexpr auto fields()
    {
        using C = CausalFragment;
        return std::tuple {field("id", &C::id), field("relation_type", &C::relationType),
            field("direction", &C::direction), field("content", &C::content)};
    }
};

struct StitchTarget {
    QString id;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        return std::tuple {field("id", &StitchTarget::id), field("created_at", &StitchTarget::createdAt)};
    }
};

/// What came before and after a memory, and what it has to do with others, as one story.
struct StitchedContext {
    StitchTarget target;
    QList<TimedFragment> pre;  ///< oldest first
    QList<TimedFragment> post; ///< oldest first
    QList<CausalFragment> causal;

    static constexpr auto fields()
    {
        using S = StitchedContext;
        return std::tuple {
            field("target", &S::target), field("pre", &S::pre), field("post", &S::post), field("causal", &S::causal)};
    }
};

struct RecalledFragment {
    QString id;
    QString content;
    QString topic;
    FragmentType type = FragmentType::Fact;
    double importance = 0;
    Timestamp createdAt;
    int ageDays = 0;
    int accessCount = 0;
    double confidence = 1;
    QList<LinkedPreview> linked;      ///< at most three
    std::optional<double> similarity; ///< cosine, when a model took part
    std::optional<QString> staleWarning;
    std::optional<QStringList> keywords;
    std::optional<QString> contextSummary;
    Nullable<QString> workspace;
    std::optional<QString> caseId;
    std::optional<QString> goal;
    std::optional<QString> outcome;
    std::optional<QString> phase;
    std::optional<ResolutionStatus> resolutionStatus;
    std::optional<AssertionStatus> assertionStatus; ///< only if not observed
    Affect affect = Affect::Neutral;
    std::optional<QStringList> validationWarnings;
    Nullable<Timestamp> validTo;
    double emaActivation = 0;
    Nullable<QString> keyId;
    std::optional<Nullable<QString>> keyName;
    std::optional<bool> isAnchor;
    std::optional<bool> truncated; ///< a longer memory, shown as its best part
    std::optional<QList<NearbyFragment>> nearbyContext;
    std::optional<StitchedContext> stitchedContext;
    std::optional<QList<Explanation>> explanations;
    QList<SignalShare> shares;       ///< not on the wire of recall
    double score = 0;                ///< not on the wire of recall
    TtlTier ttlTier = TtlTier::Warm; ///< not on the wire of recall

    static constexpr auto fields()
    {
        using F = RecalledFragment;
        return std::tuple {
            field("id", &F::id),
            field("content", &F::content),
            field("topic", &F::topic),
            field("type", &F::type),
            field("importance", &F::importance),
            field("created_at", &F::createdAt),
            field("age_days", &F::ageDays),
            field("access_count", &F::accessCount),
            field("confidence", &F::confidence),
            field("linked", &F::linked),
            field("similarity", &F::similarity),
            field("stale_warning", &F::staleWarning),
            field("keywords", &F::keywords),
            field("context_summary", &F::contextSummary),
            field("workspace", &F::workspace),
            field("case_id", &F::caseId),
            field("goal", &F::goal),
            field("outcome", &F::outcome),
            field("phase", &F::phase),
            field("resolution_status", &F::resolutionStatus),
            field("assertion_status", &F::assertionStatus),
            field("affect", &F::affect),
            field("validation_warnings", &F::validationWarnings),
            field("valid_to", &F::validTo),
            field("ema_activation", &F::emaActivation),
            field("key_id", &F::keyId),
            field("key_name", &F::keyName),
            field("is_anchor", &F::isAnchor),
            field("truncated", &F::truncated),
            field("nearby_context", &F::nearbyContext),
            field("stitched_context", &F::stitchedContext),
            field("explanations", &F::explanations),
        };
    }
};

} // namespace hub

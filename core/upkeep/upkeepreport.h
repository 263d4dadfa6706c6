// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

struct UpkeepRequest {
    std::optional<bool> stream; ///< documented as without effect

    static constexpr auto fields() { return std::tuple {field("stream", &UpkeepRequest::stream)}; }
};

enum class StageStatus : quint8 { Ok, Skipped, Error };
template <>
struct EnumNames<StageStatus> {
    static constexpr auto names = std::to_array<std::string_view>({"ok", "skipped", "error"});
};

struct StageReport {
    QString name;
    qint64 durationMs = 0;
    int affected = 0;
    StageStatus status = StageStatus::Skipped;
    std::optional<QString> error;

    static constexpr auto fields()
    {
        using S = StageReport;
        return std::tuple {field("name", &S::name), field("durationMs", &S::durationMs),
            field("affected", &S::affected), field("status", &S::status), field("error", &S::error)};
    }
};

/// A memory that nobody has checked for long.
struct StaleFragment {
    QString id;
    FragmentType type = FragmentType::Fact;
    QString topic;
    QString content; ///< its beginning
    Timestamp verifiedAt;

    static constexpr auto fields()
    {
        using S = StaleFragment;
        return std::tuple {field("id", &S::id), field("type", &S::type), field("topic", &S::topic),
            field("content", &S::content), field("verified_at", &S::verifiedAt)};
    }
};

/// What a run of upkeep did. Names are documented; what a stage that was skipped would
/// have counted is zero.
struct UpkeepReport {
    bool success = true;
    int ttlTransitions = 0;
    bool importanceDecay = false;
    int expiredDeleted = 0;
    int fragmentsSplit = 0;
    int duplicatesMerged = 0;
    int semanticDedupMerged = 0;
    int compressedFragments = 0;
    int embeddingsAdded = 0;
    int retroLinked = 0;
    int utilityUpdated = 0;
    int anchorsPromoted = 0;
    int contradictionsFound = 0;
    int nliResolvedDirectly = 0;
    int nliSkippedAsNonContra = 0;
    bool feedbackReportGenerated = false;
    QJsonObject gcCandidatesByType {};
    int indexesPruned = 0;
    int supersessionsDetected = 0;
    QList<StaleFragment> staleFragments {};
    int reflectionsPurged = 0;
    int searchEventsGarbageCollected = 0;
    int trashPurged = 0;
    bool queued = false; ///< it had to wait for another run
    qint64 queueWaitMs = 0;
    QList<StageReport> stages {};

    static constexpr auto fields()
    {
        using R = UpkeepReport;
        return std::tuple {
            field("success", &R::success),
            field("ttlTransitions", &R::ttlTransitions),
            field("importanceDecay", &R::importanceDecay),
            field("expiredDeleted", &R::expiredDeleted),
            field("fragmentsSplit", &R::fragmentsSplit),
            field("duplicatesMerged", &R::duplicatesMerged),
            field("semanticDedupMerged", &R::semanticDedupMerged),
            field("compressedFragments", &R::compressedFragments),
            field("embeddingsAdded", &R::embeddingsAdded),
            field("retroLinked", &R::retroLinked),
            field("utilityUpdated", &R::utilityUpdated),
            field("anchorsPromoted", &R::anchorsPromoted),
            field("contradictionsFound", &R::contradictionsFound),
            field("nliResolvedDirectly", &R::nliResolvedDirectly),
            field("nliSkippedAsNonContra", &R::nliSkippedAsNonContra),
            field("feedbackReportGenerated", &R::feedbackReportGenerated),
            field("gcCandidatesByType", &R::gcCandidatesByType),
            field("indexesPruned", &R::indexesPruned),
            field("supersessionsDetected", &R::supersessionsDetected),
            field("stale_fragments", &R::staleFragments),
            field("reflectionsPurged", &R::reflectionsPurged),
            field("searchEventsGarbageCollected", &R::searchEventsGarbageCollected),
            field("trashPurged", &R::trashPurged),
            field("queued", &R::queued),
            field("queueWaitMs", &R::queueWaitMs),
            field("stages", &R::stages),
        };
    }
};

} // namespace hub

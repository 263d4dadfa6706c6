// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/searchstats.h"

#include "core/memory/access.h"
#include "core/memory/percentile.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr int latencySample = 100;
constexpr int mostPaths = 20;

struct Durations {
    std::optional<qint64> labels;
    std::optional<qint64> words;
    std::optional<qint64> meaning;
    qint64 total = 0;

    static constexpr auto fields()
    {
        using D = Durations;
        return std::tuple {field("l1_us", &D::labels), field("l2_us", &D::words), field("l3_us", &D::meaning),
            field("latency_us", &D::total)};
    }
};

struct Totals {
    qint64 searches = 0;
    std::optional<double> l1MissRate;
    std::optional<double> l3UsageRate;
    std::optional<double> rrfUsageRate;
    std::optional<double> results;
    std::optional<double> microseconds;

    static constexpr auto fields()
    {
        using T = Totals;
        return std::tuple {field("searches", &T::searches), field("l1_miss_rate", &T::l1MissRate),
            field("l3_usage_rate", &T::l3UsageRate), field("rrf_usage_rate", &T::rrfUsageRate),
            field("results", &T::results), field("microseconds", &T::microseconds)};
    }
};

LatencyFigures figures(QList<qint64> microseconds)
{
    std::sort(microseconds.begin(), microseconds.end());
    const auto ms = [&](double share) {
        const auto value = percentile(microseconds, share);
        return value ? Nullable<double>(double(*value) / 1000) : Nullable<double>();
    };
    return {.p50 = ms(0.5), .p90 = ms(0.9), .p99 = ms(0.99), .count = microseconds.size()};
}

/// "L1:2 → L2:9" and "L1:1 → L2:4" are the same path.
QString withoutCounts(QString path)
{
    static const QRegularExpression count(u":\\d+"_s);
    return path.remove(count);
}

struct Judged {
    QString path;
    bool relevant = false;

    static constexpr auto fields()
    {
        return std::tuple {field("search_path", &Judged::path), field("relevant", &Judged::relevant)};
    }
};

QList<PathRelevance> byPath(const QList<Judged> &rows)
{
    QList<PathRelevance> paths;
    for (const auto &row : rows) {
        const auto name = withoutCounts(row.path);
        auto found = std::find_if(paths.begin(), paths.end(), [&](const PathRelevance &p) { return p.path == name; });
        if (found == paths.end())
            found = paths.insert(
                paths.end(), PathRelevance {.path = name, .judged = 0, .relevant = 0, .relevantRate = 0});
        ++found->judged;
        found->relevant += row.relevant;
        found->relevantRate = rounded(double(found->relevant) / double(found->judged));
    }
    std::stable_sort(
        paths.begin(), paths.end(), [](const PathRelevance &a, const PathRelevance &b) { return a.judged > b.judged; });
    return paths.mid(0, mostPaths);
}

} // namespace

Result<SearchLatency> searchLatency(UnitOfWork &work, const Access &access)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/stats_latency"));
    HUB_TRY(rows, access.bindKey(statement.set(":limit"_L1, latencySample)).all<Durations>());
    QList<qint64> labels;
    QList<qint64> words;
    QList<qint64> meaning;
    QList<qint64> total;
    for (const auto &row : rows) {
        if (row.labels)
            labels += *row.labels;
        if (row.words)
            words += *row.words;
        if (row.meaning)
            meaning += *row.meaning;
        total += row.total;
    }
    return SearchLatency {
        .labels = figures(labels), .words = figures(words), .meaning = figures(meaning), .total = figures(total)};
}

Result<SearchObservability> searchObservability(UnitOfWork &work, const Access &access)
{
    SearchObservability out;
    const Timestamp since {work.now().ms - out.windowDays * msPerDay};
    HUB_TRY(counting, work.database().prepareNamed(u"memory/stats_searches"));
    HUB_TRY(row, access.bindKey(counting.set(":since"_L1, since)).first<Totals>());
    HUB_TRY(judging, work.database().prepareNamed(u"memory/stats_path_relevance"));
    HUB_TRY(judged, access.bindKey(judging.set(":since"_L1, since)).all<Judged>());
    HUB_TRY(filtering, work.database().prepareNamed(u"memory/stats_filters"));
    HUB_TRY(filters, access.bindKey(filtering.set(":since"_L1, since)).all<FilterUse>());
    const auto totals = row.value_or(Totals {});
    out.totalSearches = totals.searches;
    out.l1MissRate = rounded(totals.l1MissRate);
    out.l3UsageRate = rounded(totals.l3UsageRate);
    out.rrfUsageRate = rounded(totals.rrfUsageRate);
    out.averageResultCount = rounded(totals.results);
    if (totals.microseconds)
        out.averageLatencyMs = Nullable<double>(rounded(*totals.microseconds / 1000));
    out.pathRelevance = byPath(judged);
    out.filterDistribution = filters;
    return out;
}

} // namespace hub

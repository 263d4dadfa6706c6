// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluation.h"

#include "core/eval/baselines.h"
#include "core/hub.h"
#include "core/memory/remember.h"
#include "core/memory/semanticmemory.h"
#include "core/search/recall.h"

#include <QElapsedTimer>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QTextStream>
#include <QThread>

namespace hub {
namespace {

constexpr int signalDepth = 200; ///< results per query whose signals are written

/// Stands at the moment that the document being remembered is from.
class DocumentClock final : public Clock
{
public:
    Timestamp now() const override { return {m_ms}; }
    void set(qint64 ms) { m_ms = ms; }

private:
    std::atomic<qint64> m_ms = 0;
};

/// The set as memories of a hub of its own, which is thrown away afterwards.
class Scratch
{
public:
    Result<void> open(const Settings &settings)
    {
        HUB_TRY(hub, Hub::open({.paths = {m_folder.filePath(u"data"_s)}, .settings = settings, .clock = m_clock}));
        m_hub = std::move(hub);
        return {};
    }

    Result<void> fill(const EvaluationSet &set)
    {
        const auto begin = QDateTime::currentMSecsSinceEpoch();
        qint64 latest = 0;
        for (const auto &document : set.documents) {
            const auto date = QDateTime::fromString(document.date, Qt::ISODate);
            // Within a session one follows the other; without dates everything is of today.
            const auto moment = (date.isValid() ? date.toMSecsSinceEpoch() : begin) + document.seq * 1000;
            latest = std::max(latest, moment);
            m_clock->set(moment);
            HUB_CHECK(remember(document));
        }
        m_clock->set(latest + msPerDay);
        const auto *semantic = m_hub->services().semantic;
        while (semantic && semantic->backlog() > 0) {
            if (semantic->isPaused())
                return Error {ErrorCode::Busy, u"The embedding model does not answer; the log says why"_s};
            QThread::msleep(20);
        }
        return {};
    }

    Result<RecallAnswer> ask(const EvaluationQuery &query, int depth)
    {
        RecallRequest request;
        request.text = query.text;
        request.workspace = query.group;
        request.pageSize = depth;
        request.includeLinks = false;
        request.excludeSeen = false;
        request.wholeTexts = true;
        return m_hub->read(Principal(), [request](UnitOfWork &work) { return recall(work, request); }).result();
    }

    /// The documents behind an answer, best first. Two that say the same are one memory.
    QStringList documentsOf(const RecallAnswer &answer) const
    {
        QStringList ids;
        for (const auto &fragment : answer.fragments)
            ids += m_documents.value(fragment.id);
        return ids;
    }

    int refused() const { return m_refused; }
    QString model() const
    {
        const auto *semantic = m_hub->services().semantic;
        return semantic ? semantic->space().model : u"none"_s;
    }

private:
    Result<void> remember(const EvaluationDocument &document)
    {
        RememberRequest request;
        request.content = evaluationText(document);
        request.topic = document.speaker.isEmpty() ? u"general"_s : document.speaker;
        request.type = FragmentType::Episode; // the type that keeps a long text
        request.workspace = document.group;
        if (document.session)
            request.sessionId = u"%1/%2"_s.arg(document.group).arg(*document.session);
        const auto answer
            = m_hub->write(Principal(), [request](UnitOfWork &work) { return hub::remember(work, request); }).result();
        if (answer)
            m_documents[answer->id.value_or(QString())] += document.id;
        else if (answer.error().code == ErrorCode::InvalidArgument || answer.error().code == ErrorCode::TooLong)
            ++m_refused;
        else
            return answer.error();
        return {};
    }

    QTemporaryDir m_folder;
    std::shared_ptr<DocumentClock> m_clock = std::make_shared<DocumentClock>();
    std::unique_ptr<Hub> m_hub;
    QHash<QString, QStringList> m_documents; ///< by id of the memory
    int m_refused = 0;
};

RetrievalMetrics measure(const EvaluationSet &set, const RankedIds &rankings, const QString &category = {})
{
    MetricsSum sum;
    for (const auto &query : set.queries) {
        if (category.isEmpty() || query.category == category)
            sum.add(rankings.value(query.id), set.relevant.value(query.id));
    }
    return sum.mean();
}

/// Whether a memory of a session that holds an answer is among the first ten.
double sessionHits(const EvaluationSet &set, const RankedIds &rankings)
{
    QHash<QString, QString> sessions;
    for (const auto &document : set.documents)
        sessions.insert(
            document.id, document.session ? u"%1/%2"_s.arg(document.group).arg(*document.session) : document.id);
    qsizetype hits = 0;
    for (const auto &query : set.queries) {
        QSet<QString> wanted;
        for (const auto &id : set.relevant.value(query.id))
            wanted.insert(sessions.value(id));
        const auto first = rankings.value(query.id).mid(0, 10);
        hits += std::any_of(
            first.begin(), first.end(), [&](const QString &id) { return wanted.contains(sessions.value(id)); });
    }
    return set.queries.isEmpty() ? 0 : double(hits) / double(set.queries.size());
}

class Lines
{
public:
    explicit Lines(const QString &path)
        : m_file(path)
        , m_isWanted(!path.isEmpty())
    { }

    Result<void> open()
    {
        if (m_isWanted && !m_file.open(QIODevice::WriteOnly))
            return Error {
                ErrorCode::Storage, u"%1 cannot be written: %2"_s.arg(m_file.fileName(), m_file.errorString())};
        return {};
    }
    void add(const QStringList &columns)
    {
        if (m_isWanted)
            m_file.write(columns.join(u'\t').toUtf8() + '\n');
    }
    Result<void> close()
    {
        if (m_isWanted && !m_file.commit())
            return Error {
                ErrorCode::Storage, u"%1 cannot be written: %2"_s.arg(m_file.fileName(), m_file.errorString())};
        return {};
    }

private:
    QSaveFile m_file;
    bool m_isWanted;
};

void writeRun(Lines &run, const EvaluationQuery &query, const QStringList &ranked)
{
    for (qsizetype i = 0; i < ranked.size(); ++i)
        run.add({query.id, ranked[i], QString::number(i + 1), QString::number(ranked.size() - i)});
}

void writeSignals(Lines &lines, const EvaluationQuery &query, const Scratch &scratch, const RecallAnswer &answer)
{
    for (const auto &fragment : answer.fragments) {
        RecallAnswer alone;
        alone.fragments = {fragment};
        QStringList shares;
        for (const auto &share : fragment.shares)
            shares += u"%1=%2"_s.arg(toString(share.signal)).arg(share.value);
        for (const auto &id : scratch.documentsOf(alone))
            lines.add({query.id, id, shares.join(u' ')});
    }
}

} // namespace

Result<EvaluationReport> evaluate(const EvaluationOptions &options)
{
    HUB_TRY(set, EvaluationSet::load(options.set, options.excluded));
    Lines run(options.runFile);
    Lines shares(options.signalFile);
    HUB_CHECK(run.open());
    HUB_CHECK(shares.open());
    Scratch scratch;
    HUB_CHECK(scratch.open(options.settings));
    HUB_CHECK(scratch.fill(set));

    RankedIds rankings;
    QList<double> times;
    const int depth = options.signalFile.isEmpty() ? evaluationDepth : signalDepth;
    for (const auto &query : set.queries) {
        QElapsedTimer timer;
        timer.start();
        HUB_TRY(answer, scratch.ask(query, depth));
        times += double(timer.nsecsElapsed()) / 1e6;
        const auto ranked = scratch.documentsOf(answer);
        writeRun(run, query, ranked);
        writeSignals(shares, query, scratch, answer);
        rankings.insert(query.id, ranked);
    }
    HUB_CHECK(run.close());
    HUB_CHECK(shares.close());

    EvaluationReport report;
    static_cast<RetrievalMetrics &>(report) = measure(set, rankings);
    report.set = options.set;
    report.model = scratch.model();
    report.documents = int(set.documents.size());
    report.refused = scratch.refused();
    report.sessionHit10 = std::round(sessionHits(set, rankings) * 10000) / 10000;
    std::sort(times.begin(), times.end());
    report.recallP50 = times.isEmpty() ? 0 : times[times.size() / 2];
    QStringList categories;
    for (const auto &query : set.queries) {
        if (!categories.contains(query.category))
            categories += query.category;
    }
    for (const auto &name : categories) {
        EvaluationCategory category;
        static_cast<RetrievalMetrics &>(category) = measure(set, rankings, name);
        category.name = name;
        report.categories += category;
    }
    HUB_TRY(fts, rankByFts(set));
    report.baselines = {.bm25 = measure(set, rankByWords(set)), .fts5 = measure(set, fts)};
    return report;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluationset.h"

#include <QFile>
#include <QJsonDocument>

namespace hub {
namespace {

Result<QList<QByteArray>> linesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error {ErrorCode::NotFound, u"%1 cannot be read: %2"_s.arg(path, file.errorString())};
    QList<QByteArray> lines;
    for (const auto &line : file.readAll().split('\n')) {
        if (!line.trimmed().isEmpty())
            lines += line;
    }
    return lines;
}

/// Sets of others carry fields that are of no use here; they are passed over.
template <Described T>
Result<QList<T>> objectsOf(const QString &path)
{
    HUB_TRY(lines, linesOf(path));
    QList<T> objects;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto given = QJsonDocument::fromJson(lines[i]).object();
        QJsonObject known;
        forEachField<T>([&](const auto &f) {
            const auto name = fromView(f.name);
            if (given.contains(name))
                known.insert(name, given.value(name));
        });
        auto object = fromJson<T>(known);
        if (!object)
            return Error {
                ErrorCode::InvalidArgument, u"%1, line %2: %3"_s.arg(path).arg(i + 1).arg(object.error().message)};
        objects += *object;
    }
    return objects;
}

Result<QHash<QString, QSet<QString>>> relevanceOf(const QString &path)
{
    HUB_TRY(lines, linesOf(path));
    QHash<QString, QSet<QString>> relevant;
    for (const auto &line : lines) {
        const auto columns = QString::fromUtf8(line).trimmed().split(u'\t');
        if (columns.size() != 3)
            return Error {ErrorCode::InvalidArgument, u"%1 needs three columns, separated by tabs"_s.arg(path)};
        if (columns[2].toInt() > 0)
            relevant[columns[0]].insert(columns[1]);
    }
    return relevant;
}

} // namespace

Result<EvaluationSet> EvaluationSet::load(const QString &folder, const QStringList &excluded)
{
    HUB_TRY(documents, objectsOf<EvaluationDocument>(folder + u"/corpus.jsonl"_s));
    HUB_TRY(queries, objectsOf<EvaluationQuery>(folder + u"/queries.jsonl"_s));
    HUB_TRY(relevant, relevanceOf(folder + u"/qrels.tsv"_s));
    queries.removeIf([&](const EvaluationQuery &query) {
        return excluded.contains(query.category) || !relevant.contains(query.id);
    });
    return EvaluationSet {.documents = documents, .queries = queries, .relevant = relevant};
}

} // namespace hub

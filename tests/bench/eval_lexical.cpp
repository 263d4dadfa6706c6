// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/lexicalindex.h"

#include <QDateTime>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTextStream>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

/// Answers the queries of a retrieval set by the lexical index alone and writes a run file
/// (query, document, rank, score, separated by tabs) for a scorer.
/// usage: eval_lexical SETFOLDER RUNFILE [bm=1 cg=.8 ctx=1.4 sess=.9 reply=.5]
/// A set is corpus.jsonl {group, id, text, [caption, session, date]} and queries.jsonl
/// {group, id, text, [category]}; a query sees the documents of its group.
namespace {

constexpr qsizetype resultsPerQuery = 50;

QList<QJsonObject> readLines(const QString &path)
{
    QFile file(path);
    QList<QJsonObject> objects;
    if (!file.open(QIODevice::ReadOnly))
        return objects;
    while (!file.atEnd())
        objects += QJsonDocument::fromJson(file.readLine()).object();
    return objects;
}

LexicalSignals weightsFrom(const QStringList &arguments)
{
    auto weights = LexicalQuery().weights;
    for (const auto &argument : arguments) {
        const auto name = argument.section(u'=', 0, 0);
        const auto value = argument.section(u'=', 1).toFloat();
        for (const auto &[field, known] : {std::pair(&LexicalSignals::bm, u"bm"_s),
                 std::pair(&LexicalSignals::cg, u"cg"_s), std::pair(&LexicalSignals::ctx, u"ctx"_s),
                 std::pair(&LexicalSignals::sess, u"sess"_s), std::pair(&LexicalSignals::reply, u"reply"_s)}) {
            if (name == known)
                weights.*field = value;
        }
    }
    return weights;
}

QStringList fill(LexicalIndex &index, const QList<QJsonObject> &corpus)
{
    QStringList ids;
    for (const auto &document : corpus) {
        const auto group = document[u"group"].toString();
        DocumentAttributes attributes {.seq = ids.size(), .keyId = index.names().intern(group)};
        attributes.createdMs = QDateTime::fromString(document[u"date"].toString(), Qt::ISODate).toMSecsSinceEpoch();
        if (document.contains(u"session"))
            attributes.sessionId
                = index.names().intern(QString(group % u'/' % QString::number(document[u"session"].toInt())));
        index.put(attributes, analyse(QString(document[u"text"].toString() % u' ' % document[u"caption"].toString())));
        ids += document[u"id"].toString();
    }
    return ids;
}

} // namespace

int main(int argc, char *argv[])
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments += QString::fromLocal8Bit(argv[i]);
    QTextStream errors(stderr);
    if (arguments.size() < 2) {
        errors << "usage: eval_lexical SETFOLDER RUNFILE [bm=1 cg=.8 ctx=1.4 sess=.9 reply=.5]\n";
        return 2;
    }
    QFile run(arguments[1]);
    if (!run.open(QIODevice::WriteOnly)) {
        errors << run.errorString() << "\n";
        return 1;
    }
    LexicalIndex index;
    const auto ids = fill(index, readLines(arguments[0] + u"/corpus.jsonl"));
    QTextStream out(&run);
    for (const auto &query : readLines(arguments[0] + u"/queries.jsonl")) {
        const auto group = index.names().find(query[u"group"].toString());
        const auto result = index.search({.terms = analyseQuery(query[u"text"].toString()),
            .accept = [group](const DocumentAttributes &document) { return document.keyId == group; },
            .weights = weightsFrom(arguments.sliced(2)),
            .limit = resultsPerQuery});
        int rank = 0;
        for (const auto &hit : result.hits)
            out << query[u"id"].toString() << '\t' << ids[hit.seq] << '\t' << ++rank << '\t' << hit.score << '\n';
    }
    return 0;
}

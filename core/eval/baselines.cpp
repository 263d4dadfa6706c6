// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/baselines.h"

#include "core/index/lexicalindex.h"
#include "core/storage/database.h"

namespace hub {
namespace {

/// The words of a text as an FTS5 query: each quoted, any of them.
QString anyWord(const QString &text)
{
    QStringList words;
    QString word;
    for (const auto &c : QString(text + u' ')) {
        if (c.isLetterOrNumber()) {
            word += c;
        } else if (!word.isEmpty()) {
            words += u'"' + word + u'"';
            word.clear();
        }
    }
    return words.join(u" OR "_s);
}

} // namespace

QString evaluationText(const EvaluationDocument &document)
{
    return document.caption.isEmpty() ? document.text : QString(document.text + u' ' + document.caption);
}

RankedIds rankByWords(const EvaluationSet &set)
{
    LexicalIndex index;
    for (qsizetype i = 0; i < set.documents.size(); ++i) {
        const auto &document = set.documents[i];
        index.put(DocumentAttributes {.seq = i, .keyId = index.names().intern(document.group)},
            analyse(evaluationText(document)));
    }
    RankedIds rankings;
    for (const auto &query : set.queries) {
        const auto group = index.names().find(query.group);
        const auto result = index.search({.terms = analyseQuery(query.text),
            .accept = [group](const DocumentAttributes &document) { return document.keyId == group; },
            .weights = {.bm = 1, .cg = 0, .ctx = 0, .sess = 0},
            .limit = evaluationDepth});
        auto &ranked = rankings[query.id];
        for (const auto &hit : result.hits)
            ranked += set.documents[hit.seq].id;
    }
    return rankings;
}

Result<RankedIds> rankByFts(const EvaluationSet &set)
{
    HUB_TRY(database, Database::openInMemory());
    HUB_TRY(create, database.prepareNamed(u"eval/fts_create"));
    HUB_CHECK(create.run());
    HUB_TRY(insert, database.prepareNamed(u"eval/fts_insert"));
    for (const auto &document : set.documents)
        HUB_CHECK(insert.bind(document.group, document.id, evaluationText(document)).run());
    RankedIds rankings;
    for (const auto &query : set.queries) {
        const auto words = anyWord(query.text);
        if (words.isEmpty())
            continue;
        HUB_TRY(search, database.prepareNamed(u"eval/fts_search"));
        HUB_TRY(ids, search.bind(words, query.group, evaluationDepth).column<QString>());
        rankings[query.id] = ids;
    }
    return rankings;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// One text of a retrieval set, as it would have been remembered.
struct EvaluationDocument {
    QString group; ///< a query sees the documents of its group alone
    QString id;
    qint64 seq = 0; ///< place within the group
    QString text;
    QString caption; ///< what a picture in it shows
    std::optional<qint64> session;
    QString date;    ///< ISO 8601, of the hub's zone; empty: unknown
    QString speaker; ///< whom it is about; becomes its topic

    static constexpr auto fields()
    {
        using D = EvaluationDocument;
        return std::tuple {field("group", &D::group).required(), field("id", &D::id).required(), field("seq", &D::seq),
            field("text", &D::text).required(), field("caption", &D::caption), field("session", &D::session),
            field("date", &D::date), field("speaker", &D::speaker)};
    }
};

struct EvaluationQuery {
    QString group;
    QString id;
    QString category = u"all"_s;
    QString text;

    static constexpr auto fields()
    {
        using Q = EvaluationQuery;
        return std::tuple {field("group", &Q::group).required(), field("id", &Q::id).required(),
            field("category", &Q::category), field("text", &Q::text).required()};
    }
};

/// Texts, questions about them, and which texts answer each question.
struct EvaluationSet {
    QList<EvaluationDocument> documents;
    QList<EvaluationQuery> queries;
    QHash<QString, QSet<QString>> relevant; ///< by id of the query

    /// Reads corpus.jsonl, queries.jsonl and qrels.tsv of a folder; queries of an
    /// excluded category, and those that nothing answers, are left out.
    /// Errors: NotFound (a file), InvalidArgument (a line that cannot be read).
    static Result<EvaluationSet> load(const QString &folder, const QStringList &excluded);
};

} // namespace hub

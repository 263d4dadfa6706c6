// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class UnitOfWork;

// Memories as documents with a title and an address: what the connectors of ChatGPT
// ask a source of knowledge for, and what the resource of a memory holds.

struct SearchDocumentsRequest {
    QString query;

    static constexpr auto fields()
    {
        return std::tuple {field("query", &SearchDocumentsRequest::query).required().max(4000)};
    }
};

struct DocumentMatch {
    QString id;
    QString title;
    QString url;

    static constexpr auto fields()
    {
        using M = DocumentMatch;
        return std::tuple {
            field("id", &M::id).required(), field("title", &M::title).required(), field("url", &M::url).required()};
    }
};

struct DocumentMatches {
    QList<DocumentMatch> results; ///< best first

    static constexpr auto fields() { return std::tuple {field("results", &DocumentMatches::results).required()}; }
};

struct FetchDocumentRequest {
    QString id;

    static constexpr auto fields() { return std::tuple {field("id", &FetchDocumentRequest::id).required().max(64)}; }
};

struct Document {
    QString id;
    QString title;
    QString text; ///< whole
    QString url;
    QJsonObject metadata; ///< texts by name

    static constexpr auto fields()
    {
        using D = Document;
        return std::tuple {field("id", &D::id).required(), field("title", &D::title).required(),
            field("text", &D::text).required(), field("url", &D::url).required(), field("metadata", &D::metadata)};
    }
};

/// Where a memory can be read as a resource.
QString addressOf(const QString &fragmentId);

/// Searches as recall() does, with the words of `query`; without any, the newest.
Result<DocumentMatches> searchDocuments(UnitOfWork &work, const SearchDocumentsRequest &request);

/// NotFound for what is not there or not the caller's to read.
Result<Document> fetchDocument(UnitOfWork &work, const FetchDocumentRequest &request);

} // namespace hub

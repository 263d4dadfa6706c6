// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/documents.h"

#include "core/base/text.h"
#include "core/memory/fragmentrepository.h"
#include "core/search/recall.h"

namespace hub {
namespace {

constexpr int titleLength = 80;
constexpr int mostTokens = 100'000; // titles are short: the page is what bounds the answer

QString titleOf(const QString &content)
{
    const auto line = oneLine(content);
    const auto start = cutText(line, titleLength);
    return start.size() < line.size() ? QString(start + u'…') : start;
}

QJsonObject metadataOf(const Fragment &f)
{
    QJsonObject metadata {{u"topic"_s, f.topic}, {u"type"_s, toString(f.type)}, {u"created_at"_s, f.createdAt.toIso()}};
    const std::pair<QString, std::optional<QString>> named[] {
        {u"workspace"_s, f.workspace}, {u"case_id"_s, f.caseId}, {u"source"_s, f.source}};
    for (const auto &[name, value] : named) {
        if (value)
            metadata.insert(name, *value);
    }
    if (f.validTo)
        metadata.insert(u"valid_to"_s, f.validTo->toIso());
    return metadata;
}

} // namespace

QString addressOf(const QString &fragmentId) { return u"memory://fragments/"_s + fragmentId; }

Result<DocumentMatches> searchDocuments(UnitOfWork &work, const SearchDocumentsRequest &request)
{
    RecallRequest asked;
    asked.text = presentText(request.query);
    asked.tokenBudget = mostTokens;
    asked.includeLinks = false;
    asked.excludeSeen = false;
    HUB_TRY(found, recall(work, asked));
    DocumentMatches matches;
    for (const auto &fragment : found.fragments)
        matches.results.append({.id = fragment.id, .title = titleOf(fragment.content), .url = addressOf(fragment.id)});
    return matches;
}

Result<Document> fetchDocument(UnitOfWork &work, const FetchDocumentRequest &request)
{
    HUB_TRY(found, FragmentRepository(work).visible(request.id, Access::of(work.caller())));
    if (!found)
        return Error {ErrorCode::NotFound, u"Fragment not found or no permission"_s};
    return Document {.id = found->id,
        .title = titleOf(found->content),
        .text = found->content,
        .url = addressOf(found->id),
        .metadata = metadataOf(*found)};
}

} // namespace hub

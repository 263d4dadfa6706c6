// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embeddingsprotocol.h"

#include <QJsonDocument>

#include <limits>

namespace hub {
namespace {

struct RequestBody {
    QString model;
    QStringList input;
    QString encodingFormat = u"float"_s;
    std::optional<int> dimensions;

    static constexpr auto fields()
    {
        using R = RequestBody;
        return std::tuple {
            field("model", &R::model),
            field("input", &R::input),
            field("encoding_format", &R::encodingFormat),
            field("dimensions", &R::dimensions),
        };
    }
};

Error notAnAnswer(const QString &why)
{
    return {ErrorCode::Internal, u"The embedding provider's answer is not a list of embeddings: "_s + why};
}

Result<Vector> readVector(const QJsonValue &embedding, int dimension)
{
    if (!embedding.isArray())
        return notAnAnswer(u"an embedding is not an array of numbers"_s);
    const auto numbers = embedding.toArray();
    if (dimension > 0 && numbers.size() != dimension) {
        return Error {ErrorCode::Conflict,
            u"The embedding provider answered with %1 numbers a vector where %2 are expected; has its model changed?"_s
                .arg(numbers.size())
                .arg(dimension)};
    }
    Vector vector;
    vector.reserve(numbers.size());
    for (const auto &number : numbers) // servers write what is not a number as null
        vector += number.isDouble() ? float(number.toDouble()) : std::numeric_limits<float>::quiet_NaN();
    return normalised(std::move(vector));
}

} // namespace

QByteArray embeddingsRequest(const EmbeddingSettings &settings, const QStringList &texts, EmbedPurpose purpose)
{
    const auto &prefix = purpose == EmbedPurpose::Query ? settings.queryPrefix : settings.passagePrefix;
    RequestBody body;
    body.model = settings.model;
    for (const auto &text : texts)
        body.input += prefix + text;
    if (settings.dimension > 0)
        body.dimensions = settings.dimension;
    return QJsonDocument(toJson(body)).toJson(QJsonDocument::Compact);
}

Result<QList<Vector>> embeddingsAnswer(const QByteArray &answer, qsizetype texts, int dimension)
{
    QJsonParseError problem;
    const auto document = QJsonDocument::fromJson(answer, &problem);
    if (!document.isObject())
        return notAnAnswer(problem.error == QJsonParseError::NoError ? u"not an object"_s : problem.errorString());
    const auto items = document.object().value("data"_L1).toArray();
    if (items.size() != texts)
        return notAnAnswer(u"%1 embeddings for %2 texts"_s.arg(items.size()).arg(texts));

    QList<Vector> vectors(texts);
    for (qsizetype i = 0; i < texts; ++i) {
        const auto item = items[i].toObject();
        const auto index = item.value("index"_L1).toInteger(i);
        if (index < 0 || index >= texts || !vectors[index].isEmpty())
            return notAnAnswer(u"index %1 is out of range or comes twice"_s.arg(index));
        HUB_TRY(vector, readVector(item.value("embedding"_L1), dimension));
        dimension = int(vector.size());
        vectors[index] = std::move(vector);
    }
    return vectors;
}

qsizetype embeddingsAnswerLimit(qsizetype texts)
{
    constexpr qsizetype envelope = 64 * 1024;
    constexpr qsizetype vector = 16 * 1024 * 25; // 16,384 numbers of up to 25 characters
    return envelope + texts * vector;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/markers.h"

#include "core/base/describe.h"

#include <QFile>
#include <QJsonDocument>

namespace hub {
namespace {

struct ClaimWords {
    QString predicate;
    QStringList positive;
    QStringList negative;

    static constexpr auto fields()
    {
        using C = ClaimWords;
        return std::tuple {field("predicate", &C::predicate).required(), field("positive", &C::positive).required(),
            field("negative", &C::negative).required()};
    }
};

struct MarkerWords {
    QStringList rationale;
    QStringList resolution;
    QStringList uncertain;
    QStringList denial;
    QList<ClaimWords> claims;

    static constexpr auto fields()
    {
        using M = MarkerWords;
        return std::tuple {field("rationale", &M::rationale).required(), field("resolution", &M::resolution).required(),
            field("uncertain", &M::uncertain).required(), field("denial", &M::denial).required(),
            field("claims", &M::claims).required()};
    }
};

QRegularExpression anyOf(const QStringList &words)
{
    QStringList latin;
    QStringList other;
    for (const auto &word : words) {
        auto escaped = QRegularExpression::escape(word).replace(u"\\ "_s, u"\\s+"_s);
        (word.front().unicode() < 0x80 ? latin : other) += escaped;
    }
    QStringList parts = other;
    if (!latin.isEmpty())
        parts += u"\\b(?:%1)\\b"_s.arg(latin.join(u'|'));
    QRegularExpression expression(parts.join(u'|'), QRegularExpression::CaseInsensitiveOption);
    Q_ASSERT_X(expression.isValid(), "anyOf", qPrintable(expression.errorString()));
    expression.optimize();
    return expression;
}

Markers read()
{
    QFile file(u":/rules/markers.json"_s);
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "markers", "the list is missing");
    MarkerWords words;
    const auto result = readObject(QJsonDocument::fromJson(file.readAll()).object(), words);
    Q_ASSERT_X(result, "markers", result ? "" : qPrintable(result.error().message));
    Markers out {.rationale = anyOf(words.rationale),
        .resolution = anyOf(words.resolution),
        .uncertain = anyOf(words.uncertain),
        .denial = anyOf(words.denial),
        .claims = {}};
    for (const auto &claim : words.claims)
        out.claims.push_back({claim.predicate, anyOf(claim.positive), anyOf(claim.negative)});
    return out;
}

} // namespace

const Markers &markers()
{
    static const Markers all = read();
    return all;
}

} // namespace hub

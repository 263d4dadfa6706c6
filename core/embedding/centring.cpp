// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/centring.h"

#include <QFile>
#include <QFloat16>
#include <QtEndian>

namespace hub {
namespace {

/// One middle as it is written down.
struct WrittenCentre {
    QString language;
    QString purpose;
    QString numbers; ///< half precision, little endian, in Base64

    static constexpr auto fields()
    {
        using W = WrittenCentre;
        return std::tuple {field("language", &W::language).required(), field("purpose", &W::purpose).required(),
            field("numbers", &W::numbers).required()};
    }
};

struct WrittenCentres {
    QList<WrittenCentre> centres;

    static constexpr auto fields() { return std::tuple {field("centres", &WrittenCentres::centres).required()}; }
};

Vector numbersOf(const WrittenCentre &written)
{
    const auto bytes = QByteArray::fromBase64(written.numbers.toLatin1());
    QList<qfloat16> half(bytes.size() / qsizetype(sizeof(qfloat16)));
    qFromLittleEndian<quint16>(bytes.constData(), half.size(), half.data());
    Vector numbers(half.size());
    qFloatFromFloat16(numbers.data(), half.constData(), half.size());
    return numbers;
}

} // namespace

Result<Centring> Centring::forModel(const QString &model, int dimension)
{
    Centring centring;
    QFile file(u":/models/%1.centres.json"_s.arg(model));
    if (!file.open(QIODevice::ReadOnly))
        return centring;
    const Error broken {ErrorCode::Internal, u"The middles of the model %1 are not what they should be"_s.arg(model)};
    const auto written = fromJson<WrittenCentres>(QJsonDocument::fromJson(file.readAll()).object());
    if (!written)
        return broken;
    for (const auto &centre : written->centres) {
        auto numbers = numbersOf(centre);
        if (numbers.size() != dimension)
            return broken;
        auto &middles = centre.purpose == u"query" ? centring.m_queries : centring.m_passages;
        (centre.language == u"ko" ? middles.korean : middles.english) = std::move(numbers);
    }
    return centring;
}

Result<Vector> Centring::centred(const Vector &vector, const QString &text, EmbedPurpose purpose) const
{
    const auto &middles = purpose == EmbedPurpose::Query ? m_queries : m_passages;
    if (middles.english.size() != vector.size() || middles.korean.size() != vector.size())
        return vector;
    const float korean = koreanShare(text);
    auto moved = vector;
    for (qsizetype i = 0; i < moved.size(); ++i)
        moved[i] -= korean * middles.korean[i] + (1 - korean) * middles.english[i];
    return normalised(std::move(moved), vector.size());
}

float koreanShare(const QString &text)
{
    float korean = 0;
    float all = 0;
    for (const auto character : text) {
        const auto script = character.isLetter() ? character.script() : QChar::Script_Common;
        if (script == QChar::Script_Hangul) {
            korean += 2;
            all += 2;
        } else if (script == QChar::Script_Latin) {
            all += 1;
        } else if (script != QChar::Script_Common) {
            korean += 1;
            all += 2;
        }
    }
    return all > 0 ? korean / all : 0;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/vector.h"

#include <QFloat16>
#include <QtEndian>

#include <algorithm>
#include <cmath>

namespace hub {

Result<Vector> normalised(Vector raw, qsizetype dimension)
{
    if (raw.isEmpty() || (dimension > 0 && raw.size() != dimension)) {
        return Error {ErrorCode::InvalidArgument,
            u"a vector has %1 numbers where %2 are expected"_s.arg(raw.size()).arg(std::max<qsizetype>(1, dimension))};
    }
    double squares = 0;
    for (const float number : std::as_const(raw))
        squares += double(number) * double(number);
    if (!std::isfinite(squares))
        return Error {ErrorCode::InvalidArgument, u"a vector has a number that is not finite"_s};
    if (squares < 1e-30)
        return Error {ErrorCode::InvalidArgument, u"a vector has no direction: all its numbers are zero"_s};
    const double scale = 1 / std::sqrt(squares);
    for (float &number : raw)
        number = float(double(number) * scale);
    return raw;
}

QByteArray encodeVector(const Vector &vector)
{
    QList<qfloat16> half(vector.size());
    qFloatToFloat16(half.data(), vector.constData(), vector.size());
    QByteArray bytes(vector.size() * qsizetype(sizeof(qfloat16)), Qt::Uninitialized);
    qToLittleEndian<quint16>(half.constData(), vector.size(), bytes.data());
    return bytes;
}

Result<Vector> decodeVector(const QByteArray &bytes, qsizetype dimension)
{
    if (dimension <= 0 || bytes.size() != dimension * qsizetype(sizeof(qfloat16))) {
        return Error {ErrorCode::Storage,
            u"a stored vector has %1 bytes where %2 are expected"_s.arg(bytes.size()).arg(dimension * 2)};
    }
    QList<qfloat16> half(dimension);
    qFromLittleEndian<quint16>(bytes.constData(), dimension, half.data());
    Vector vector(dimension);
    qFloatFromFloat16(vector.data(), half.constData(), dimension);
    auto restored = normalised(std::move(vector), dimension);
    if (!restored)
        return Error {ErrorCode::Storage, u"a stored vector is damaged"_s, restored.error().message};
    return restored;
}

} // namespace hub

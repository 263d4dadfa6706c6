// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>

namespace hub {

/// The meaning of a text as a direction: finite numbers, Euclidean length 1.
/// Made by normalised() or decodeVector(), which hold that promise.
using Vector = QList<float>;

/// `raw` scaled to length 1. Refuses a vector with a number that is not finite,
/// one without a direction (all zero), and one whose length is not `dimension`
/// (0: any).
Result<Vector> normalised(Vector raw, qsizetype dimension = 0);

/// The form a vector is stored in: IEEE 754 half precision, little endian, two
/// bytes a number. Half the size of single precision; the cosine of two vectors
/// moves by about 1e-5, far less than a model's own noise.
QByteArray encodeVector(const Vector &vector);

/// The vector stored as `bytes`. Fails on a length that does not fit `dimension`
/// and on numbers that no encoder writes.
Result<Vector> decodeVector(const QByteArray &bytes, qsizetype dimension);

} // namespace hub

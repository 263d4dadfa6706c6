// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

#include <algorithm>
#include <cmath>

namespace hub {

/// The value below which `share` of the ascending values lie (nearest rank); null without any.
inline Nullable<qint64> percentile(const QList<qint64> &ascending, double share)
{
    if (ascending.isEmpty())
        return {};
    const auto rank = qsizetype(std::ceil(share * double(ascending.size())));
    return ascending[std::clamp<qsizetype>(rank - 1, 0, ascending.size() - 1)];
}

/// To three places, as statistics are told.
inline double rounded(double value) { return std::round(value * 1000) / 1000; }
inline Nullable<double> rounded(const std::optional<double> &value)
{
    return value ? Nullable<double>(rounded(*value)) : Nullable<double>();
}

} // namespace hub

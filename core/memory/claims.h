// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

enum class Polarity : quint8 { Positive, Negative, Uncertain };
template <>
struct EnumNames<Polarity> {
    static constexpr auto names = std::to_array<std::string_view>({"positive", "negative", "uncertain"});
};

/// What a memory says of its subject, in the terms of markers.json: "use", yes or no.
struct Claim {
    QString subject;
    QString predicate;
    Polarity polarity = Polarity::Positive;
};

/// The claims of a text; its subject is the topic, or its first word without one.
QList<Claim> claimsOf(const Fragment &fragment);

/// Writes the claims of a stored fragment in place of those it had.
Result<void> putClaims(UnitOfWork &work, const Fragment &stored);

/// Whether another memory of the same owner claims the contrary of what `fragment`
/// does: the same subject and predicate, the other polarity, and keywords in common,
/// so that two things of one topic are not held against each other.
Result<bool> contradictsAClaim(UnitOfWork &work, const Fragment &fragment);

} // namespace hub

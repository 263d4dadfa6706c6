// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/activation.h"

#include "core/memory/unitofwork.h"
#include "core/search/neighbours.h"

#include <cmath>

namespace hub {

Result<QList<Standing>> ownedStandings(UnitOfWork &work, const Access &access, const QList<qint64> &seqs)
{
    HUB_TRY(statement, work.database().prepareNamed(u"search/standings_owned"));
    return access.bindOwned(statement.set(":seqs"_L1, jsonList(seqs))).all<Standing>();
}

double risen(const Standing &standing, Timestamp now)
{
    // One that was never used counts as used the day before it was made.
    const auto last = standing.updatedAt.value_or(Timestamp {standing.createdAt.ms - msPerDay});
    const double seconds = std::max(1.0, double(now.ms - last.ms) / 1000);
    return std::clamp(0.3 / std::sqrt(seconds) + 0.7 * standing.activation, 0.0, 1.0);
}

Result<void> setActivation(UnitOfWork &work, qint64 seq, double activation, std::optional<Timestamp> usedAt)
{
    HUB_TRY(statement, work.database().prepareNamed(u"search/activation_put"));
    HUB_CHECK(statement.bind(seq, activation, usedAt).run());
    work.database().afterCommit([&lexical = work.services().lexical, seq, activation] {
        if (auto known = lexical.attributes(seq)) {
            known->activation = float(activation);
            lexical.update(*known);
        }
    });
    return {};
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <vector>

namespace hub {

/// What a text says by its wording, from the lists in resources/rules/markers.json.
/// Latin markers are whole words, Korean ones stand wherever they stand.
struct Markers {
    struct Claim {
        QString predicate;
        QRegularExpression positive;
        QRegularExpression negative;
    };

    QRegularExpression rationale;  ///< gives a reason
    QRegularExpression resolution; ///< names a cause or a way out
    QRegularExpression uncertain;
    QRegularExpression denial; ///< says no, to whatever it is
    std::vector<Claim> claims;
};

const Markers &markers();

} // namespace hub

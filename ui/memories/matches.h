// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace hub::ui {

struct TextSpan {
    int start = 0;
    int length = 0;

    bool operator==(const TextSpan &) const = default;
};

/// Where the words of `query` stand in `text`, for the eye only. Letter case makes
/// no difference; a word that is not there as typed is tried without its ending
/// (Korean particle, English inflection), because the search finds it that way too.
QList<TextSpan> matches(const QString &text, const QString &query);

} // namespace hub::ui

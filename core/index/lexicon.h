// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSet>
#include <QStringList>

namespace hub {

/// The word lists of resources/index. Changing one that analyse() uses means raising `analysisVersion`.
struct Lexicon {
    QSet<QString> stopWords;
    QHash<QString, QString> irregular; ///< form -> the form it is counted as
    QStringList particles;             ///< longest first
    QSet<QString> keywordStopWords;
    QStringList keywordParticles; ///< longest first
    QSet<QString> timeWords;
    QSet<QString> timeUnits;
    QStringList timeBeginnings;
    QStringList timeCounters;
    QStringList timeQuestions;
};

/// Read once, at first use; immutable afterwards, so any thread may use it.
const Lexicon &lexicon();

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace hub {

struct EvalCommandOptions {
    QString set;
    QStringList excluded;
    QString model;       ///< "none": without; empty: the installed one
    QStringList weights; ///< NAME=NUMBER of the group "search"
    QString runFile;
    QString signalFile;
    bool json = false;
};

/// Measures recall on a retrieval set in a scratch store. Exit code of the program.
int evalCommand(const EvalCommandOptions &options);

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonObject>

namespace hub::terminal {

/// Exit codes of every command.
enum ExitCode : int {
    Done = 0,
    Failed = 1,      ///< the hub said no; its reason is on stderr (or in the JSON)
    WrongUsage = 2,  ///< an option is missing or not understood
    Unavailable = 3, ///< no hub and no store could be reached
};

/// UTF-8 whatever the locale says.
void print(const QString &text);
void printError(const QString &text);
/// "[command] message", as all commands tell what went wrong.
void printError(const QString &command, const QString &message);
void printJson(const QJsonObject &json);

/// Whether a person reads what is printed.
bool isInteractive();

/// Everything on standard input, as UTF-8 text.
QString readInput();

/// The text `:/cli/<name>.<language>.txt`, in the language of the terminal.
QString text(const QString &name);

} // namespace hub::terminal

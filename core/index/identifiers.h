// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <vector>

namespace hub {

/// True for a name out of source code: ASCII letters, digits and underscores, with a lower
/// case letter before an upper case one (camelCase, PascalCase), an underscore between
/// letters or digits (snake_case), or nothing but two or more capital letters (HNSW).
bool isIdentifier(QStringView word);

/// The words that humps, acronyms and leading numbers divide a word into: `getUserById` is
/// get, User, By, Id; `HTTPServer` is HTTP, Server; `50GB` is 50, GB. Empty when it is not divided.
std::vector<QStringView> identifierParts(QStringView word);

} // namespace hub

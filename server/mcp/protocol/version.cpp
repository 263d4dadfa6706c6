// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/version.h"

#include <algorithm>
#include <array>

namespace hub::mcp {
namespace {

using namespace Qt::Literals::StringLiterals;

constexpr std::array legacyVersions {"2024-11-05"_L1, "2025-03-26"_L1, "2025-06-18"_L1, "2025-11-25"_L1};
constexpr auto firstWithoutBatches = "2025-06-18"_L1;
constexpr auto firstWithPriming = "2025-11-25"_L1;
constexpr auto firstModern = "2026-07-28"_L1;

} // namespace

bool isLegacyVersion(QStringView version)
{
    return std::find(legacyVersions.begin(), legacyVersions.end(), version) != legacyVersions.end();
}

QString negotiateLegacyVersion(const QString &requested)
{
    return isLegacyVersion(requested) ? requested : QString(legacyVersions.back());
}

QString legacyVersionList() { return QStringList(legacyVersions.begin(), legacyVersions.end()).join(u", "_s); }

bool allowsBatches(QStringView version) { return version < firstWithoutBatches; }

bool allowsPriming(QStringView version) { return version >= firstWithPriming; }

QStringList modernVersions() { return {firstModern}; }

bool isOfModernEra(QStringView version) { return version >= firstModern; }

} // namespace hub::mcp

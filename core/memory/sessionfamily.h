// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace hub {

// A session is one family of ids: that of the connection ("abc") and those of its
// stretches of work ("abc#1", "abc#2", …). What an agent says of "the session", by
// whichever of them, concerns all of the family: in memory by its root, in a
// statement by `{of_session}` (resources/sql/keys/of_session.sql).

/// The connection's id: `id` without its "#<number>".
QString sessionRoot(const QString &id);

/// The id of a stretch of work; number 0 is the session as a whole.
QString segmentId(const QString &sessionId, int number);

/// The number behind "#"; 0 when there is none.
int segmentNumber(const QString &id);

} // namespace hub

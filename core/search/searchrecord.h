// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/pipeline.h"

namespace hub {

enum class QueryType : quint8 { Keywords, Text, Topic, Mixed, Browse };
template <>
struct EnumNames<QueryType> {
    static constexpr auto names = std::to_array<std::string_view>({"keywords", "text", "topic", "mixed", "browse"});
};

/// One search of an agent, as far as it leaves something behind.
struct SearchRecord {
    qint64 id = 0;
    Principal caller;
    Access access; ///< of the search: what it may change is what it owns within
    QString sessionId;
    QString searchPath;
    QueryType queryType = QueryType::Browse;
    QStringList keywords; ///< lower case, sorted
    QStringList filters;  ///< names of those in use
    StageFigures figures;
    int resultCount = 0;
    qint64 latencyMicroseconds = 0;
    Timestamp at;
    QList<qint64> shown;     ///< ranked memories of the page, best first
    QStringList fragmentIds; ///< everything on the page
    QString circumstances;   ///< contextText, when it may activate memories
};

/// What is known of a search before its answer is complete.
SearchRecord recordOf(const UnitOfWork &work, const SearchPlan &plan, const Ranking &ranking);

/// When which memory was activated by which conversation, so that no conversation
/// lifts the same memory again and again.
class ContextMemory
{
public:
    /// Those that were not activated for `conversation` in the last ten minutes; now they are.
    QList<qint64> fresh(const QString &conversation, const QList<qint64> &seqs, Timestamp now);

private:
    QHash<std::pair<QString, qint64>, Timestamp> m_activated;
};

/// Writes the search, and what follows from it for the memories that the caller owns:
/// use and activation of what was shown, links between what was found together, and the
/// activation of what the caller's context is about. Needs a writing unit of work.
Result<void> leaveTraces(UnitOfWork &work, const SearchRecord &record, ContextMemory &activated);

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/recall.h"
#include "tests/support/memorybench.h"

namespace hub::test {

/// A memory to store, with the members that the searches of the tests look at.
struct Memory {
    QString content;
    QString topic = u"lab"_s;
    FragmentType type = FragmentType::Fact;
    QStringList keywords {};
};

/// A bench with short ways to store memories and to see what a search gives.
struct SearchBench : MemoryBench {
    QString remembered(const Memory &memory, const std::function<void(RememberRequest &)> &more = {}, const Principal &caller = {})
    {
        RememberRequest request;
        request.content = memory.content;
        request.topic = memory.topic;
        request.type = memory.type;
        request.keywords = memory.keywords;
        if (more)
            more(request);
        const auto answer = write(remember, request, caller);
        if (!answer)
            qWarning().noquote() << "not stored:" << answer.error().message << answer.error().detail;
        return answer ? answer->id.value_or(QString()) : QString();
    }

    /// Ids in the order of the answer; the error's message in place of them.
    QStringList ids(const RecallRequest &request, const Principal &caller = {})
    {
        const auto answer = read(recall, request, caller);
        if (!answer)
            return {answer.error().message};
        QStringList found;
        for (const auto &fragment : answer->fragments)
            found += fragment.id;
        return found;
    }
    QSet<QString> idSet(const RecallRequest &request, const Principal &caller = {})
    {
        const auto list = ids(request, caller);
        return {list.begin(), list.end()};
    }
};

inline RecallRequest byKeywords(const QStringList &keywords)
{
    RecallRequest request;
    request.keywords = keywords;
    return request;
}

inline RecallRequest byText(const QString &text)
{
    RecallRequest request;
    request.text = text;
    return request;
}

} // namespace hub::test

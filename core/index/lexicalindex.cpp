// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/lexicalindex.h"

#include "core/index/fairmutex.h"
#include "core/index/lexicalcontents.h"
#include "core/index/lexicalsearch.h"

#include <algorithm>
#include <mutex>

namespace hub {

/// Writers hold `writing` first, then `mutex` for the moment of the change, so a long
/// preparation (compaction) does not keep readers out.
struct LexicalIndex::State {
    std::mutex writing;
    FairMutex mutex;
    LexicalContents contents;

    std::mutex idleMutex;
    std::vector<std::unique_ptr<LexicalScratch>> idle; ///< as many as ever searched at once

    std::unique_ptr<LexicalScratch> takeScratch()
    {
        const std::scoped_lock lock(idleMutex);
        if (idle.empty())
            return std::make_unique<LexicalScratch>();
        auto scratch = std::move(idle.back());
        idle.pop_back();
        return scratch;
    }

    void giveBack(std::unique_ptr<LexicalScratch> scratch)
    {
        const std::scoped_lock lock(idleMutex);
        idle.push_back(std::move(scratch));
    }

    /// Called with `writing` held, `mutex` not.
    void compactIfWorthwhile()
    {
        if (!contents.wantsCompaction()) // only writers change it
            return;
        auto fresh = [this] {
            const auto lock = mutex.read();
            return contents.compacted();
        }();
        const auto lock = mutex.write();
        std::swap(contents, fresh);
    }
};

LexicalIndex::LexicalIndex()
    : m_state(std::make_unique<State>())
{ }

LexicalIndex::~LexicalIndex() = default;

void LexicalIndex::put(const DocumentAttributes &attributes, const AnalysedText &text)
{
    const std::scoped_lock writer(m_state->writing);
    {
        const auto lock = m_state->mutex.write();
        m_state->contents.put(attributes, text);
    }
    m_state->compactIfWorthwhile();
}

void LexicalIndex::update(const DocumentAttributes &attributes)
{
    const std::scoped_lock writer(m_state->writing);
    const auto lock = m_state->mutex.write();
    auto &documents = m_state->contents.documents;
    if (const auto number = documents.find(attributes.seq); number != DocumentTable::absent)
        documents.update(number, attributes);
}

void LexicalIndex::remove(qint64 seq)
{
    const std::scoped_lock writer(m_state->writing);
    {
        const auto lock = m_state->mutex.write();
        auto &documents = m_state->contents.documents;
        if (const auto number = documents.find(seq); number != DocumentTable::absent)
            documents.retire(number);
    }
    m_state->compactIfWorthwhile();
}

LexicalResult LexicalIndex::search(const LexicalQuery &query) const
{
    auto scratch = m_state->takeScratch();
    auto result = [&] {
        const auto lock = m_state->mutex.read();
        return searchLexically(m_state->contents, query, *scratch);
    }();
    m_state->giveBack(std::move(scratch));
    return result;
}

QList<qint64> LexicalIndex::newest(
    const AcceptDocument &accept, qsizetype limit, std::optional<BrowsePosition> before) const
{
    std::vector<std::pair<qint64, qint64>> found; // createdMs, seq
    forEach(accept, [&](const DocumentAttributes &document) {
        const std::pair place(document.createdMs, document.seq);
        if (!before || place < std::pair(before->createdMs, before->seq))
            found.push_back(place);
    });
    const auto kept = std::clamp<qsizetype>(limit, 0, qsizetype(found.size()));
    std::ranges::partial_sort(found, found.begin() + kept, std::ranges::greater());
    QList<qint64> seqs;
    for (qsizetype i = 0; i < kept; ++i)
        seqs += found[std::size_t(i)].second;
    return seqs;
}

void LexicalIndex::forEach(
    const AcceptDocument &accept, const std::function<void(const DocumentAttributes &)> &visit) const
{
    const auto lock = m_state->mutex.read();
    const auto &documents = m_state->contents.documents;
    for (quint32 number = 0; number < documents.end(); ++number) {
        if (documents.isAlive(number) && (!accept || accept(documents.at(number))))
            visit(documents.at(number));
    }
}

qsizetype LexicalIndex::countUpTo(const AcceptDocument &accept, qsizetype most) const
{
    const auto lock = m_state->mutex.read();
    const auto &documents = m_state->contents.documents;
    qsizetype count = 0;
    for (quint32 number = documents.end(); number > 0 && count < most; --number) // the newest are the likeliest
        count += documents.isAlive(number - 1) && (!accept || accept(documents.at(number - 1)));
    return count;
}

std::optional<DocumentAttributes> LexicalIndex::attributes(qint64 seq) const
{
    const auto lock = m_state->mutex.read();
    const auto &documents = m_state->contents.documents;
    const auto number = documents.find(seq);
    return number == DocumentTable::absent ? std::nullopt : std::optional(documents.at(number));
}

QList<qint64> LexicalIndex::readersOf(qint64 seq, const AcceptDocument &accept) const
{
    const auto lock = m_state->mutex.read();
    const auto &documents = m_state->contents.documents;
    const auto number = documents.find(seq);
    if (number == DocumentTable::absent)
        return {};
    const auto session = documents.sessionWith(number);
    const auto place = qsizetype(std::ranges::find(session, number) - session.begin());
    QList<qint64> readers;
    const auto take = [&](qsizetype from, qsizetype step, qsizetype count) {
        for (auto i = from; i >= 0 && i < qsizetype(session.size()) && count > 0; i += step) {
            const auto &document = documents.at(session[size_t(i)]);
            if (accept && !accept(document))
                continue;
            readers += document.seq;
            --count;
        }
    };
    take(place - 1, -1, 1);
    take(place + 1, 1, 2);
    return readers;
}

qsizetype LexicalIndex::size() const
{
    const auto lock = m_state->mutex.read();
    return m_state->contents.documents.aliveCount();
}

qsizetype LexicalIndex::memoryBytes() const
{
    const auto lock = m_state->mutex.read();
    return m_state->contents.memoryBytes() + m_names.memoryBytes();
}

} // namespace hub

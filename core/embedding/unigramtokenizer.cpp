// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/unigramtokenizer.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace hub {
namespace {

/// FNV-1a, made as the text grows.
class TextHash
{
public:
    void add(char byte) { m_hash = (m_hash ^ quint8(byte)) * 0x01000193U; }
    quint32 value() const { return m_hash ^ (m_hash >> 15); }

private:
    quint32 m_hash = 0x811C9DC5U;
};

constexpr auto gap = u'\u2581'; ///< what stands for white space in a piece
constexpr float unknownPenalty = 10;

bool startsCharacter(char byte) { return (quint8(byte) & 0xC0U) != 0x80U; }

} // namespace

UnigramTokenizer::UnigramTokenizer(const ModelFile &file)
    : m_file(file)
    , m_table(std::bit_ceil(2 * size_t(file.shape().pieces)), 0)
{
    const auto &shape = file.shape();
    float lowest = 0;
    for (int id = 0; id < shape.pieces; ++id) {
        const bool isMark = id == shape.begin || id == shape.end || id == shape.padding || id == shape.unknown;
        if (isMark || file.piece(id).isEmpty() || file.piece(id) == "<mask>")
            continue; // never comes of a text, even of one that spells it
        insert(id);
        lowest = std::min(lowest, file.score(id));
        m_longest = std::max(m_longest, int(file.piece(id).size()));
    }
    m_unknownScore = lowest - unknownPenalty;
}

void UnigramTokenizer::insert(int piece)
{
    TextHash hash;
    for (const char byte : m_file.piece(piece))
        hash.add(byte);
    const auto mask = m_table.size() - 1;
    auto at = size_t(hash.value()) & mask;
    while (m_table[at] != 0) {
        if (m_file.piece(int(m_table[at]) - 1) == m_file.piece(piece))
            return; // the first one counts
        at = (at + 1) & mask;
    }
    m_table[at] = quint32(piece) + 1;
}

QByteArray UnigramTokenizer::prepared(const QString &text) const
{
    QString replaced;
    replaced.reserve(text.size() + 1);
    const auto composed = text.normalized(QString::NormalizationForm_C).toUcs4();
    for (const auto character : composed) {
        if (const auto *other = m_file.replacement(char32_t(character)))
            replaced += *other;
        else
            replaced += QString::fromUcs4(reinterpret_cast<const char32_t *>(&character), 1);
    }
    const auto words = replaced.split(u' ', Qt::SkipEmptyParts);
    return words.isEmpty() ? QByteArray() : QString(gap + words.join(gap)).toUtf8();
}

/// Every piece that starts at `from` is a way to where it ends.
void UnigramTokenizer::reach(const QByteArray &text, int from, std::vector<Step> &steps) const
{
    const int end = std::min(int(text.size()), from + m_longest);
    const auto mask = m_table.size() - 1;
    const auto offer = [&](int to, int piece, float score) {
        if (auto &step = steps[size_t(to)]; step.from < 0 || score > step.score)
            step = {score, from, piece};
    };
    const float score = steps[size_t(from)].score;
    TextHash hash;
    int oneCharacter = 0;
    bool isKnown = false;
    for (int to = from + 1; to <= int(text.size()); ++to) {
        if (to > end && oneCharacter > 0)
            break;
        hash.add(text[to - 1]);
        if (to < int(text.size()) && !startsCharacter(text[to]))
            continue;
        const bool isFirst = oneCharacter == 0;
        oneCharacter = isFirst ? to : oneCharacter;
        const QByteArrayView wanted(text.constData() + from, to - from);
        for (auto at = size_t(hash.value()) & mask; m_table[at] != 0; at = (at + 1) & mask) {
            const auto piece = int(m_table[at]) - 1;
            if (m_file.piece(piece) != wanted)
                continue;
            offer(to, piece, score + m_file.score(piece));
            isKnown = isKnown || isFirst;
            break;
        }
    }
    if (!isKnown)
        offer(oneCharacter, m_file.shape().unknown, score + m_unknownScore);
}

std::vector<int> UnigramTokenizer::tokens(const QString &text, int limit) const
{
    // No more can be in the pieces that are kept; the rest need not be looked at.
    const auto most = qsizetype(limit) * std::max(1, m_longest);
    const auto bytes = prepared(text.left(most)).left(most);
    std::vector<Step> steps(size_t(bytes.size()) + 1);
    steps[0].from = 0;
    for (int at = 0; at < int(bytes.size()); ++at) {
        if (steps[size_t(at)].from >= 0)
            reach(bytes, at, steps);
    }
    std::vector<int> backwards;
    for (auto at = int(bytes.size()); at > 0; at = steps[size_t(at)].from) {
        const int piece = steps[size_t(at)].piece;
        const bool repeatsUnknown = piece == m_file.shape().unknown && !backwards.empty() && backwards.back() == piece;
        if (!repeatsUnknown)
            backwards.push_back(piece);
    }
    std::vector<int> tokens {m_file.shape().begin};
    tokens.insert(tokens.end(), backwards.rbegin(), backwards.rend());
    tokens.resize(std::min(tokens.size(), size_t(std::max(2, limit)) - 1));
    tokens.push_back(m_file.shape().end);
    return tokens;
}

} // namespace hub

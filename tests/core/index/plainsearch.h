// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/lexicalindex.h"

#include <QRandomGenerator>

#include <cmath>
#include <map>
#include <set>

namespace hub::test {

using namespace Qt::Literals::StringLiterals;

using Counts = std::map<TermId, double>;

struct Document {
    DocumentAttributes attributes;
    AnalysedText text;
};

inline Counts wordsOf(const Document &document)
{
    Counts counts;
    for (const auto &word : document.text.words)
        counts[word.term] += word.count;
    return counts;
}

inline Counts gramsOf(const Document &document)
{
    Counts counts;
    for (const auto &spelling : document.text.spellings)
        forEachGram(spelling.text, [&](TermId gram) { counts[gram] += spelling.count; });
    return counts;
}

inline void addTo(Counts &sum, const Counts &more)
{
    for (const auto &[term, count] : more)
        sum[term] += count;
}

inline double lengthOf(const Counts &counts)
{
    double length = 0;
    for (const auto &[term, count] : counts)
        length += count;
    return length;
}

inline std::vector<double> plainBm25(
    const std::vector<Counts> &fields, const std::vector<TermId> &query, double k1, double b)
{
    std::vector<double> scores(fields.size());
    double total = 0;
    for (const auto &field : fields)
        total += lengthOf(field);
    const auto average = std::max(1e-9, total / double(fields.size()));
    for (const auto term : query) {
        double containing = 0;
        for (const auto &field : fields)
            containing += double(field.contains(term));
        const auto rarity = std::log(1 + (double(fields.size()) - containing + .5) / (containing + .5));
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto count = fields[i].contains(term) ? fields[i].at(term) : 0;
            scores[i] += rarity * count * (k1 + 1) / (count + k1 * (1 - b + b * lengthOf(fields[i]) / average));
        }
    }
    return scores;
}

/// The definition of the signals, without any index: every accepted document is looked at.
inline std::map<qint64, LexicalSignals> plainSearch(const std::map<qint64, Document> &all, const LexicalQuery &query)
{
    std::vector<const Document *> accepted;
    std::map<quint32, std::vector<std::size_t>> sessions; // places in `accepted`
    for (const auto &[seq, document] : all) {
        if (!query.accept || query.accept(document.attributes))
            accepted.push_back(&document);
    }
    std::ranges::sort(
        accepted, {}, [](const Document *d) { return std::pair(d->attributes.createdMs, d->attributes.seq); });
    std::vector<Counts> words;
    std::vector<Counts> grams;
    for (const auto *document : accepted) {
        if (document->attributes.sessionId != Interner::none)
            sessions[document->attributes.sessionId].push_back(words.size());
        words.push_back(wordsOf(*document));
        grams.push_back(gramsOf(*document));
    }
    std::vector<Counts> contexts;
    std::vector<Counts> wholes;
    for (const auto &[id, members] : sessions) {
        Counts whole;
        for (std::size_t i = 0; i < members.size(); ++i) {
            Counts context;
            for (const auto other : {int(i) - 2, int(i) - 1, int(i), int(i) + 1}) {
                if (other >= 0 && other < int(members.size()))
                    addTo(context, words[members[std::size_t(other)]]);
            }
            contexts.push_back(context);
            addTo(whole, words[members[i]]);
        }
        wholes.push_back(whole);
    }
    const auto bm = plainBm25(words, query.terms.words, .9, .1);
    const auto cg = plainBm25(grams, query.terms.grams, .9, .2);
    auto telling = query.terms.words; // what every tenth document has says nothing of its surroundings
    std::erase_if(telling, [&](TermId term) {
        const auto having
            = std::size_t(std::ranges::count_if(words, [&](const Counts &w) { return w.contains(term); }));
        return having > 100 && having * 10 > accepted.size();
    });
    const auto ctx = plainBm25(contexts, telling, .9, .1);
    const auto sess = plainBm25(wholes, telling, 1.2, .5);
    std::map<qint64, LexicalSignals> out;
    for (std::size_t i = 0; i < accepted.size(); ++i)
        out[accepted[i]->attributes.seq] = {.bm = float(bm[i]), .cg = float(cg[i])};
    std::size_t context = 0;
    std::size_t whole = 0;
    for (const auto &[id, members] : sessions) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto member = members[i];
            if (i > 0 && accepted[members[i - 1]]->attributes.asks)
                out[accepted[member]->attributes.seq].reply = float(bm[members[i - 1]]);
            out[accepted[member]->attributes.seq].ctx = float(ctx[context++]);
            out[accepted[member]->attributes.seq].sess = float(sess[whole]);
        }
        ++whole;
    }
    return out;
}

inline bool isClose(float a, float b) { return std::abs(a - b) <= 2e-3F * std::max(1.0F, std::abs(b)); }

inline bool isClose(const LexicalSignals &a, const LexicalSignals &b)
{
    return isClose(a.bm, b.bm) && isClose(a.cg, b.cg) && isClose(a.ctx, b.ctx) && isClose(a.sess, b.sess)
        && isClose(a.reply, b.reply);
}

/// What brings a document in; its session alone does not.
inline float total(const LexicalSignals &s) { return s.bm + s.cg + s.ctx; }

inline QString verdict(const LexicalResult &result, const std::map<qint64, LexicalSignals> &expected)
{
    std::set<qint64> found;
    float last = 1e9F;
    for (const auto &hit : result.hits) {
        if (hit.score > last)
            return u"not best first"_s;
        last = hit.score;
        if (!found.insert(hit.seq).second || !expected.contains(hit.seq))
            return u"unexpected document %1"_s.arg(hit.seq);
        const auto &plain = expected.at(hit.seq);
        if (!isClose(hit.raw, plain)) {
            return u"document %1: %2 %3 %4 %5 instead of %6 %7 %8 %9"_s.arg(hit.seq)
                .arg(hit.raw.bm)
                .arg(hit.raw.cg)
                .arg(hit.raw.ctx)
                .arg(hit.raw.sess)
                .arg(plain.bm)
                .arg(plain.cg)
                .arg(plain.ctx)
                .arg(plain.sess);
        }
    }
    for (const auto &[seq, plain] : expected) {
        if (total(plain) > 0 && !found.contains(seq))
            return u"document %1 is missing"_s.arg(seq);
    }
    return result.accepted == qsizetype(expected.size()) ? QString() : u"wrong number of accepted documents"_s;
}

/// A random hub: the same calls go to the index and to a plain map.
class RandomHub
{
public:
    explicit RandomHub(quint32 seed)
        : m_random(seed)
    {
        for (int i = 0; i < 80; ++i) {
            QString word;
            for (int length = 1 + m_random.bounded(4); length > 0; --length)
                word += i % 3 ? u"ka re mi to sel ing port on"_s.split(u' ')[m_random.bounded(8)]
                              : QString(QChar(0xAC00 + m_random.bounded(90)));
            m_words += word;
        }
    }

    void change()
    {
        const qint64 seq = 1 + m_random.bounded(400);
        switch (m_random.bounded(8)) {
        case 0:
            index.remove(seq);
            plain.erase(seq);
            break;
        case 1:
            if (const auto known = plain.find(seq); known != plain.end())
                known->second.attributes = attributes(seq);
            index.update(plain.contains(seq) ? plain[seq].attributes : attributes(seq));
            break;
        default:
            plain[seq] = {.attributes = attributes(seq), .text = analyse(text(m_random.bounded(14)))};
            index.put(plain[seq].attributes, plain[seq].text);
        }
    }

    LexicalQuery query()
    {
        LexicalQuery query {.terms = analyseQuery(text(1 + m_random.bounded(6))), .accept = {}, .limit = 1000};
        if (const auto owner = quint32(m_random.bounded(4)); owner > 0)
            query.accept = [owner](const DocumentAttributes &document) { return document.keyId == owner; };
        return query;
    }

    LexicalIndex index;
    std::map<qint64, Document> plain;

private:
    QString text(int words)
    {
        QStringList out;
        for (; words > 0; --words)
            out += m_words[std::min(m_random.bounded(80), m_random.bounded(80))];
        return out.join(u' ');
    }
    DocumentAttributes attributes(qint64 seq)
    {
        return {.seq = seq,
            .createdMs = m_random.bounded(50),
            .keyId = quint32(1 + m_random.bounded(3)),
            .sessionId = quint32(m_random.bounded(12))};
    }

    QRandomGenerator m_random;
    QStringList m_words;
};

} // namespace hub::test

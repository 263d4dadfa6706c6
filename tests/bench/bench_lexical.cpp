// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/lexicalindex.h"
#include "core/index/termcodec.h"

#include <QFile>
#include <QTextStream>

#include <algorithm>
#include <ctime>
#include <random>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

/// Build time, memory and query time of the lexical index over made-up texts whose words
/// follow Zipf's law, half of them Korean. usage: bench_lexical [documents words]...
namespace {

constexpr int vocabularySize = 60000;
constexpr int documentsPerSession = 40;
constexpr int queryCount = 200;

class Texts
{
public:
    Texts()
    {
        double total = 0;
        for (int rank = 0; rank < vocabularySize; ++rank) {
            QString word;
            const int length = 1 + int(m_random() % 3);
            for (int i = 0; i < length; ++i)
                word += rank % 2 ? QString(QChar(char16_t(0xAC00 + m_random() % 2000))) : latinSyllable();
            m_words += word;
            m_cumulative.push_back(total += 1.0 / (rank + 3));
        }
    }

    QString next(int words)
    {
        QString text;
        for (int i = 0; i < words; ++i)
            text += word() + u' ';
        return text;
    }
    const QString &word()
    {
        const auto at = std::uniform_real_distribution(0.0, m_cumulative.back())(m_random);
        return m_words[std::ranges::lower_bound(m_cumulative, at) - m_cumulative.begin()];
    }
    /// One of the commonest.
    const QString &frequentWord() { return m_words[qsizetype(m_random() % 12)]; }

private:
    /// Drawn from letters by their frequency, so that few endings occur in many words.
    QString latinSyllable()
    {
        const auto one = [this](QStringView letters) { return letters[qsizetype(m_random() % letters.size())]; };
        return QString(one(u"tttnnsssrrhhldcmfpgwbvkjx") % one(u"eeeaaooiiu") % one(u"nnttrssdlmgkpw"));
    }

    std::mt19937 m_random {7};
    QStringList m_words;
    std::vector<double> m_cumulative;
};

double residentMegabytes()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ')[1].toDouble() * 4096 / 1e6;
}

/// Of this process on the processor, so that other programs do not count.
double milliseconds() { return double(std::clock()) * 1000 / CLOCKS_PER_SEC; }

struct Percentiles {
    double p50 = 0;
    double p95 = 0;
};

template <typename Query>
Percentiles measured(Query query)
{
    std::vector<double> times;
    for (int i = 0; i < queryCount; ++i) {
        const auto start = milliseconds();
        query();
        times.push_back(milliseconds() - start);
    }
    std::ranges::sort(times);
    return {times[queryCount / 2], times[queryCount * 95 / 100]};
}

void run(QTextStream &out, qint64 documents, int words)
{
    Texts texts;
    QList<QByteArray> blobs;
    double analysis = 0;
    qint64 blobBytes = 0;
    for (qint64 i = 0; i < documents; ++i) {
        const auto text = texts.next(words);
        const auto start = milliseconds();
        blobs += encodeTerms(analyse(text));
        analysis += milliseconds() - start;
        blobBytes += blobs.back().size();
    }
    const auto before = residentMegabytes();
    LexicalIndex index;
    const auto start = milliseconds();
    for (qint64 i = 0; i < documents; ++i) {
        DocumentAttributes attributes {.seq = i, .createdMs = i * 1000, .keyId = quint32(i % 4)};
        attributes.sessionId = quint32(1 + i / documentsPerSession);
        index.put(attributes, *decodeTerms(blobs[i]));
    }
    const auto load = milliseconds() - start;
    out << documents << " documents of " << words << " words: analysis " << analysis * 1000 / double(documents)
        << " us, blob " << blobBytes / documents << " bytes, load " << load << " ms, index "
        << double(index.memoryBytes()) / 1e6 << " MB (resident +" << residentMegabytes() - before << ")\n";
    const auto report = [&](const char *name, const Percentiles &times) {
        out << "  " << name << ": p50 " << times.p50 << " ms, p95 " << times.p95 << " ms\n";
        out.flush();
    };
    const auto frequent = [&] {
        return QStringList {texts.frequentWord(), texts.frequentWord(), texts.frequentWord(), texts.frequentWord()}
            .join(u' ');
    };
    report("4 most frequent terms", measured([&] { index.search({.terms = analyseQuery(frequent()), .accept = {}}); }));
    report("4 most frequent terms, one owner of four", measured([&] {
        index.search(
            {.terms = analyseQuery(frequent()), .accept = [](const DocumentAttributes &d) { return d.keyId == 1; }});
    }));
    report(
        "8 words by frequency", measured([&] { index.search({.terms = analyseQuery(texts.next(8)), .accept = {}}); }));
    report("a whole text", measured([&] { index.search({.terms = analyseQuery(texts.next(words)), .accept = {}}); }));
    report("newest 20", measured([&] { index.newest({}, 20); }));
}

} // namespace

int main(int argc, char *argv[])
{
    QTextStream out(stdout);
    for (int i = 1; i + 1 < argc; i += 2)
        run(out, QByteArray(argv[i]).toLongLong(), QByteArray(argv[i + 1]).toInt());
    if (argc < 3) {
        run(out, 10000, 25);
        run(out, 100000, 40);
    }
    return 0;
}

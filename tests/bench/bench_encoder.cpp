// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/installedmodel.h"
#include "core/embedding/textencoder.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <cstdio>

// bench_encoder: what the installed model costs on one core, with every arithmetic that this processor has.

using namespace hub;

namespace {

constexpr int rounds = 20;

double milliseconds(const QElapsedTimer &watch) { return double(watch.nsecsElapsed()) / 1e6; }

/// Median time of one text.
double measure(TextEncoder &encoder, const QString &text)
{
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer watch;
        watch.start();
        if (!encoder.encode(text))
            return -1;
        times.push_back(milliseconds(watch));
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

/// Kilobytes of this process that are in memory.
qint64 residentKb()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const auto lines = status.readAll().split('\n');
    for (const auto &line : lines) {
        if (line.startsWith("VmRSS:"))
            return line.mid(6).simplified().split(' ').first().toLongLong();
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const auto model = InstalledModel::locate();
    const QString word = u"we moved the port of the cache because another service took it "_s;
    const auto names = {"portable", "AVX2", "AVX-512 VNNI"};
    const auto usable = usableArithmetic();
    for (const auto arithmetic : usable) {
        QElapsedTimer watch;
        watch.start();
        auto encoder = TextEncoder::load(model.file(), arithmetic);
        if (!encoder) {
            std::fprintf(stderr, "%s\n", qPrintable(encoder.error().message));
            return 1;
        }
        std::printf("%s: read in %.0f ms\n", names.begin()[size_t(arithmetic)], milliseconds(watch));
        for (const int length : {16, 32, 40, 128, 512}) {
            QString text = u"query: "_s;
            while (int((*encoder)->tokenizer().tokens(text, 1 << 16).size()) < length)
                text += word.section(u' ', text.count(u' ') % 12, text.count(u' ') % 12) + u' ';
            const auto tokens = (*encoder)->tokenizer().tokens(text, 512).size();
            const auto ms = measure(**encoder, text);
            std::printf("  %3zu tokens: %7.2f ms, %6.1f a second\n", tokens, ms, 1000 / ms);
        }
        std::printf("  %lld MB in memory, %lld MB of them the encoder's own\n", qlonglong(residentKb() >> 10),
            qlonglong((*encoder)->memoryBytes() >> 20));
    }
    return 0;
}

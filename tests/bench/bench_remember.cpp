// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memorybench.h"

#include <QElapsedTimer>

#include <cstdio>
#include <random>

using namespace hub;

/// Time of one remember among so many memories, without the disk. usage: bench_remember [stored] [measured]
namespace {

class Sentences
{
public:
    QString next()
    {
        QStringList words;
        for (int i = 0; i < 18; ++i)
            words += u"word%1"_s.arg(std::min(m_random() % 4000, m_random() % 4000));
        return words.join(u' ');
    }

private:
    std::mt19937 m_random {7};
};

RememberRequest request(Sentences &sentences, int number)
{
    RememberRequest request;
    request.content = sentences.next();
    request.topic = u"topic%1"_s.arg(number % 20);
    request.type = FragmentType(number % 7);
    request.sessionId = u"session%1"_s.arg(number / 40);
    return request;
}

} // namespace

int main(int argc, char **argv)
{
    const int stored = argc > 1 ? atoi(argv[1]) : 2000;
    const int measured = argc > 2 ? atoi(argv[2]) : 500;
    test::MemoryBench bench;
    bench.services.memory.automaticLinks = true;
    Sentences sentences;
    QElapsedTimer timer;
    for (int i = 0; i < stored + measured; ++i) {
        if (i == stored)
            timer.start();
        bench.clock.advance(60'000);
        if (!bench.write(remember, request(sentences, i)))
            return 1;
    }
    std::printf("%d memories: %.0f us a remember\n", stored, double(timer.nsecsElapsed()) / 1000 / measured);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/inspect.h"
#include "core/search/recall.h"
#include "tests/support/memorybench.h"

using namespace hub;

class RememberTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void storesWhatRecallFinds();
};

void RememberTest::storesWhatRecallFinds()
{
    test::MemoryBench bench;
    const auto id = bench.store(u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결"_s, u"nginx"_s, FragmentType::Procedure);
    QVERIFY(id.startsWith(u"frag-"));
    bench.store(u"Quarterly lunch menu lists soup and bread on Friday."_s, u"menu"_s);
    RecallRequest request;
    request.text = u"502 포트"_s;
    auto work = bench.work();
    const auto answer = recall(work, request);
    VERIFY_OK(answer);
    QCOMPARE(answer->fragments.constFirst().id, id);
    QCOMPARE(answer->fragments.constFirst().content, u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결"_s);
}

QTEST_GUILESS_MAIN(RememberTest)
#include "tst_remember.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guide/guide.h"
#include "tests/support/memorybench.h"

#include <QDir>
#include <QRegularExpression>

using namespace hub;

class GuideTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasTheDocumentedSections();
    void saysEverySectionInBothLanguages_data();
    void saysEverySectionInBothLanguages();
    void namesEveryToolAndNoOther_data();
    void namesEveryToolAndNoOther();
    void answersASectionOrAll_data();
    void answersASectionOrAll();
    void speaksTheHubsLanguage();
};

namespace {

const QStringList documentedTools = u"amend apply_update batch_remember batch_status check_update context forget "
                                    "fragment_history get_skill_guide graph_explore link memory_consolidate "
                                    "memory_stats recall reconstruct_history reflect remember search_traces "
                                    "session_rotate tool_feedback"_s.split(u' ');

void bothLanguages()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("en") << u"en"_s;
    QTest::newRow("ko") << u"ko"_s;
}

} // namespace

void GuideTest::hasTheDocumentedSections()
{
    auto sections = guideSections();
    sections.sort();
    QCOMPARE(sections,
        u"antipatterns cbr codex collaboration episode experiential importance keywords lifecycle multiplatform "
        "overview search tools triggers workspace"_s.split(u' '));
}

void GuideTest::saysEverySectionInBothLanguages_data() { bothLanguages(); }

void GuideTest::saysEverySectionInBothLanguages()
{
    QFETCH(QString, language);
    QStringList files;
    for (const auto &file : QDir(u":/mcp/guide/"_s + language).entryList())
        files += file.chopped(3);
    files.sort();
    auto sections = guideSections();
    sections.sort();
    QCOMPARE(files, sections);
    for (const auto &section : sections) {
        const auto text = guideText(language, section);
        QVERIFY2(text.startsWith(u"## ") && text.size() > 200, qPrintable(section));
        const bool hasHangul = text.contains(QRegularExpression(u"[가-힣]"_s));
        QCOMPARE(hasHangul, language == u"ko");
    }
}

void GuideTest::namesEveryToolAndNoOther_data() { bothLanguages(); }

void GuideTest::namesEveryToolAndNoOther()
{
    QFETCH(QString, language);
    QStringList named;
    const QRegularExpression item(u"^- `([a-z_]+)`: "_s, QRegularExpression::MultilineOption);
    const auto tools = guideText(language, u"tools"_s);
    for (const auto &match : item.globalMatch(tools))
        named += match.captured(1);
    named.sort();
    QCOMPARE(named, documentedTools);
}

void GuideTest::answersASectionOrAll_data()
{
    QTest::addColumn<std::optional<QString>>("section");
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("none") << std::optional<QString>() << true;
    QTest::newRow("blank") << std::optional(u" "_s) << true;
    QTest::newRow("unknown") << std::optional(u"../ko/tools"_s) << true;
    QTest::newRow("one") << std::optional(u"search"_s) << false;
    QTest::newRow("in capitals") << std::optional(u"Search"_s) << false;
}

void GuideTest::answersASectionOrAll()
{
    QFETCH(std::optional<QString>, section);
    QFETCH(bool, isWhole);
    test::MemoryBench bench;
    const auto answer = bench.read(skillGuide, {.section = section});
    VERIFY_OK(answer);
    QVERIFY(answer->success);
    if (!isWhole) {
        QCOMPARE(answer->section, std::optional(u"search"_s));
        QCOMPARE(answer->content, guideText(u"en"_s, u"search"_s));
        return;
    }
    QVERIFY(!answer->section);
    for (const auto &one : guideSections())
        QVERIFY(answer->content.contains(guideText(u"en"_s, one)));
}

void GuideTest::speaksTheHubsLanguage()
{
    test::MemoryBench bench;
    bench.messages = Messages(u"ko"_s);
    const auto answer = bench.read(skillGuide, {.section = u"overview"_s}, test::keyed(u"any"_s));
    VERIFY_OK(answer);
    QCOMPARE(answer->content, guideText(u"ko"_s, u"overview"_s));
}

QTEST_GUILESS_MAIN(GuideTest)
#include "tst_guide.moc"

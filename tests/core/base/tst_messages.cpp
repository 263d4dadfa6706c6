// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/messages.h"
#include "core/base/result.h"
#include "tests/architecture/sources.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace hub;

class MessagesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasEveryNameInEveryLanguage();
    void leavesTheSamePlacesInEveryLanguage();
    void hasNoNameThatNothingUses();
    void saysItInTheLanguageAskedFor();
};

namespace {

QJsonObject textsOf(const QString &language)
{
    return QJsonDocument::fromJson(test::bytesOf(u"resources/messages/%1.json"_s.arg(language))).object();
}

QStringList placesIn(const QString &text)
{
    static const QRegularExpression place(u"%[1-9]"_s);
    QStringList places;
    for (const auto &match : place.globalMatch(text))
        places += match.captured();
    places.sort();
    return places;
}

} // namespace

void MessagesTest::hasEveryNameInEveryLanguage()
{
    QVERIFY(!textsOf(u"en"_s).isEmpty());
    QCOMPARE(textsOf(u"ko"_s).keys(), textsOf(u"en"_s).keys());
    for (const auto &language : {u"en"_s, u"ko"_s}) {
        const auto texts = textsOf(language);
        const Messages messages(language);
        for (const auto &name : texts.keys()) {
            QVERIFY2(!texts[name].toString().trimmed().isEmpty(), qPrintable(name));
            QCOMPARE(messages.text(name), texts[name].toString());
        }
    }
}

void MessagesTest::leavesTheSamePlacesInEveryLanguage()
{
    const auto english = textsOf(u"en"_s);
    const auto korean = textsOf(u"ko"_s);
    for (const auto &name : english.keys())
        QCOMPARE(placesIn(korean[name].toString()), placesIn(english[name].toString()));
}

void MessagesTest::hasNoNameThatNothingUses()
{
    QString sources;
    for (const auto &path : test::productSources())
        sources += test::textOf(path);
    for (const auto &name : textsOf(u"en"_s).keys()) {
        // Used whole, or as a prefix that stands in the source with a code behind it.
        const auto whole = u"u\"%1\""_s.arg(name);
        const auto code = u"u\"%1\""_s.arg(name.section(u'.', 1));
        const auto prefix = u"u\"%1.\""_s.arg(name.section(u'.', 0, 0));
        QVERIFY2(sources.contains(whole) || (sources.contains(code) && sources.contains(prefix)), qPrintable(name));
    }
}

void MessagesTest::saysItInTheLanguageAskedFor()
{
    QCOMPARE(Messages(u"ko"_s).text(u"hint.no_results"_s),
        u"이 주제에 대한 기억이 없습니다. 중요한 내용이라면 remember로 저장하세요."_s);
    QCOMPARE(Messages(u"en"_s).language(), u"en"_s);
}

QTEST_GUILESS_MAIN(MessagesTest)
#include "tst_messages.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/localembedder.h"
#include "core/embedding/textencoder.h"
#include "tests/support/tinymodel.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace hub;
using namespace std::chrono_literals;

namespace {

constexpr auto patient = 10'000ms;

float cosine(const Vector &a, const Vector &b)
{
    float sum = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

} // namespace

class LocalEmbedderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void putsThePrefixesBefore();
    void leavesMemoryWhenIdle();
    void givesUpAtTheDeadline();
    void refusesAnotherFile();
    void bringsLikeTextsTogether();

private:
    InstalledModel model() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    test::TinyModel m_tiny;
};

void LocalEmbedderTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(model().folder()));
    QVERIFY(m_tiny.write(model().file()));
}

InstalledModel LocalEmbedderTest::model() const
{
    const auto bytes = m_tiny.bytes();
    ModelDescription description;
    description.name = u"tiny"_s;
    description.dimension = test::TinyModel::width;
    description.queryPrefix = u"query: "_s;
    description.passagePrefix = u"ab: "_s;
    description.fileBytes = bytes.size();
    description.fileSha256 = QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
    return {description, m_folder->path()};
}

void LocalEmbedderTest::putsThePrefixesBefore()
{
    LocalEmbedder embedder(model(), 0ms);
    QVERIFY(embedder.isReady());
    QVERIFY(!embedder.isLoaded());
    auto encoder = TextEncoder::load(model().file(), usableArithmetic().constLast());
    QVERIFY(encoder);
    const auto asked = embedder.embed({u"한국어 c"_s}, EmbedPurpose::Query, patient);
    const auto stored = embedder.embed({u"한국어 c"_s, u"b"_s}, EmbedPurpose::Passage, patient);
    QVERIFY(asked && stored);
    QVERIFY(embedder.isLoaded());
    QCOMPARE(asked->constFirst(), *(*encoder)->encode(u"query: 한국어 c"_s));
    QCOMPARE(stored->size(), 2);
    QCOMPARE(stored->constFirst(), *(*encoder)->encode(u"ab: 한국어 c"_s));
    QCOMPARE(stored->constLast(), *(*encoder)->encode(u"ab: b"_s));
}

void LocalEmbedderTest::leavesMemoryWhenIdle()
{
    LocalEmbedder embedder(model(), 50ms);
    const auto first = embedder.embed({u"abc"_s}, EmbedPurpose::Query, patient);
    QVERIFY(first);
    QVERIFY(embedder.isLoaded());
    QTRY_VERIFY(!embedder.isLoaded());
    const auto again = embedder.embed({u"abc"_s}, EmbedPurpose::Query, patient);
    QVERIFY(again);
    QCOMPARE(*again, *first);
}

void LocalEmbedderTest::givesUpAtTheDeadline()
{
    LocalEmbedder embedder(model(), 0ms);
    const auto answer = embedder.embed({u"abc"_s}, EmbedPurpose::Passage, 0ms);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::Busy);
}

void LocalEmbedderTest::refusesAnotherFile()
{
    QFile file(model().file());
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() - 3) && file.write("!") == 1);
    file.close();
    LocalEmbedder embedder(model(), 0ms);
    const auto answer = embedder.embed({u"abc"_s}, EmbedPurpose::Passage, patient);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::Storage);
}

/// With the real model, where ANCHORHOLD_TEST_MODELS names the folder that holds it.
void LocalEmbedderTest::bringsLikeTextsTogether()
{
    const auto folder = qEnvironmentVariable("ANCHORHOLD_TEST_MODELS");
    const InstalledModel real(InstalledModel::locate().description(), folder);
    if (folder.isEmpty() || real.state() != ModelState::Ready)
        QSKIP("the model is not here; anchorhold-cli model fetch brings it, ANCHORHOLD_TEST_MODELS names its folder");
    LocalEmbedder embedder(real, 0ms);
    const auto asked = embedder.embed(
        {u"How much protein should a woman eat?"_s, u"서울에는 몇 명이 사나요?"_s}, EmbedPurpose::Query, patient);
    const auto stored
        = embedder.embed({u"Women from 19 to 70 need 46 grams of protein a day."_s, u"서울의 인구는 약 940만 명이다."_s,
                             u"Seoul has 9.4 million inhabitants."_s, u"The stock market fell on Monday."_s},
            EmbedPurpose::Passage, patient);
    QVERIFY(asked && stored);
    const auto near = [&](int question, int text) { return cosine((*asked)[question], (*stored)[text]); };
    QVERIFY(near(0, 0) > near(0, 3) + 0.2F);
    QVERIFY(near(1, 1) > near(1, 3) + 0.2F);
    QVERIFY(near(1, 2) > near(1, 3) + 0.2F); // in the other language
    QVERIFY(near(1, 2) > near(1, 0) + 0.2F);
}

QTEST_GUILESS_MAIN(LocalEmbedderTest)
#include "tst_localembedder.moc"

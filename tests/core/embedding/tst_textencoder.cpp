// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/textencoder.h"
#include "tests/support/tinymodel.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace hub;

/// The reader, the tokenizer and the encoder, with a model small enough to check by hand.
class TextEncoderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void takesTextsApart_data();
    void takesTextsApart();
    void cutsWhatIsTooLong();
    void encodesAsThePlainComputation_data();
    void encodesAsThePlainComputation();
    void computesGeluAndSoftmax();
    void refusesDamagedFiles_data();
    void refusesDamagedFiles();
    void neverReadsBesideADamagedFile();

private:
    QString written(const QByteArray &bytes) const;

    QTemporaryDir m_folder;
    test::TinyModel m_model;
    std::unique_ptr<TextEncoder> m_encoder;
};

QString TextEncoderTest::written(const QByteArray &bytes) const
{
    const auto path = m_folder.filePath(u"damaged.bin"_s);
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
}

void TextEncoderTest::initTestCase()
{
    const auto path = m_folder.filePath(u"model.bin"_s);
    QVERIFY(m_model.write(path));
    auto encoder = TextEncoder::load(path, usableArithmetic().constLast());
    QVERIFY2(encoder, encoder ? "" : qPrintable(encoder.error().message));
    m_encoder = std::move(*encoder);
    QCOMPARE(m_encoder->dimension(), test::TinyModel::width);
}

void TextEncoderTest::takesTextsApart_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("pieces");
    QTest::newRow("nothing") << QString() << QStringList();
    QTest::newRow("white space alone") << u" \t  "_s << QStringList();
    QTest::newRow("the longest piece") << u"abc"_s << QStringList {u"\u2581abc"_s};
    QTest::newRow("the fewest pieces") << u"abab"_s << QStringList {u"\u2581ab"_s, u"ab"_s};
    QTest::newRow("white space is one mark") << u"  ab \t ab "_s << QStringList {u"\u2581ab"_s, u"\u2581ab"_s};
    QTest::newRow("replaced characters") << u"\uFF41b\u0001c"_s << QStringList {u"\u2581abc"_s};
    QTest::newRow("Korean") << u"한국어"_s << QStringList {u"\u2581한국"_s, u"어"_s};
    QTest::newRow("decomposed Korean") << u"한국어"_s.normalized(QString::NormalizationForm_D)
                                       << QStringList {u"\u2581한국"_s, u"어"_s};
    QTest::newRow("decomposed accent") << u"cafe\u0301"_s << QStringList {u"\u2581caf"_s, u"\u00e9"_s};
    QTest::newRow("unknown ones together")
        << u"a\U0001F642xyz b"_s << QStringList {u"\u2581"_s, u"a"_s, u"<unk>"_s, u"\u2581"_s, u"b"_s};
    QTest::newRow("marks that are spelt out") << u"<s>"_s << QStringList {u"\u2581"_s, u"<"_s, u"s"_s, u">"_s};
}

void TextEncoderTest::takesTextsApart()
{
    QFETCH(QString, text);
    QFETCH(QStringList, pieces);
    const auto tokens = m_encoder->tokenizer().tokens(text, test::TinyModel::positions);
    QStringList found;
    for (const int token : tokens)
        found += test::TinyModel::pieces().at(token);
    QCOMPARE(found, QStringList(u"<s>"_s) + pieces + QStringList(u"</s>"_s));
}

void TextEncoderTest::cutsWhatIsTooLong()
{
    const auto tokens = m_encoder->tokenizer().tokens(u"abc "_s.repeated(5000), 6);
    QCOMPARE(tokens.size(), size_t(6));
    QCOMPARE(tokens.front(), 0);
    QCOMPARE(tokens.back(), 2);
    QVERIFY(m_encoder->encode(u"abc "_s.repeated(5000)));
}

void TextEncoderTest::encodesAsThePlainComputation_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << QString();
    QTest::newRow("one word") << u"abc"_s;
    QTest::newRow("several") << u"query: ab 한국어 c café"_s;
    QTest::newRow("as long as it may be") << u"a b c a b c a b c a b c"_s;
}

void TextEncoderTest::encodesAsThePlainComputation()
{
    QFETCH(QString, text);
    const auto tokens = m_encoder->tokenizer().tokens(text, test::TinyModel::positions);
    const auto expected = m_model.expected(tokens);
    const auto usable = usableArithmetic();
    for (const auto arithmetic : usable) {
        auto encoder = TextEncoder::load(m_folder.filePath(u"model.bin"_s), arithmetic);
        QVERIFY(encoder);
        const auto vector = (*encoder)->encode(text);
        QVERIFY(vector);
        double cosine = 0;
        for (size_t i = 0; i < expected.size(); ++i)
            cosine += expected[i] * double((*vector)[qsizetype(i)]);
        QVERIFY2(cosine > 0.9995, qPrintable(QString::number(cosine)));
    }
}

void TextEncoderTest::computesGeluAndSoftmax()
{
    std::vector<float> numbers;
    for (int i = -800; i <= 800; ++i)
        numbers.push_back(float(i) / 100);
    auto computed = numbers;
    gelu(computed);
    for (size_t i = 0; i < numbers.size(); ++i) {
        const double x = double(numbers[i]);
        const double right = x * 0.5 * (1 + std::erf(x / std::sqrt(2.0)));
        QVERIFY2(std::abs(double(computed[i]) - right) < 2e-6, qPrintable(QString::number(x)));
    }
    std::vector<float> weights {1, 2, 3, -200};
    softmax(weights);
    QVERIFY(std::abs(weights[2] - 0.66524096F) < 1e-5F);
    QVERIFY(std::abs(weights[0] - 0.09003057F) < 1e-5F);
    QVERIFY(weights[3] < 1e-20F);
}

void TextEncoderTest::refusesDamagedFiles_data()
{
    const auto whole = m_model.bytes();
    const auto changed
        = [&](qsizetype at, const QByteArray &by) { return QByteArray(whole).replace(at, by.size(), by); };
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("another format") << changed(0, "GGUF");
    QTest::newRow("another version") << changed(4, QByteArray(1, '\7'));
    QTest::newRow("cut in the header") << whole.left(40);
    QTest::newRow("cut in the vocabulary") << whole.left(200);
    QTest::newRow("cut in the directory") << whole.left(900);
    QTest::newRow("cut in the last table") << whole.chopped(1);
    QTest::newRow("width that fits no block") << changed(8, QByteArray(1, 33));
    QTest::newRow("no heads") << changed(16, QByteArray(1, '\0'));
    QTest::newRow("as many layers as fit a number") << changed(12, QByteArray(4, '\xFF'));
    QTest::newRow("pieces out of order") << changed(0x48 + 5, QByteArray(2, '\xFF'));
    QTest::newRow("a score that is no number") << changed(0x48 + 24 * 4, QByteArray(4, '\xFF'));
    QTest::newRow("a table that is missing") << QByteArray(whole).replace("l1.fo.w", "l9.fo.w");
}

void TextEncoderTest::refusesDamagedFiles()
{
    QFETCH(QByteArray, bytes);
    const auto loaded = TextEncoder::load(written(bytes), Arithmetic::Portable);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::Storage);
}

/// What a changed byte makes of a vector is not our concern, as long as nothing is read that is not ours.
void TextEncoderTest::neverReadsBesideADamagedFile()
{
    const auto whole = m_model.bytes();
    std::mt19937 random(11);
    int refused = 0;
    constexpr int rounds = 400;
    for (int round = 0; round < rounds; ++round) {
        auto bytes = whole;
        const auto span = round % 2 == 0 ? std::min<qsizetype>(2600, bytes.size()) : bytes.size();
        for (int i = 0; i < 3; ++i)
            bytes[qsizetype(random() % quint32(span))] = char(random());
        auto loaded = TextEncoder::load(written(bytes), Arithmetic::Portable);
        if (!loaded || !(*loaded)->encode(u"query: abc 한국어"_s))
            ++refused;
    }
    QVERIFY(refused > 0);
    QVERIFY(refused < rounds);
}

QTEST_GUILESS_MAIN(TextEncoderTest)
#include "tst_textencoder.moc"

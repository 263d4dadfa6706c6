// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/describe.h"
#include "tests/support/verify.h"

#include <QJsonDocument>

using namespace hub;

namespace {

enum class Shape : quint8 { Circle, Square };

struct Inner {
    QString label;
    static constexpr auto fields() { return std::tuple {field("label", &Inner::label).required().max(5)}; }
};

struct Sample {
    QString name;
    std::optional<double> weight;
    int pageSize = 20;
    bool dryRun = false;
    QStringList tags;
    QStringList affect;
    Shape shape = Shape::Circle;
    QList<Inner> items;

    static constexpr auto fields()
    {
        using S = Sample;
        return std::tuple {
            field("name", &S::name).required().max(4),
            field("weight", &S::weight).range(0, 1),
            field("pageSize", &S::pageSize).clamped(1, 50).also("page_size"),
            field("dryRun", &S::dryRun),
            field("tags", &S::tags).items(3),
            field("affect", &S::affect).orSingle(),
            field("shape", &S::shape),
            field("items", &S::items),
        };
    }
};

} // namespace

template <>
struct hub::EnumNames<Shape> {
    static constexpr auto names = std::to_array<std::string_view>({"circle", "square"});
};

class DescribeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesWithPathRuleAndGiven_data();
    void refusesWithPathRuleAndGiven();
    void acceptsWhatAgentsWrite();
    void clampsAPageThatIsTooLarge();
    void roundTripsThroughJson();
    void describesItselfAsASchema();
};

void DescribeTest::refusesWithPathRuleAndGiven_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("message");
    QTest::newRow("missing") << QByteArray("{}") << u"name is required"_s;
    QTest::newRow("null is missing") << QByteArray(R"({"name":null})") << u"name is required"_s;
    QTest::newRow("too long") << QByteArray(R"({"name":"abcde"})") << u"name length 5 exceeds max 4"_s;
    QTest::newRow("code points, not UTF-16")
        << QByteArray(R"({"name":"🟡🟡🟡🟡🟡"})") << u"name length 5 exceeds max 4"_s;
    QTest::newRow("NUL") << QByteArray(R"({"name":"a\u0000b"})")
                         << u"name has a NUL character (U+0000) at position 1"_s;
    QTest::newRow("range") << QByteArray(R"({"name":"a","weight":1.5})")
                           << u"weight must be between 0 and 1; got number 1.5"_s;
    QTest::newRow("not a number") << QByteArray(R"({"name":"a","pageSize":"five"})")
                                  << u"pageSize must be an integer; got string \"five\""_s;
    QTest::newRow("fraction") << QByteArray(R"({"name":"a","pageSize":2.7})")
                              << u"pageSize must be an integer; got number 2.7"_s;
    QTest::newRow("below") << QByteArray(R"({"name":"a","pageSize":-1})")
                           << u"pageSize must be between 1 and 50; got number -1"_s;
    QTest::newRow("enum") << QByteArray(R"({"name":"a","shape":"star"})")
                          << u"shape must be one of circle, square; got string \"star\""_s;
    QTest::newRow("nested") << QByteArray(R"({"name":"a","items":[{"label":"x"},{"label":"toolong"}]})")
                            << u"items[1].label length 7 exceeds max 5"_s;
    QTest::newRow("list of wrong kind") << QByteArray(R"({"name":"a","tags":["x",{}]})")
                                        << u"tags[1] must be a string; got an object"_s;
    QTest::newRow("too many") << QByteArray(R"({"name":"a","tags":["x","y","z","w"]})")
                              << u"tags has 4 items, at most 3 are allowed"_s;
    QTest::newRow("unknown") << QByteArray(R"({"name":"a","colour":1})") << u"colour is not a known parameter"_s;
    QTest::newRow("misspelled") << QByteArray(R"({"name":"a","dryrun":true})")
                                << u"dryrun is not a known parameter; did you mean dryRun"_s;
}

void DescribeTest::refusesWithPathRuleAndGiven()
{
    QFETCH(QByteArray, json);
    const auto sample = fromJson<Sample>(QJsonDocument::fromJson(json).object());
    QVERIFY(!sample);
    QTEST(sample.error().message, "message");
}

void DescribeTest::acceptsWhatAgentsWrite()
{
    const auto sample = fromJson<Sample>(QJsonDocument::fromJson(
        R"({"name":"a","weight":"0.5","page_size":"7","dryRun":"true","tags":"[\"x\",\"y\"]","affect":"doubt",
            "shape":"square","items":"[{\"label\":\"one\"}]"})")
                                             .object());
    VERIFY_OK(sample);
    QCOMPARE(*sample->weight, 0.5);
    QCOMPARE(sample->pageSize, 7);
    QVERIFY(sample->dryRun);
    QCOMPARE(sample->tags, (QStringList {u"x"_s, u"y"_s}));
    QCOMPARE(sample->affect, QStringList {u"doubt"_s});
    QCOMPARE(sample->shape, Shape::Square);
    QCOMPARE(sample->items.constFirst().label, u"one"_s);
}

void DescribeTest::clampsAPageThatIsTooLarge()
{
    const auto sample = fromJson<Sample>({{u"name"_s, u"a"_s}, {u"pageSize"_s, 1e9}});
    VERIFY_OK(sample);
    QCOMPARE(sample->pageSize, 50);
}

void DescribeTest::roundTripsThroughJson()
{
    Sample sample;
    sample.name = u"가나"_s;
    sample.weight = 0.25;
    sample.items = {{u"x"_s}};
    const auto again = fromJson<Sample>(toJson(sample));
    VERIFY_OK(again);
    QCOMPARE(toJson(*again), toJson(sample));
    sample.weight.reset();
    QVERIFY(!toJson(sample).contains(u"weight"_s));
}

void DescribeTest::describesItselfAsASchema()
{
    const auto schema = jsonSchema<Sample>();
    QCOMPARE(schema[u"required"_s].toArray(), QJsonArray {u"name"_s});
    const auto properties = schema[u"properties"_s].toObject();
    QCOMPARE(properties[u"weight"_s].toObject(),
        (QJsonObject {{u"type"_s, u"number"_s}, {u"minimum"_s, 0}, {u"maximum"_s, 1}}));
    QCOMPARE(properties[u"tags"_s][u"items"_s][u"type"_s].toString(), u"string"_s);
    QCOMPARE(properties[u"shape"_s][u"enum"_s].toArray().size(), 2);
    QVERIFY(!properties.contains(u"page_size"_s));
}

QTEST_GUILESS_MAIN(DescribeTest)
#include "tst_describe.moc"

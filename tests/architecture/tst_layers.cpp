// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/sources.h"

#include <QRegularExpression>
#include <QTest>

using namespace hub::test;

/// The dependency rules of ARCHITECTURE.md, read off the #include lines.
class LayersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesOnlyWhatItMay_data();
    void includesOnlyWhatItMay();
    void looksOnlyDownInsideCore();
    void namesALibraryInOnePlace_data();
    void namesALibraryInOnePlace();
};

namespace {

/// The files below the layer's folder that an `#include` line leads to what the
/// expression's first group captures, as "file -> captured".
QStringList matches(const QStringList &files, const QRegularExpression &expression)
{
    QStringList found;
    for (const QString &path : files) {
        const QString text = textOf(path);
        for (const auto &match : expression.globalMatch(text))
            found += QString(path + u" -> " + match.captured(1));
    }
    return found;
}

} // namespace

void LayersTest::includesOnlyWhatItMay_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("mayInclude");
    QTest::newRow("core") << u"core"_s << u"core"_s;
    QTest::newRow("server") << u"server"_s << u"core|server"_s;
    QTest::newRow("ui") << u"ui"_s << u"core|ui"_s;
}

void LayersTest::includesOnlyWhatItMay()
{
    QFETCH(QString, layer);
    QFETCH(QString, mayInclude);
    const QRegularExpression forbidden(uR"re(#include "(?!(?:%1)/|moc_)([^"]+)(?<!\.moc)")re"_s.arg(mayInclude));
    const QStringList broken = matches(filesBelow({layer}, {u"*.h"_s, u"*.cpp"_s}), forbidden);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void LayersTest::looksOnlyDownInsideCore()
{
    const QStringList order
        = u"base settings storage net embedding language keys index memory batch search feedback "
          "sessions reflect history upkeep guide updates admin consolidation ask clients eval"_s.split(u' ');
    const QRegularExpression include(uR"re(#include "core/(\w+)/)re"_s);
    QStringList broken;
    for (const QString &path : filesBelow({u"core"_s}, {u"*.h"_s, u"*.cpp"_s})) {
        if (path.startsWith(u"core/hub."))
            continue; // the facade holds all of core together
        const qsizetype own = order.indexOf(path.section(u'/', 1, 1));
        QVERIFY2(own >= 0, qPrintable(QString(path + u" is in a folder without a place in core's order")));
        for (const auto &match : include.globalMatch(textOf(path))) {
            if (order.indexOf(match.captured(1)) > own)
                broken += QString(path + u" -> " + match.captured(1));
        }
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void LayersTest::namesALibraryInOnePlace_data()
{
    QTest::addColumn<QString>("line");  // a regular expression
    QTest::addColumn<QString>("place"); // what the path must begin with; several are separated by |
    QTest::newRow("SQLite") << uR"(#include [<"]sqlite3\.h)"_s << u"core/storage/database.cpp"_s;
    QTest::newRow("hnswlib") << uR"(#include [<"]hnswlib)"_s << u"core/index/vectorgraph.cpp"_s;
    QTest::newRow("Snowball stemmers") << uR"(#include [<"]libstemmer)"_s << u"core/index/"_s;
    QTest::newRow("spdlog") << uR"(#include [<"]spdlog)"_s << u"core/base/log.cpp"_s;
    QTest::newRow("CLI11") << uR"(#include [<"]CLI/)"_s << u"app/cli/"_s;
    QTest::newRow("Qt HTTP Server") << uR"(#include [<"](?:Qt)?Q?(?:Abstract)?Http(?:Server)\w*)"_s
                                    << u"server/http/"_s;
    QTest::newRow("Qt Sql") << uR"(#include [<"]QSql\w+)"_s << u"core/storage/"_s;
    QTest::newRow("Qt version") << uR"(#\s*(?:el)?if.*\bQT_VERSION\b)"_s << u"server/http/server.cpp|ui/theme.cpp"_s;
}

void LayersTest::namesALibraryInOnePlace()
{
    QFETCH(QString, line);
    QFETCH(QString, place);
    QStringList broken = matches(productSources(), QRegularExpression(QString(u'(' + line + u')')));
    const QRegularExpression allowed(QString(u"^(?:" + QString(place).replace(u'.', u"\\."_s) + u')'));
    broken.removeIf([&](const QString &found) { return allowed.match(found).hasMatch(); });
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

QTEST_GUILESS_MAIN(LayersTest)
#include "tst_layers.moc"

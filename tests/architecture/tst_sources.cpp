// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/literals.h"
#include "tests/architecture/sources.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace hub::test;

/// The house rules that a machine can check: sizes, what may stand in a source
/// file, and what no file of the project may name.
class SourcesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsStringLiterals_data();
    void readsStringLiterals();
    void keepsFilesShort();
    void namesTheLicenceFirst();
    void keepsSqlAndLongTextInResources();
    void givesJoinedTextAType();
    void attachesNoContinuation();
    void keepsNoReferenceIntoATemporary();
    void runsEveryTestThatExists();
    void namesNoMachineAndNoRegistry();
    void isFormatted();
};

namespace {

/// Everything that is part of the project: not what a build makes.
QStringList projectFiles()
{
    const QDir root(QStringLiteral(HUB_SOURCE_DIR));
    const QStringList made {u".git"_s, u"build"_s, u".cache"_s, u"node_modules"_s, u"CMakeUserPresets.json"_s};
    const auto isMade = [&](const QString &name) { return made.contains(name); };
    QStringList folders = root.entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    folders.removeIf(isMade);
    QStringList files = root.entryList(QDir::Files | QDir::Hidden);
    files.removeIf(isMade);
    return files + filesBelow(folders, {u"*"_s});
}

int lineCount(const QString &path) { return int(bytesOf(path).count('\n')); }

} // namespace

void SourcesTest::readsStringLiterals_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("texts");
    QTest::addColumn<int>("lines"); // of the last literal
    QTest::newRow("plain") << u"f(\"a\", u\"b\"_s)"_s << QStringList {u"\"a\""_s, u"u\"b\"_s"_s} << 1;
    QTest::newRow("escaped quote") << uR"(f("a\"b"))"_s << QStringList {uR"("a\"b")"_s} << 1;
    QTest::newRow("quote character") << uR"(f('"', "a"))"_s << QStringList {u"\"a\""_s} << 1;
    QTest::newRow("comments") << u"// \"a\"\n/* \"b\"\n*/ \"c\""_s << QStringList {u"\"c\""_s} << 1;
    QTest::newRow("separators in a number") << u"1'000 + \"a\" + 2'000"_s << QStringList {u"\"a\""_s} << 1;
    QTest::newRow("raw") << u"R\"x(a\n)\" b)x\""_s << QStringList {u"R\"x(a\n)\" b)x\""_s} << 2;
    QTest::newRow("joined") << u"\"a\"\n  // why\n  \"b\"\n"_s << QStringList {u"\"a\"\"b\""_s} << 3;
    QTest::newRow("listed") << u"\"a\",\n\"b\"\n"_s << QStringList {u"\"a\""_s, u"\"b\""_s} << 1;
}

void SourcesTest::readsStringLiterals()
{
    QFETCH(QString, source);
    QStringList texts;
    const QList<Literal> literals = literalsOf(source);
    for (const Literal &literal : literals)
        texts += literal.text;
    QTEST(texts, "texts");
    QTEST(literals.last().lines, "lines");
}

void SourcesTest::keepsFilesShort()
{
    const QStringList known {u"core/base/describe.h"_s}; // one template that every described struct instantiates
    QStringList broken;
    for (const QString &path : productSources()) {
        if (known.contains(path))
            continue;
        const int limit = path.endsWith(u".h") ? 250 : 500;
        if (lineCount(path) > limit)
            broken += u"%1: %2 lines, at most %3"_s.arg(path).arg(lineCount(path)).arg(limit);
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void SourcesTest::namesTheLicenceFirst()
{
    const QStringList patterns {u"*.h"_s, u"*.cpp"_s, u"*.sh"_s, u"*.py"_s, u"*.mjs"_s};
    const QStringList files
        = filesBelow({u"core"_s, u"server"_s, u"ui"_s, u"app"_s, u"tests"_s, u"packaging"_s}, patterns);
    const QRegularExpression licence(uR"(\A(?:#!.*\n)?(?://|#) SPDX-License-Identifier: GPL-3\.0-or-later\n)"_s);
    QStringList broken;
    for (const QString &path : files + QStringList {u"run.sh"_s, u"test.sh"_s, u".ci/run"_s}) {
        if (!licence.match(textOf(path)).hasMatch())
            broken += path;
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void SourcesTest::keepsSqlAndLongTextInResources()
{
    const QRegularExpression sql(
        uR"("\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX|VIEW|TRIGGER)\s))"_s);
    QStringList broken;
    for (const QString &path : productSources()) {
        for (const Literal &literal : literalsOf(textOf(path))) {
            if (literal.lines > 3)
                broken += u"%1:%2: a text of %3 lines"_s.arg(path).arg(literal.line).arg(literal.lines);
            if (sql.match(literal.text).hasMatch())
                broken += u"%1:%2: SQL"_s.arg(path).arg(literal.line);
        }
    }
    QVERIFY2(broken.isEmpty(), qPrintable(QString(u"belongs in resources/:\n" + broken.join(u'\n'))));
}

/// `auto text = a + u"b"_s` is a QStringBuilder that refers to strings which are gone.
void SourcesTest::givesJoinedTextAType()
{
    const QRegularExpression joined( // outside of parentheses: what a call is given lives as long as the call
        uR"re(\bauto &?\w+ = (?:[^;\n(]|\([^;\n()]*\))*(?:\+ u["']|_s \+|\)"\s\+|\+ R))re"_s);
    QStringList broken;
    for (const QString &path : productSources() + filesBelow({u"tests"_s}, {u"*.h"_s, u"*.cpp"_s})) {
        const auto match = joined.match(textOf(path));
        if (match.hasMatch() && !path.endsWith(u"tst_sources.cpp"))
            broken += QString(path + u": " + match.captured());
    }
    QVERIFY2(broken.isEmpty(), qPrintable(QString(u"name the type, QString, instead of auto:\n" + broken.join(u'\n'))));
}

/// QFuture::then() up to Qt 6.5 can run a continuation twice, the second time on what was moved away.
void SourcesTest::attachesNoContinuation()
{
    static const QRegularExpression attached(uR"re((?:\)|\w)\s*\.then\()re"_s);
    QStringList broken;
    for (const QString &path : productSources() + filesBelow({u"tests"_s}, {u"*.h"_s, u"*.cpp"_s})) {
        if (!path.endsWith(u"tst_sources.cpp") && attached.match(textOf(path)).hasMatch())
            broken += path;
    }
    QVERIFY2(broken.isEmpty(), qPrintable(QString(u"use whenDone() or mapped():\n" + broken.join(u'\n'))));
}

/// `auto member = f()[u"a"_s]` is a reference into an object that is gone; `f().value(u"a"_s)` is a value.
void SourcesTest::keepsNoReferenceIntoATemporary()
{
    const QRegularExpression taken(uR"re(\bauto &?\w+\s*=\s*[^;]*\)\[u"[^"]*"_s\];)re"_s);
    const QRegularExpression ofAValue(uR"re(\bvalue\([^()]*\)\[u"[^"]*"_s\];$)re"_s);
    QStringList broken;
    for (const QString &path : productSources() + filesBelow({u"tests"_s}, {u"*.h"_s, u"*.cpp"_s})) {
        const auto text = textOf(path);
        for (const auto &match : taken.globalMatch(text)) {
            if (!ofAValue.match(match.captured()).hasMatch() && !path.endsWith(u"tst_sources.cpp"))
                broken += QString(path + u": " + match.captured());
        }
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void SourcesTest::runsEveryTestThatExists()
{
    QString lists;
    for (const QString &path : filesBelow({u"tests"_s}, {u"CMakeLists.txt"_s}))
        lists += textOf(path);
    QStringList forgotten;
    for (const QString &path : filesBelow({u"tests"_s}, {u"tst_*.cpp"_s})) {
        const QString name = path.section(u'/', -1).chopped(4).mid(4);
        if (!lists.contains(QRegularExpression(uR"(\b(?:tst_)?%1\b)"_s.arg(name)))) // by itself or in a foreach()
            forgotten += path;
    }
    QVERIFY2(forgotten.isEmpty(), qPrintable(QString(u"in no CMakeLists.txt:\n" + forgotten.join(u'\n'))));
}

void SourcesTest::namesNoMachineAndNoRegistry()
{
    const QRegularExpression foreign(
        uR"((?<![\w./-])/(?:work(?!space)|root|tmp|home/(?!visitor\b))[/\w]|\bregistry\.npmjs|\bdeb\.debian|\bsecurity\.debian|\barchive\.ubuntu|\bpypi\.org|\bpythonhosted\.|\bcrates\.io\b)"_s);
    QStringList broken;
    for (const QString &path : projectFiles()) {
        const QByteArray bytes = bytesOf(path);
        if (bytes.contains('\0'))
            continue; // a picture or another binary file
        const auto match = foreign.match(QString::fromUtf8(bytes));
        if (match.hasMatch())
            broken += QString(path + u": " + match.captured());
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

void SourcesTest::isFormatted()
{
    const QString program = QStandardPaths::findExecutable(u"clang-format"_s);
    if (program.isEmpty())
        QSKIP("clang-format is not installed");
    QProcess process;
    process.setWorkingDirectory(QStringLiteral(HUB_SOURCE_DIR));
    process.start(program, {u"--version"_s});
    QVERIFY(process.waitForFinished());
    if (!process.readAllStandardOutput().contains(" version 14."))
        QSKIP("the sources are formatted with clang-format 14; other versions differ in details");
    const QStringList sources = productSources() + filesBelow({u"tests"_s}, {u"*.h"_s, u"*.cpp"_s});
    process.start(program, QStringList {u"--dry-run"_s, u"--Werror"_s} + sources);
    QVERIFY(process.waitForFinished(120'000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().left(4000).constData());
}

QTEST_GUILESS_MAIN(SourcesTest)
#include "tst_sources.moc"

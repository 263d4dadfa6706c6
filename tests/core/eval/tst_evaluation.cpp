// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluation.h"

#include "core/embedding/embeddingsettings.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace hub;

const auto smokeSet = QStringLiteral(HUB_SOURCE_DIR "/tests/core/eval/smoke");

/// Guards the ranking with a small set in English and Korean.
class EvaluationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void averagesWhatQueriesScore();
    void findsWhatIsNamed();
    void scoresNothingOnShuffledAnswers();
    void leavesOutCategories();
    void saysWhichLineItCannotRead();

private:
    static EvaluationOptions options(const QString &set = smokeSet)
    {
        EvaluationOptions options {.set = set,
            .excluded = {},
            .runFile = {},
            .signalFile = {},
            .settings = Settings::load(QString(), [](const QString &) { return QString(); })};
        options.settings.override(EmbeddingSettings::group, "enabled", false);
        return options;
    }

    /// The set with `qrels.tsv` as given.
    static QString setWith(const QTemporaryDir &folder, const QByteArray &qrels)
    {
        for (const auto &name : {u"corpus.jsonl"_s, u"queries.jsonl"_s})
            QFile::copy(smokeSet + u'/' + name, folder.filePath(name));
        QFile file(folder.filePath(u"qrels.tsv"_s));
        if (file.open(QIODevice::WriteOnly))
            file.write(qrels);
        return folder.path();
    }
};

void EvaluationTest::averagesWhatQueriesScore()
{
    MetricsSum sum;
    sum.add({u"a"_s, u"b"_s, u"c"_s}, {u"b"_s, u"x"_s}); // one of two, at the second place
    sum.add({}, {u"a"_s});
    const auto mean = sum.mean();
    QCOMPARE(mean.queries, 2);
    QCOMPARE(mean.recall5, 0.25);
    QCOMPARE(mean.hit5, 0.5);
    QCOMPARE(mean.mrr, 0.25);
    QCOMPARE(mean.ndcg10, 0.1934); // 1/log2(3) / (1 + 1/log2(3)) / 2
}

void EvaluationTest::findsWhatIsNamed()
{
    const auto report = evaluate(options());
    VERIFY_OK(report);
    QCOMPARE(report->model, u"none"_s);
    QCOMPARE(report->documents, 48);
    QCOMPARE(report->refused, 0);
    QStringList checked;
    for (const auto &category : report->categories) {
        const bool isLexical = category.name.contains(u"lexical") || category.name.contains(u"inflect")
            || category.name.contains(u"particle");
        if (!isLexical)
            continue;
        QCOMPARE(category.hit5, 1.0);
        checked += category.name;
    }
    QCOMPARE(checked.size(), 4);
    QVERIFY(report->recall10 > report->baselines.fts5.recall10);
    QVERIFY(report->recall10 >= report->baselines.bm25.recall10);
}

void EvaluationTest::scoresNothingOnShuffledAnswers()
{
    QFile file(smokeSet + u"/qrels.tsv"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().trimmed().split('\n');
    QByteArray shuffled; // each query gets the answer to another one
    for (qsizetype i = 0; i < lines.size(); ++i)
        shuffled += lines[i].split('\t')[0] + '\t' + lines[(i + 17) % lines.size()].split('\t')[1] + "\t1\n";
    const QTemporaryDir folder;
    const auto report = evaluate(options(setWith(folder, shuffled)));
    VERIFY_OK(report);
    QVERIFY2(report->recall10 < 0.1, qPrintable(QString::number(report->recall10)));
}

void EvaluationTest::leavesOutCategories()
{
    auto some = options();
    some.excluded = {u"cross"_s, u"en_paraphrase"_s, u"ko_paraphrase"_s};
    const auto report = evaluate(some);
    VERIFY_OK(report);
    QCOMPARE(report->queries, 24);
}

void EvaluationTest::saysWhichLineItCannotRead()
{
    const QTemporaryDir folder;
    const auto report = evaluate(options(setWith(folder, "q00 m11 1\n")));
    QVERIFY(!report);
    QVERIFY(report.error().message.contains(u"qrels.tsv"));
    QVERIFY(!evaluate(options(folder.filePath(u"absent"_s))));
}

QTEST_GUILESS_MAIN(EvaluationTest)
#include "tst_evaluation.moc"

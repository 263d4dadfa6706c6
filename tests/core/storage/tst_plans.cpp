// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memorybench.h"

#include <QDir>
#include <QRegularExpression>

using namespace hub;

/// How SQLite carries out each statement of the program. An index that is added for one statement
/// can be taken for another, which then reads everything an owner has; nothing but the plan shows it.
class PlansTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsNoTableFromEndToEnd_data();
    void readsNoTableFromEndToEnd();
    void findsTheSameTextByItsHash();
    void countsWhatAnOwnerHasInTheIndexAlone();

private:
    Database m_database = test::freshDatabase();
};

namespace {

/// Statements that are about everything: loading, statistics, upkeep, and what is small by nature.
const QStringList &wholeTables()
{
    static const QStringList names {u"access/handover_events"_s, u"access/key_counts"_s, u"embedding/texts_without"_s,
        u"embedding/vectors_of"_s, u"memory/terms_all"_s, u"memory/stats_by_tier"_s, u"memory/stats_by_topic"_s,
        u"memory/stats_by_type"_s, u"memory/stats_by_workspace"_s, u"memory/stats_fill_rate"_s, u"memory/stats_links"_s,
        u"memory/stats_tool"_s, u"memory/stats_totals"_s, u"memory/stats_workspace_spread"_s,
        u"memory/stats_workspaces"_s, u"search/filter_stored"_s, u"sessions/counts_by_type_and_tier"_s,
        u"sessions/topics"_s, u"sessions/topics_of_workspace"_s, u"sessions/workspaces"_s, u"upkeep/gc_candidates"_s,
        u"upkeep/stale"_s};
    return names;
}

QStringList planOf(Database &database, const QString &name)
{
    struct Row {
        QString detail;
        static constexpr auto fields() { return std::tuple {field("detail", &Row::detail)}; }
    };
    auto statement = database.prepare(u"EXPLAIN QUERY PLAN "_s + namedSql(name));
    const auto rows = statement ? statement->all<Row>() : Result<QList<Row>>(statement.error());
    QStringList plan;
    for (const auto &row : rows ? *rows : QList<Row> {{.detail = rows.error().detail}})
        plan += row.detail;
    return plan;
}

} // namespace

void PlansTest::readsNoTableFromEndToEnd_data()
{
    QTest::addColumn<QString>("name");
    const QDir root(u":/sql"_s);
    for (const auto &area : root.entryList(QDir::Dirs)) {
        if (area == u"migrations" || area == u"keys" || area == u"eval") // the last has tables of its own
            continue;
        for (const auto &file : QDir(root.filePath(area)).entryList({u"*.sql"_s})) {
            const QString name = area + u'/' + file.chopped(4);
            if (name != u"storage/connection")
                QTest::newRow(qPrintable(name)) << name;
        }
    }
}

void PlansTest::readsNoTableFromEndToEnd()
{
    QFETCH(QString, name);
    const auto plan = planOf(m_database, name);
    static const QRegularExpression whole(
        u"^SCAN (f|a|l|fragments|fragment_links|search_events|case_events)\\b(?! USING INDEX (fragments_anchored|fragments_learned))"_s);
    const auto scans = plan.filter(whole);
    QVERIFY2(scans.isEmpty() || wholeTables().contains(name), qPrintable(plan.join(u"; "_s)));
}

void PlansTest::findsTheSameTextByItsHash()
{
    QVERIFY(planOf(m_database, u"memory/fragment_same_text"_s).join(u' ').contains(u"fragments_once"));
}

void PlansTest::countsWhatAnOwnerHasInTheIndexAlone()
{
    QCOMPARE(planOf(m_database, u"memory/quota_used"_s),
        QStringList {u"SEARCH fragments USING COVERING INDEX fragments_counted (<expr>=?)"_s});
}

QTEST_GUILESS_MAIN(PlansTest)
#include "tst_plans.moc"

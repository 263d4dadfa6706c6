// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/stats.h"
#include "ui/view.h"

#include <QTimer>

class QGridLayout;
class QLabel;
class QStackedWidget;

namespace hub::ui {

class Card;
class EmptyState;
class NoticeBar;
class StatCard;
class TypeChart;

/// The first page: how much is remembered, what it is about and what came last.
/// Follows the hub's events; a number not known yet is "–".
class OverviewView final : public View
{
    Q_OBJECT

public:
    explicit OverviewView(const ViewContext &context, QWidget *parent = nullptr);

    QString id() const override { return u"overview"_s; }
    QString title() const override { return tr("Overview"); }
    QString iconName() const override { return u"overview"_s; }
    QList<QWidget *> focusStops() const override;
    void refresh() override;
    void focusSearch() override;

Q_SIGNALS:
    void newMemoryRequested();
    void connectRequested();

protected:
    void retranslate() override;

private:
    void build();
    QWidget *buildDashboard();
    QWidget *buildChecklist();
    void connectEvents();
    void showStats(const MemoryStats &stats);
    void showTopics(const QList<NamedCount> &topics);
    void showRecent(const QList<RecalledFragment> &fragments);
    void fail(const QString &detail);
    void leaveForTopic(const QString &topic);

    ViewContext m_context;
    QTimer m_refreshSoon;
    int m_generation = 0;
    std::optional<MemoryStats> m_stats;
    QList<RecalledFragment> m_recent;
    QLabel *m_title;
    NoticeBar *m_notice;
    QStackedWidget *m_pages;
    EmptyState *m_checklist;
    StatCard *m_total;
    StatCard *m_today;
    StatCard *m_anchors;
    StatCard *m_links;
    StatCard *m_superseded;
    Card *m_types;
    TypeChart *m_chart;
    Card *m_topics;
    Card *m_latest;
    QAction *m_connect;
    QAction *m_write;
};

} // namespace hub::ui

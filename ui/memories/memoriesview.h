// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memoryfilter.h"
#include "ui/view.h"

#include <QTimer>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace hub::ui {

class EmptyState;
class FilterBar;
class Inspector;
class MemoriesModel;
class MemoryTable;
class NoticeBar;
class ProgressLine;
class SearchBox;

/// The memory browser: search, filters, the list, and the inspector beside it.
class MemoriesView final : public View
{
    Q_OBJECT

public:
    explicit MemoriesView(const ViewContext &context, QWidget *parent = nullptr);

    QString id() const override { return u"memories"_s; }
    QString title() const override { return tr("Memories"); }
    QString iconName() const override { return u"memories"_s; }
    MenuActions menuActions() const override;
    QList<QWidget *> focusStops() const override;
    void open(const Destination &destination) override;
    void refresh() override;
    void focusSearch() override;

Q_SIGNALS:
    void newMemoryRequested();
    void connectRequested();

protected:
    void retranslate() override;

private:
    void build();
    QWidget *buildList();
    QHBoxLayout *buildHeader();
    void buildActions();
    void connectModel();
    void connectEditor();
    void connectEvents();

    void ask(const MemoryFilter &filter);
    void refreshChoices();
    void showAnswer(int total);
    void showEmptyState();
    void loosen();
    void followSelection();
    void selectRow(const QString &id);
    void forgetSelected();
    void sayForgotten(const QStringList &ids);
    void copySelected(bool asJson);
    void setInspectorVisible(bool visible);
    QStringList selectedIds() const;

    ViewContext m_context;
    MemoryFilter m_filter;
    QString m_wantedId; ///< to be selected as soon as it is in the list
    QTimer m_refreshSoon;
    bool m_searchFailed = false;

    MemoriesModel *m_model;
    QLabel *m_title;
    QLabel *m_count;
    QPushButton *m_new;
    SearchBox *m_search;
    ProgressLine *m_progress;
    FilterBar *m_filters;
    NoticeBar *m_notice;
    QStackedWidget *m_pages;
    MemoryTable *m_table;
    EmptyState *m_empty;
    QSplitter *m_splitter;
    Inspector *m_inspector;
    QAction *m_open;
    QAction *m_edit;
    QAction *m_forget;
    QAction *m_copyJson;
    QAction *m_copyMarkdown;
    QAction *m_showInspector;
    QAction *m_loosen;
    QAction *m_clearAll;
    QAction *m_newAction;
    QAction *m_connectAction;
};

} // namespace hub::ui

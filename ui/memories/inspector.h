// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/inspect.h"
#include "ui/memories/memorydraft.h"

#include <QFuture>
#include <QWidget>

#include <functional>
#include <optional>

class QFormLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace hub::ui {

class MemoryForm;
class NoticeBar;
class Section;

/// Everything about one memory, and the place where a person changes it. Emits what
/// the person wants; saving and forgetting is the owner's matter.
class Inspector final : public QWidget
{
    Q_OBJECT

public:
    using Source = std::function<QFuture<Result<FragmentDetail>>(const QString &id)>;

    explicit Inspector(Source source, QWidget *parent = nullptr);

    /// An empty id shows nothing. Unsaved changes to another memory are kept in an
    /// undo notice, never lost silently.
    void show(const QString &id);
    void showSelection(int count);
    /// Looks again, unless the person is in the middle of a change.
    void refresh();
    /// The change that saveRequested() asked for is stored.
    void saved(const QString &id);
    QString id() const { return m_id; }
    bool isDirty() const;
    void setTopics(const QStringList &topics);
    void edit();
    QWidget *firstField() const;

Q_SIGNALS:
    void saveRequested(const hub::AmendRequest &change, const hub::AmendRequest &back);
    void forgetRequested();
    void linkFollowed(const QString &id);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    QWidget *buildButtons();
    void load();
    void fill(const FragmentDetail &detail);
    void fillFacts(const Fragment &fragment);
    void fillLinks(const QList<LinkView> &links);
    void fillHistory(const FragmentDetail &detail);
    void save();
    void cancel();
    void offerDraftBack();
    void updateButtons();
    void retranslate();

    Source m_source;
    QString m_id;
    QString m_pendingDraftId;
    std::optional<MemoryDraft> m_pendingDraft;
    std::optional<FragmentDetail> m_detail;
    int m_generation = 0;
    int m_selected = 0;

    NoticeBar *m_notice;
    QStackedWidget *m_pages;
    QLabel *m_nothing;
    QLabel *m_manyText;
    QPushButton *m_forgetMany;
    QScrollArea *m_scroll;
    MemoryForm *m_form;
    QPushButton *m_save;
    QPushButton *m_cancel;
    QPushButton *m_forget;
    QFormLayout *m_facts;
    Section *m_links;
    Section *m_history;
};

} // namespace hub::ui

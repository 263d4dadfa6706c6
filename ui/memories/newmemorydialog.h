// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memorysource.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace hub::ui {

class MemoryEditor;
class MemoryForm;
class NoticeBar;

/// Writes one memory. Stays open, with everything typed, until the hub has stored it.
class NewMemoryDialog final : public QDialog
{
    Q_OBJECT

public:
    NewMemoryDialog(const MemorySource &source, MemoryEditor &editor, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void offerTopics(const MemorySource &source);
    void store();
    void retranslate();

    MemoryEditor &m_editor;
    NoticeBar *m_notice;
    MemoryForm *m_form;
    QLineEdit *m_workspace;
    QPushButton *m_store;
    QPushButton *m_cancel;
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memorydraft.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSlider;

namespace hub::ui {

/// The fields of one memory, as the inspector and the dialog for a new one show them.
class MemoryForm final : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryForm(QWidget *parent = nullptr);

    /// `isStored`: the text is there already, whatever its length, and a stored memory
    /// cannot become an episode.
    void setDraft(const MemoryDraft &draft, bool isStored);
    MemoryDraft draft() const;
    bool isAcceptable() const;
    void setTopics(const QStringList &topics);
    QPlainTextEdit *textField() const { return m_text; }
    QFormLayout *rows() const { return m_rows; }

Q_SIGNALS:
    void changed();

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildRows();
    void connectFields();
    void fillChoices();
    void retranslate();
    void fitText();
    void updateLength();
    void updateImportance();
    FragmentType type() const;

    MemoryDraft m_stored;
    bool m_isStored = false;
    bool m_isFilling = false;
    QPlainTextEdit *m_text;
    QLabel *m_length;
    QFormLayout *m_rows;
    QComboBox *m_type;
    QLineEdit *m_topic;
    QLineEdit *m_keywords;
    QSlider *m_importance;
    QLabel *m_importanceValue;
    QWidget *m_importanceRow;
    QCheckBox *m_anchor;
    QComboBox *m_assertion;
};

} // namespace hub::ui

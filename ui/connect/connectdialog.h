// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace hub::ui {

/// How an agent reaches the hub.
struct Connection {
    QString url;
    std::optional<QString> newKey; ///< the master key, only at the start that has made it
};

/// What to paste where so that an agent finds the hub. With a new key it is the first
/// thing a person sees: the key is shown here once and never again.
class ConnectDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ConnectDialog(const Connection &connection, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    QWidget *buildKeyPart();
    QWidget *buildSnippetPart();
    void showSnippet();
    void copy(const QString &text, QPushButton *button);
    void retranslate();

    Connection m_connection;
    QLabel *m_heading;
    QLabel *m_intro;
    QLabel *m_keyTitle;
    QLabel *m_keyNote;
    QLineEdit *m_key;
    QPushButton *m_showKey;
    QPushButton *m_copyKey;
    QLabel *m_agentTitle;
    QComboBox *m_agents;
    QLabel *m_where;
    QPlainTextEdit *m_snippet;
    QPushButton *m_copySnippet;
    QPushButton *m_close;
};

} // namespace hub::ui

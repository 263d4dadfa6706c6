// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QTimer>

namespace hub::ui {

/// The one search box: asks 200 ms after the last key, at once on Enter, and clears
/// on Esc. While a syllable is being composed (Korean, Japanese, Chinese) it waits
/// until it is finished, or until the keyboard has been idle for 400 ms.
class SearchBox final : public QLineEdit
{
    Q_OBJECT

public:
    explicit SearchBox(QWidget *parent = nullptr);

    /// Shows `query` without asking for it.
    void setQuery(const QString &query);

Q_SIGNALS:
    void queried(const QString &query);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;

private:
    void schedule();
    void askNow();
    QString visibleText() const;

    QTimer m_timer;
    QString m_composing;
    QString m_asked;
};

} // namespace hub::ui

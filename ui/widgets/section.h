// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <QWidget>

class QVBoxLayout;

namespace hub::ui {

/// A heading with a count that opens and closes what stands below it.
class Section final : public QWidget
{
    Q_OBJECT

public:
    explicit Section(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setOpen(bool open);
    /// Removes what is below; the caller then adds rows to body().
    void clear();
    QVBoxLayout *body() const { return m_body; }

private:
    QToolButton *m_heading;
    QWidget *m_content;
    QVBoxLayout *m_body;
};

} // namespace hub::ui

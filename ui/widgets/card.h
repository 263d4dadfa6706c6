// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>

class QVBoxLayout;

namespace hub::ui {

/// A raised surface with a heading, on which a view puts one subject.
class Card final : public QFrame
{
    Q_OBJECT

public:
    explicit Card(QWidget *parent = nullptr);

    void setHeading(const QString &heading);
    QVBoxLayout *body() const { return m_body; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLabel *m_heading;
    QVBoxLayout *m_body;
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace hub::ui {

/// What the program is, its version and its licence.
class AboutDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget *parent = nullptr);
};

} // namespace hub::ui

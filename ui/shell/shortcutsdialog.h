// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QMenuBar;

namespace hub::ui {

/// Every action of the menus that has a shortcut, read off the menus themselves.
class ShortcutsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutsDialog(const QMenuBar &menus, QWidget *parent = nullptr);
};

} // namespace hub::ui

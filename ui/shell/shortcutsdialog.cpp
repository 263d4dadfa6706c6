// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcutsdialog.h"

#include "ui/theme/typography.h"

#include <QGridLayout>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>

namespace hub::ui {
namespace {

/// A menu's text without its mnemonic: "New &memory…", "새 기억(&N)".
QString plain(QString text)
{
    static const QRegularExpression mnemonic(u"\\s*\\(&.\\)|&|…"_s);
    return text.remove(mnemonic);
}

QList<const QAction *> withShortcut(const QMenu &menu)
{
    QList<const QAction *> found;
    for (const auto *action : menu.actions()) {
        if (!action->shortcut().isEmpty())
            found += action;
    }
    return found;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QMenuBar &menus, QWidget *parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(32);
    grid->setVerticalSpacing(6);
    const auto addLine = [&](const QString &name, const QString &keys) {
        const int row = grid->rowCount();
        auto *label = new QLabel(keys, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(new QLabel(name, this), row, 0);
        grid->addWidget(label, row, 1, Qt::AlignRight);
    };
    for (const auto *top : menus.actions()) {
        const auto actions = withShortcut(*top->menu());
        if (actions.isEmpty())
            continue;
        auto *heading = new QLabel(plain(top->text()), this);
        setTextStyle(*heading, TextStyle::BodyStrong);
        heading->setContentsMargins(0, 8, 0, 0);
        grid->addWidget(heading, grid->rowCount(), 0, 1, 2);
        for (const auto *action : actions)
            addLine(plain(action->text()), action->shortcut().toString(QKeySequence::NativeText));
    }
    addLine(tr("Search from anywhere"), u"/"_s);
    addLine(tr("Save a change in the inspector"),
        QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
    auto *close = new QPushButton(tr("Close"), this);
    close->setAccessibleName(close->text());
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(28, 16, 28, 20);
    layout->setSpacing(16);
    layout->addLayout(grid);
    layout->addWidget(close, 0, Qt::AlignRight);
}

} // namespace hub::ui

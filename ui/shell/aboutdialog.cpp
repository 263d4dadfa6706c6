// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/aboutdialog.h"

#include "ui/theme/typography.h"

namespace hub::ui {

AboutDialog::AboutDialog(QWidget *parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Anchorhold"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(40, 32, 40, 24);
    layout->setSpacing(8);
    layout->setSizeConstraint(QLayout::SetFixedSize);
    const auto add = [&](const QString &text, TextStyle style) {
        auto *label = new QLabel(text, this);
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(style == TextStyle::Body);
        setTextStyle(*label, style);
        layout->addWidget(label);
        return label;
    };
    auto *picture = add({}, TextStyle::Small);
    picture->setPixmap(QIcon(u":/icons/anchorhold.svg"_s).pixmap(QSize(72, 72), devicePixelRatioF()));
    add(u"Anchorhold"_s, TextStyle::Title);
    add(tr("Version %1, with Qt %2").arg(QApplication::applicationVersion(), QLatin1StringView(qVersion())),
        TextStyle::Small)
        ->setForegroundRole(QPalette::PlaceholderText);
    auto *what = add(tr("Keeps what your agents learn, on this computer."), TextStyle::Body);
    what->setMinimumWidth(fontMetrics().height() * 18);
    add(tr("Free software under the GNU General Public License, version 3 or later."), TextStyle::Body)
        ->setForegroundRole(QPalette::PlaceholderText);
    layout->addSpacing(8);
    auto *close = new QPushButton(tr("Close"), this);
    close->setAccessibleName(close->text());
    close->setDefault(true);
    layout->addWidget(close, 0, Qt::AlignCenter);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

} // namespace hub::ui

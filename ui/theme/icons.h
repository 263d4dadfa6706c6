// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

class QPainter;

namespace hub::ui {

/// The monochrome icon resources/icons/<name>.svg, tinted from the application's
/// palette at the moment it is drawn and rendered for the pixels of the device.
/// GUI thread.
QIcon icon(const QString &name);

/// The same icon in a colour of the caller's choice.
QIcon icon(const QString &name, const QColor &color);

/// Draws the icon into `rect` right away.
void paintIcon(QPainter &painter, const QRect &rect, const QString &name, const QColor &color);

} // namespace hub::ui

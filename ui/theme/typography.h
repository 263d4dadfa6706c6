// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QWidget;

namespace hub::ui {

/// The few sizes of text there are, relative to the application's font so that
/// everything grows with it.
enum class TextStyle : quint8 { Small, Body, BodyStrong, Heading, Title, Figure };

QFont fontFor(TextStyle style);

/// Gives `widget` the font of a style.
void setTextStyle(QWidget &widget, TextStyle style);

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled: the headers that most of ui includes.
#pragma once

#include "core/memory/fragment.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QFuture>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QList>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QString>
#include <QStyle>
#include <QStyleOption>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

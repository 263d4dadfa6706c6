// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memories/memoryfilter.h"

#include <QAction>
#include <QEvent>
#include <QWidget>

class QUndoStack;

namespace hub {
class Events;
}

namespace hub::ui {

class MemoryEditor;
struct MemorySource;

/// What every view is given. References outlive the window.
struct ViewContext {
    const MemorySource &source;
    Events &events;
    MemoryEditor &editor;
};

/// Where a link leads: a view, and what to show there.
struct Destination {
    QString view;
    MemoryFilter filter {};
    QString memoryId {};
    bool toSearch = false; ///< put the keyboard into the search box
};

/// One page of the main window. The window knows nothing else of a view: it finds
/// its name, its picture and its actions here, and tells it when to look again.
class View : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Actions that appear in the window's menus while the view is shown.
    struct MenuActions {
        QList<QAction *> edit {};
        QList<QAction *> view {};
    };

    virtual QString id() const = 0;
    virtual QString title() const = 0;
    virtual QString iconName() const = 0;
    virtual MenuActions menuActions() const { return {}; }
    /// Where F6 goes, one after the other.
    virtual QList<QWidget *> focusStops() const = 0;

    virtual void open(const Destination &) { }
    virtual void refresh() = 0;
    virtual void focusSearch() { }

Q_SIGNALS:
    void leaveFor(const hub::ui::Destination &destination);

protected:
    /// Sets every text again; called once the language has changed.
    virtual void retranslate() = 0;

    void changeEvent(QEvent *event) override
    {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::LanguageChange)
            retranslate();
    }
};

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/stats.h"
#include "ui/memories/memoryfilter.h"

#include <QWidget>

namespace hub::ui {

class Chip;

/// The filters of the memory browser as chips: type, topic and workspace with what
/// there is to choose from, anchors, superseded, and one that takes all filters off.
class FilterBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FilterBar(QWidget *parent = nullptr);

    /// The text of the filter is the search box's matter and is kept as it is.
    void setFilter(const MemoryFilter &filter);
    const MemoryFilter &filter() const { return m_filter; }
    void setChoices(const MemoryStats &stats);

Q_SIGNALS:
    void changed(const hub::ui::MemoryFilter &filter);

protected:
    void changeEvent(QEvent *event) override;

private:
    Chip *addChip(const QString &name);
    void apply(const MemoryFilter &filter);
    void fillMenus();
    void fillNames(Chip *chip, const QList<NamedCount> &names, std::optional<QString> MemoryFilter::*member);
    void updateChips();

    MemoryFilter m_filter;
    MemoryStats m_stats;
    Chip *m_type;
    Chip *m_topic;
    Chip *m_workspace;
    Chip *m_anchors;
    Chip *m_superseded;
    Chip *m_clear;
};

} // namespace hub::ui

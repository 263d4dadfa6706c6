// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/filterbar.h"

#include "ui/theme/tokens.h"
#include "ui/theme/typeshape.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/flowlayout.h"
#include "ui/words.h"

#include <QMenu>

namespace hub::ui {

FilterBar::FilterBar(QWidget *parent)
    : QWidget(parent)
{
    new FlowLayout(this);
    m_type = addChip(u"typeFilter"_s);
    m_topic = addChip(u"topicFilter"_s);
    m_workspace = addChip(u"workspaceFilter"_s);
    for (auto *chip : {m_type, m_topic, m_workspace})
        chip->setMenu(new QMenu(chip));
    m_anchors = addChip(u"anchorsFilter"_s);
    m_superseded = addChip(u"supersededFilter"_s);
    m_clear = addChip(u"clearFilters"_s);
    connect(m_anchors, &Chip::clicked, this, [this] {
        auto filter = m_filter;
        filter.anchorsOnly = !filter.anchorsOnly;
        apply(filter);
    });
    connect(m_superseded, &Chip::clicked, this, [this] {
        auto filter = m_filter;
        filter.withSuperseded = !filter.withSuperseded;
        apply(filter);
    });
    connect(m_clear, &Chip::clicked, this, [this] {
        MemoryFilter none;
        none.text = m_filter.text;
        apply(none);
    });
    fillMenus();
    updateChips();
}

Chip *FilterBar::addChip(const QString &name)
{
    auto *chip = new Chip(this);
    chip->setObjectName(name);
    chip->setCheckable(true);
    layout()->addWidget(chip);
    return chip;
}

void FilterBar::setFilter(const MemoryFilter &filter)
{
    m_filter = filter;
    fillMenus();
    updateChips();
}

void FilterBar::setChoices(const MemoryStats &stats)
{
    m_stats = stats;
    fillMenus();
}

void FilterBar::apply(const MemoryFilter &filter)
{
    setFilter(filter);
    Q_EMIT changed(m_filter);
}

void FilterBar::fillMenus()
{
    const auto &tokens = tokensOf(this);
    auto *menu = m_type->menu();
    menu->clear();
    const auto addType = [&](const QString &text, std::optional<FragmentType> type) {
        auto *action = menu->addAction(text, this, [this, type] {
            auto filter = m_filter;
            filter.type = type;
            apply(filter);
        });
        action->setCheckable(true);
        action->setChecked(m_filter.type == type);
        return action;
    };
    addType(tr("All types"), std::nullopt);
    menu->addSeparator();
    const int size = fontMetrics().height();
    for (size_t i = 0; i < EnumNames<FragmentType>::names.size(); ++i) {
        const auto type = FragmentType(i);
        addType(word(type), type)->setIcon(QIcon(typePixmap(type, size, devicePixelRatioF(), tokens.of(type))));
    }
    fillNames(m_topic, m_stats.topTopics, &MemoryFilter::topic);
    fillNames(m_workspace, m_stats.topWorkspaces, &MemoryFilter::workspace);
}

void FilterBar::fillNames(Chip *chip, const QList<NamedCount> &names, std::optional<QString> MemoryFilter::*member)
{
    auto *menu = chip->menu();
    menu->clear();
    const auto add = [&](const QString &text, const std::optional<QString> &value) {
        auto *action = menu->addAction(text, this, [this, member, value] {
            auto filter = m_filter;
            filter.*member = value;
            apply(filter);
        });
        action->setCheckable(true);
        action->setChecked(m_filter.*member == value);
    };
    add(chip == m_topic ? tr("All topics") : tr("All workspaces"), std::nullopt);
    menu->addSeparator();
    for (const auto &name : names) {
        //: a name, and how many memories carry it
        add(tr("%1 (%2)").arg(QString(name.name).replace(u'&', u"&&"_s), number(name.count)), name.name);
    }
}

void FilterBar::updateChips()
{
    const auto show = [](Chip *chip, const QString &text, bool isOn) {
        chip->setText(text);
        chip->setAccessibleName(text);
        chip->setChecked(isOn);
        chip->updateGeometry();
    };
    show(m_type, m_filter.type ? tr("Type: %1").arg(word(*m_filter.type)) : tr("Type"), m_filter.type.has_value());
    show(m_topic, m_filter.topic ? tr("Topic: %1").arg(*m_filter.topic) : tr("Topic"), m_filter.topic.has_value());
    show(m_workspace, m_filter.workspace ? tr("Workspace: %1").arg(*m_filter.workspace) : tr("Workspace"),
        m_filter.workspace.has_value());
    show(m_anchors, tr("Anchors"), m_filter.anchorsOnly);
    show(m_superseded, tr("With superseded"), m_filter.withSuperseded);
    show(m_clear, tr("Clear filters"), false);
    m_anchors->setToolTip(tr("Only memories that are kept for good"));
    m_superseded->setToolTip(tr("Also memories that a newer one has replaced"));
    MemoryFilter none;
    none.text = m_filter.text;
    m_clear->setVisible(!(m_filter == none));
}

void FilterBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        fillMenus();
        updateChips();
    }
}

} // namespace hub::ui

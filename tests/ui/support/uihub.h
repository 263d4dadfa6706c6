// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "core/memory/remember.h"
#include "tests/support/fakeclock.h"
#include "ui/hubsource.h"
#include "ui/memories/memoryeditor.h"
#include "ui/view.h"

#include <QTemporaryDir>
#include <QUndoStack>

using namespace Qt::Literals::StringLiterals;

/// A real hub in a folder of its own, with what a view is given.
class UiHub
{
public:
    UiHub()
    {
        const auto noEnvironment = [](const QString &) { return QString(); };
        auto opened = hub::Hub::open({.paths = {m_folder.filePath(u"data"_s)},
            .settings = hub::Settings::load(m_folder.filePath(u"settings.json"_s), noEnvironment),
            .clock = m_clock});
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        m_hub = std::move(*opened);
        m_source = hub::ui::sourceOf(*m_hub);
        m_editor = std::make_unique<hub::ui::MemoryEditor>(m_source, m_undo);
    }

    QString remember(const hub::RememberRequest &request)
    {
        const auto answer = m_source.remember(request).result();
        if (!answer)
            qFatal("%s", qPrintable(answer.error().message));
        return answer->id.value_or(QString());
    }

    QString remember(const QString &content, const QString &topic, hub::FragmentType type = hub::FragmentType::Fact)
    {
        hub::RememberRequest request;
        request.content = content;
        request.topic = topic;
        request.type = type;
        return remember(request);
    }

    hub::Hub &hub() { return *m_hub; }
    hub::test::FakeClock &clock() { return *m_clock; }
    QUndoStack &undo() { return m_undo; }
    const hub::ui::MemorySource &source() const { return m_source; }
    hub::ui::ViewContext context() { return {m_source, m_hub->events(), *m_editor}; }

private:
    QTemporaryDir m_folder;
    std::shared_ptr<hub::test::FakeClock> m_clock = std::make_shared<hub::test::FakeClock>();
    std::unique_ptr<hub::Hub> m_hub;
    hub::ui::MemorySource m_source;
    QUndoStack m_undo;
    std::unique_ptr<hub::ui::MemoryEditor> m_editor;
};

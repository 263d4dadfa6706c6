// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memoryeditor.h"

#include "tests/support/verify.h"
#include "tests/ui/support/uihub.h"
#include "ui/memories/memorydraft.h"

#include <QSignalSpy>

using namespace hub;
using ui::MemoryEditor;

class MemoryEditorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bringsBackWhatWasForgotten();
    void forgetsAgainOnRedo();
    void takesBackAnEdit();
    void takesBackANewMemory();
    void makesNoUndoStepOfAFailure();
    void saysWhenATextIsThereAlready();
};

void MemoryEditorTest::bringsBackWhatWasForgotten()
{
    UiHub hub;
    const auto id = hub.remember(u"Redis listens on port 6390 here"_s, u"redis"_s);
    auto &editor = hub.context().editor;
    QSignalSpy forgotten(&editor, &MemoryEditor::forgotten);
    QSignalSpy restored(&editor, &MemoryEditor::restored);
    editor.forget({id});
    QTRY_COMPARE(forgotten.size(), 1);
    QCOMPARE(hub.source().inspect(id).result().error().code, ErrorCode::NotFound);
    QVERIFY(hub.undo().canUndo());
    hub.undo().undo();
    QTRY_COMPARE(restored.size(), 1);
    VERIFY_OK(hub.source().inspect(id).result());
}

void MemoryEditorTest::forgetsAgainOnRedo()
{
    UiHub hub;
    const auto first = hub.remember(u"The staging host is called heron"_s, u"hosts"_s);
    const auto second = hub.remember(u"The production host is called egret"_s, u"hosts"_s);
    auto &editor = hub.context().editor;
    QSignalSpy forgotten(&editor, &MemoryEditor::forgotten);
    QSignalSpy restored(&editor, &MemoryEditor::restored);
    editor.forget({first, second});
    QTRY_COMPARE(forgotten.size(), 1);
    hub.undo().undo();
    QTRY_COMPARE(restored.size(), 1);
    hub.undo().redo();
    QTRY_COMPARE(forgotten.size(), 2);
    const auto stats = hub.source().stats().result();
    VERIFY_OK(stats);
    QCOMPARE(stats->inTrash, 2);
    QCOMPARE(hub.undo().count(), 1);
}

void MemoryEditorTest::takesBackAnEdit()
{
    UiHub hub;
    const auto id = hub.remember(u"The staging host is called heron"_s, u"hosts"_s);
    auto &editor = hub.context().editor;
    QSignalSpy amended(&editor, &MemoryEditor::amended);
    const auto before = ui::MemoryDraft::of(hub.source().inspect(id).result()->fragment);
    auto after = before;
    after.topic = u"machines"_s;
    after.importance = 0.9;
    editor.amend(ui::MemoryDraft::change(id, before, after), ui::MemoryDraft::change(id, after, before));
    QTRY_COMPARE(amended.size(), 1);
    auto detail = hub.source().inspect(id).result();
    VERIFY_OK(detail);
    QCOMPARE(detail->fragment.topic, u"machines"_s);
    QCOMPARE(detail->versions.size(), 1);
    hub.undo().undo();
    QTRY_COMPARE(amended.size(), 2);
    detail = hub.source().inspect(id).result();
    QCOMPARE(ui::MemoryDraft::of(detail->fragment), before);
}

void MemoryEditorTest::takesBackANewMemory()
{
    UiHub hub;
    auto &editor = hub.context().editor;
    QSignalSpy remembered(&editor, &MemoryEditor::remembered);
    QSignalSpy forgotten(&editor, &MemoryEditor::forgotten);
    RememberRequest request;
    request.content = u"The build needs at least four gigabytes"_s;
    request.topic = u"build"_s;
    editor.remember(request);
    QTRY_COMPARE(remembered.size(), 1);
    hub.undo().undo();
    QTRY_COMPARE(forgotten.size(), 1);
    QCOMPARE(hub.source().stats().result()->total, 0);
}

void MemoryEditorTest::makesNoUndoStepOfAFailure()
{
    UiHub hub;
    auto &editor = hub.context().editor;
    QSignalSpy failed(&editor, &MemoryEditor::failed);
    RememberRequest request;
    request.content = u"x"_s;
    request.topic = u"build"_s;
    editor.remember(request);
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!failed.constFirst().at(1).toString().isEmpty());
    QCOMPARE(hub.undo().count(), 0);
}

void MemoryEditorTest::saysWhenATextIsThereAlready()
{
    UiHub hub;
    const auto id = hub.remember(u"The staging host is called heron"_s, u"hosts"_s);
    auto &editor = hub.context().editor;
    QSignalSpy remembered(&editor, &MemoryEditor::remembered);
    RememberRequest request;
    request.content = u"The staging host is called heron"_s;
    request.topic = u"hosts"_s;
    editor.remember(request);
    QTRY_COMPARE(remembered.size(), 1);
    QCOMPARE(remembered.constFirst().at(0).toString(), id);
    QCOMPARE(remembered.constFirst().at(1).toBool(), true);
    QCOMPARE(hub.undo().count(), 0);
}

QTEST_MAIN(MemoryEditorTest)
#include "tst_memoryeditor.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sampledata.h"
#include "ui/connect/connectdialog.h"
#include "ui/language.h"
#include "ui/memories/memoryform.h"
#include "ui/memories/newmemorydialog.h"
#include "ui/memories/searchbox.h"
#include "ui/shell/aboutdialog.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDir>
#include <QFontDatabase>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTest>

using namespace hub;
using namespace hub::ui;

namespace {

constexpr QSize windowSize(1280, 800);

void settle() { QTest::qWait(450); }

/// Saves pictures of one language and theme, each named after what it shows.
class Camera
{
public:
    Camera(const QDir &folder, const QString &suffix)
        : m_folder(folder)
        , m_suffix(suffix)
    { }

    void take(QWidget &widget, const QString &name) const
    {
        settle();
        widget.grab().save(m_folder.filePath(u"%1-%2.png"_s.arg(name, m_suffix)));
    }

    void takeDialog(QDialog *dialog, const QString &name) const
    {
        dialog->show();
        take(*dialog, name);
        dialog->close();
    }

private:
    QDir m_folder;
    QString m_suffix;
};

void takeMemories(MainWindow &window, const Camera &camera)
{
    window.showView(u"memories"_s);
    settle();
    auto *table = window.findChild<QAbstractItemView *>(u"memoryTable"_s);
    table->setFocus();
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        if (table->model()->index(row, 1).data().toString().contains(u"connection pool"_s))
            table->setCurrentIndex(table->model()->index(row, 1));
    }
    table->scrollToTop();
    camera.take(window, u"memories"_s);
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    camera.take(window, u"sidebar-collapsed"_s);
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    window.findChild<SearchBox *>()->setFocus();
    table->setFocus(Qt::TabFocusReason);
    camera.take(window, u"memories-focus"_s);
    auto *search = window.findChild<SearchBox *>();
    search->setFocus();
    search->clear();
    search->insert(u"redis 데이터베이스"_s);
    QTest::keyClick(search, Qt::Key_Return);
    camera.take(window, u"search"_s);
    search->setText(u"qwxyz"_s);
    QTest::keyClick(search, Qt::Key_Return);
    camera.take(window, u"nothing-found"_s);
    QTest::keyClick(search, Qt::Key_Escape);
    settle();
    table->selectAll();
    camera.take(window, u"many-selected"_s);
    table->clearSelection();
    table->setCurrentIndex(table->model()->index(3, 1));
    settle();
    auto *text = window.findChild<QPlainTextEdit *>(u"memoryText"_s);
    text->setFocus();
    text->appendPlainText(QString(320, u'x'));
    camera.take(window, u"edit-too-long"_s);
    text->undo();
}

void takeDialogs(UiHub &hub, MainWindow &window, const Camera &camera)
{
    auto *writing = new NewMemoryDialog(hub.source(), hub.context().editor, &window);
    camera.takeDialog(writing, u"new-memory"_s);
    camera.takeDialog(
        new ConnectDialog({.url = u"http://127.0.0.1:57332/mcp"_s, .newKey = u"mmcp_0123456789abcdef"_s}, &window),
        u"first-start"_s);
    camera.takeDialog(new ConnectDialog({.url = u"http://127.0.0.1:57332/mcp"_s, .newKey = {}}, &window), u"connect"_s);
    camera.takeDialog(new ShortcutsDialog(*window.menuBar(), &window), u"shortcuts"_s);
    camera.takeDialog(new AboutDialog(&window), u"about"_s);
}

void takeAll(const Camera &camera)
{
    {
        UiHub hub;
        MainWindow window(hub.source(), hub.hub().events(), QString());
        window.resize(windowSize);
        window.setStatus(
            {.state = ServiceStatus::State::Failed, .url = {}, .cause = u"port 57332 is in use by another program"_s});
        window.present();
        camera.take(window, u"empty"_s);
    }
    UiHub hub;
    fillWithSamples(hub);
    MainWindow window(hub.source(), hub.hub().events(), QString());
    window.resize(windowSize);
    window.setStatus({.state = ServiceStatus::State::Running, .url = u"http://127.0.0.1:57332/mcp"_s, .cause = {}});
    window.present();
    camera.take(window, u"overview"_s);
    takeMemories(window, camera);
    takeDialogs(hub, window, camera);
}

} // namespace

/// ui-screenshots FOLDER [SCALE]: pictures of every view in both themes and languages.
int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    if (argc > 2)
        qputenv("QT_SCALE_FACTOR", argv[2]);
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(u"0.1.0"_s);
    QFont font(u"NanumBarunGothic"_s);
    font.setPointSizeF(10);
    QApplication::setFont(font);
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(u"."_s);
    Theme theme;
    LanguageSwitch language;
    for (const auto choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        for (const auto spoken : {Language::English, Language::Korean}) {
            theme.choose(choice);
            language.choose(spoken);
            takeAll(Camera(folder, u"%1-%2"_s.arg(toString(choice), toString(spoken))));
        }
    }
    return 0;
}

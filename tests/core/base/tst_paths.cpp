// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/paths.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace hub;

class PathsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void prefersWhatIsAskedForToTheEnvironment();
    void createsFoldersForTheirOwnerAlone();
    void leavesTheRightsOfAnExistingFolder();
    void namesTheFolderItCannotCreate();
    void namesTheFolderItCannotWriteTo();
};

namespace {

constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
constexpr auto anybody
    = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;

} // namespace

void PathsTest::prefersWhatIsAskedForToTheEnvironment()
{
    const QTemporaryDir folder;
    qputenv("ANCHORHOLD_DATA", folder.filePath(u"from-environment"_s).toUtf8());
    QCOMPARE(Paths::locate(folder.filePath(u"./asked/"_s)).data, folder.filePath(u"asked"_s));
    QCOMPARE(Paths::locate().data, folder.filePath(u"from-environment"_s));
    qunsetenv("ANCHORHOLD_DATA");
    QVERIFY(Paths::locate().data.endsWith(u"/anchorhold"_s));
    QVERIFY(QFileInfo(Paths::locate(u"relative"_s).data).isAbsolute());
}

void PathsTest::createsFoldersForTheirOwnerAlone()
{
    const QTemporaryDir folder;
    const auto paths = Paths::locate(folder.filePath(u"nested/데이터"_s));
    QVERIFY(paths.create());
    QVERIFY(paths.create()); // and a second time
    for (const auto &created : {paths.data, paths.backups(), paths.logs()}) {
        const auto rights = QFileInfo(created).permissions();
        QVERIFY2((rights & ownerOnly) == ownerOnly, qPrintable(created));
        QVERIFY2(!(rights & anybody), qPrintable(created));
    }
}

void PathsTest::leavesTheRightsOfAnExistingFolder()
{
    const QTemporaryDir folder;
    const auto shared = ownerOnly | QFile::ReadGroup | QFile::ExeGroup;
    QVERIFY(QFile::setPermissions(folder.path(), shared));
    QVERIFY(Paths {folder.path()}.create());
    QVERIFY(QFileInfo(folder.path()).permissions() & QFile::ReadGroup);
    QVERIFY(!(QFileInfo(folder.filePath(u"backups"_s)).permissions() & anybody));
}

void PathsTest::namesTheFolderItCannotCreate()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto created = Paths {folder.filePath(u"file/below"_s)}.create();
    QVERIFY(!created);
    QCOMPARE(created.error().code, ErrorCode::Storage);
    QVERIFY2(created.error().message.contains(folder.filePath(u"file/below"_s)), qPrintable(created.error().message));
}

void PathsTest::namesTheFolderItCannotWriteTo()
{
    if (geteuid() == 0)
        QSKIP("root may write everywhere");
    const QTemporaryDir folder;
    QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::ExeOwner));
    const auto created = Paths {folder.path()}.create();
    QVERIFY(QFile::setPermissions(folder.path(), ownerOnly));
    QVERIFY(!created);
    QVERIFY2(created.error().message.contains(folder.path()), qPrintable(created.error().message));
}

QTEST_GUILESS_MAIN(PathsTest)
#include "tst_paths.moc"

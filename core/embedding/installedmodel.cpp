// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/installedmodel.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <filesystem>

namespace hub {
namespace {

ModelDescription defaultDescription()
{
    QFile file(u":/models/multilingual-e5-small.json"_s);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    auto description = fromJson<ModelDescription>(QJsonDocument::fromJson(file.readAll()).object());
    Q_ASSERT(isOpen && description);
    return *description;
}

QString modelsFolder()
{
    const auto named = qEnvironmentVariable("ANCHORHOLD_MODELS");
    return QDir::cleanPath(named.isEmpty()
            ? QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/anchorhold/models"_s
            : QDir(named).absolutePath());
}

Result<void> verifyFile(const QString &path, const ModelDescription &description)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error {ErrorCode::NotFound, u"The model %1 cannot be read"_s.arg(description.name), file.errorString()};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (file.size() == description.fileBytes && hash.addData(&file)
        && hash.result().toHex() == description.fileSha256.toLatin1())
        return {};
    return Error {
        ErrorCode::Storage, u"The file of the model %1 is damaged: its checksum is wrong"_s.arg(description.name)};
}

} // namespace

InstalledModel InstalledModel::locate() { return {defaultDescription(), modelsFolder()}; }

InstalledModel::InstalledModel(ModelDescription description, const QString &folder)
    : m_description(std::move(description))
    // Another version of the same model is another folder, so a hub that still uses it is not disturbed.
    , m_folder(u"%1/%2-%3"_s.arg(folder, m_description.name, m_description.fileSha256.left(8)))
{ }

QString InstalledModel::file() const { return m_folder + u"/model.bin"_s; }

ModelState InstalledModel::state() const
{
    const QFileInfo info(file());
    if (!info.isFile())
        return ModelState::Absent;
    return info.size() == m_description.fileBytes ? ModelState::Ready : ModelState::Damaged;
}

Result<void> InstalledModel::verify() const { return verifyFile(file(), m_description); }

Result<void> InstalledModel::adopt(const QString &source) const
{
    HUB_CHECK(verifyFile(source, m_description));
    const Error failed {ErrorCode::Storage, u"The model could not be put into %1"_s.arg(m_folder)};
    if (!QDir().mkpath(m_folder))
        return failed;
    std::error_code problem; // takes the place of an old file at once
    std::filesystem::rename(source.toStdU16String(), file().toStdU16String(), problem);
    return problem ? Result<void>(failed) : Result<void>();
}

Result<void> InstalledModel::remove() const
{
    if (QDir folder(m_folder); folder.exists() && !folder.removeRecursively())
        return Error {ErrorCode::Storage, u"The folder %1 could not be removed"_s.arg(m_folder)};
    return {};
}

} // namespace hub

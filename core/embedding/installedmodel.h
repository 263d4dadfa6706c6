// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// A model that can be fetched, as resources/models/ describes it: how it is fed,
/// which package brings it, and what the right file looks like.
struct ModelDescription {
    QString name;
    QString licence; ///< of the weights
    int dimension = 0;
    QString queryPrefix; ///< put before a question, as the model was trained with
    QString passagePrefix;
    QString fileSha256; ///< lower-case hexadecimal
    qint64 fileBytes = 0;
    QString package; ///< its name in the Python package index
    QString packageVersion;
    QString packagePlatform; ///< for which the package is built; only its data is used, on any machine
    QString packageSha256;
    qint64 packageBytes = 0;
    QString packageMember; ///< the model's file inside the package

    static constexpr auto fields()
    {
        using D = ModelDescription;
        return std::tuple {field("name", &D::name).required(), field("licence", &D::licence).required(),
            field("dimension", &D::dimension).required(), field("queryPrefix", &D::queryPrefix),
            field("passagePrefix", &D::passagePrefix), field("fileSha256", &D::fileSha256).required(),
            field("fileBytes", &D::fileBytes).required(), field("package", &D::package).required(),
            field("packageVersion", &D::packageVersion).required(),
            field("packagePlatform", &D::packagePlatform).required(),
            field("packageSha256", &D::packageSha256).required(), field("packageBytes", &D::packageBytes).required(),
            field("packageMember", &D::packageMember).required()};
    }
};

/// Whether the model is on this computer. Absent: never fetched, or another version.
enum class ModelState : quint8 { Absent, Ready, Damaged };

template <>
struct EnumNames<ModelState> {
    static constexpr std::array names {
        std::string_view("absent"), std::string_view("ready"), std::string_view("damaged")};
};

/// The model that the hub uses by itself, where it lies or would lie: in a folder
/// of the user's cache that belongs to no data folder. ANCHORHOLD_MODELS names
/// another one. Any thread may use a copy.
class InstalledModel
{
public:
    /// The default model in the user's folder.
    static InstalledModel locate();
    InstalledModel(ModelDescription description, const QString &folder);

    const ModelDescription &description() const { return m_description; }
    QString folder() const { return m_folder; } ///< of this model alone
    QString file() const;

    /// Ready: a file of the right size is there. Costs nothing.
    ModelState state() const;
    /// Reads the whole file and compares its checksum. Takes some tenths of a second.
    Result<void> verify() const;
    /// Takes `source` in as the model, if it is the right file; a rename, so both
    /// must be on one file system.
    Result<void> adopt(const QString &source) const;
    /// Deletes it. No error when it is not there.
    Result<void> remove() const;

private:
    ModelDescription m_description;
    QString m_folder;
};

} // namespace hub

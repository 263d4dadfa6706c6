// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace hub {

/// Where the hub keeps things, all below one folder.
struct Paths {
    QString data; ///< absolute path of the data folder

    QString store() const { return data + u"/memory.db"_s; }
    QString settings() const { return data + u"/settings.json"_s; }
    QString backups() const { return data + u"/backups"_s; }
    QString logs() const { return data + u"/logs"_s; }
    QString lock() const { return data + u"/hub.lock"_s; }
    QString runFile() const { return data + u"/run.json"_s; }
    QString vectorIndex() const { return data + u"/vectors.hnsw"_s; }

    /// `--data`, else ANCHORHOLD_DATA, else the platform's app-data folder.
    static Paths locate(const QString &requested = {});

    /// Creates the folders for their owner alone (0700). Fails when one cannot
    /// be created or written to; the message names it.
    Result<void> create() const;
};

} // namespace hub

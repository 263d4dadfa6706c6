// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hubsource.h"

#include "core/hub.h"

namespace hub::ui {
namespace {

/// A person may also forget what is permanent: it lies in the trash and can be restored.
Result<QStringList> forgetAll(UnitOfWork &work, const QStringList &ids)
{
    QStringList forgotten;
    for (const auto &id : ids) {
        HUB_TRY(answer, forget(work, {.id = id, .topic = {}, .force = true, .agentId = {}, .dryRun = false}));
        forgotten += answer.ids;
    }
    return forgotten;
}

} // namespace

MemorySource sourceOf(Hub &hub)
{
    const auto reads = [&hub](auto useCase) {
        return [&hub, useCase](const auto &...request) {
            return hub.read(Hub::person(), [=](UnitOfWork &work) { return useCase(work, request...); });
        };
    };
    const auto writes = [&hub](auto useCase) {
        return [&hub, useCase](const auto &...request) {
            return hub.write(Hub::person(), [=](UnitOfWork &work) { return useCase(work, request...); });
        };
    };
    return {
        .recall = reads(&recall),
        .stats = reads(&memoryStats),
        .inspect = reads(&inspect),
        .remember = writes(&remember),
        .amend = writes(&amend),
        .forget = writes(&forgetAll),
        .restore = writes(&restore),
    };
}

} // namespace hub::ui

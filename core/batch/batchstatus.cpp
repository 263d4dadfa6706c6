// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchstatus.h"

#include "core/memory/unitofwork.h"

namespace hub {
namespace {

struct JobState : BatchStatusAnswer {
    static constexpr auto fields()
    {
        using J = JobState;
        return std::tuple {field("id", &J::jobId), field("state", &J::state), field("accepted", &J::accepted),
            field("processed", &J::processed), field("failed", &J::failed)};
    }
};

} // namespace

Result<BatchStatusAnswer> batchStatus(UnitOfWork &work, const BatchStatusRequest &request)
{
    HUB_TRY(statement, work.database().prepareNamed(u"batch/job_state"));
    statement.set(":id"_L1, request.jobId)
        .set(":any_key"_L1, work.caller().isMaster())
        .set(":own_key"_L1, work.caller().ownKey());
    HUB_TRY(job, statement.first<JobState>());
    if (!job)
        return Error {ErrorCode::NotFound, u"Batch not found or no permission"_s};
    BatchStatusAnswer answer = *job;
    if (answer.failed > 0) {
        HUB_TRY(dead, work.database().prepareNamed(u"batch/items_dead"));
        HUB_TRY(errors, dead.bind(request.jobId).all<DeadItem>());
        answer.errors = errors;
    }
    return answer;
}

} // namespace hub

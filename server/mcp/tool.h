// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/later.h"
#include "server/mcp/protocol/tools.h"

namespace hub::mcp {

/// One tool over the hub: schema, reading of arguments and encoding of answers all
/// follow from the described request and answer of its use case.
struct Tool {
    QString name;
    QJsonObject inputSchema;
    std::function<QFuture<ToolOutcome>(Hub &, const QJsonObject &arguments, const CallContext &)> run;
    QJsonObject outputSchema {}; ///< empty: not told
};

/// What a client gets to see. A text over its hard limit and a broken policy are
/// errors of the protocol, as documented; every other failure is a result that the
/// model can read and act on.
ToolOutcome toolOutcome(const Result<QJsonObject> &answer);

/// `tool` with a schema of its answers. Clients hold every structured content against it,
/// that of a failure too: so a failure is told in text alone.
Tool withOutputSchema(Tool tool, const QJsonObject &schema);

/// An outcome that needs no waiting.
QFuture<ToolOutcome> readyOutcome(ToolOutcome outcome);

template <Described In, Described Out>
using UseCase = Result<Out> (*)(UnitOfWork &, const In &);
template <Described In, Described Out>
using Encode = QJsonObject (*)(const Out &, const In &);

template <Described In, Described Out>
QJsonObject encodeAnswer(const Out &answer, const In &)
{
    return toJson(answer);
}

/// The use case and its arguments as work for the store. A call that was taken back
/// while it waited does nothing.
template <Described In, Described Out>
auto workFor(UseCase<In, Out> useCase, Encode<In, Out> encode, const In &request, const Cancellation &cancellation)
{
    return [useCase, encode, request, cancellation](UnitOfWork &work) -> Result<QJsonObject> {
        if (cancellation.isRequested())
            return Error {ErrorCode::Cancelled, u"The request was cancelled"_s};
        HUB_TRY(answer, useCase(work, request));
        return encode(answer, request);
    };
}

/// A tool whose use case only reads: runs beside others.
template <Described In, Described Out>
Tool readingTool(const QString &name, UseCase<In, Out> useCase, Encode<In, Out> encode = encodeAnswer<In, Out>)
{
    return {name, jsonSchema<In>(), [=](Hub &hub, const QJsonObject &arguments, const CallContext &context) {
                const auto request = fromJson<In>(arguments);
                if (!request)
                    return readyOutcome(toolOutcome(request.error()));
                return mapped(
                    hub.read(context.caller, workFor(useCase, encode, *request, context.cancellation)), toolOutcome);
            }};
}

/// A tool whose use case changes something: answered when that is safe on disk.
template <Described In, Described Out>
Tool writingTool(const QString &name, UseCase<In, Out> useCase, Encode<In, Out> encode = encodeAnswer<In, Out>)
{
    return {name, jsonSchema<In>(), [=](Hub &hub, const QJsonObject &arguments, const CallContext &context) {
                const auto request = fromJson<In>(arguments);
                if (!request)
                    return readyOutcome(toolOutcome(request.error()));
                return mapped(
                    hub.write(context.caller, workFor(useCase, encode, *request, context.cancellation)), toolOutcome);
            }};
}

} // namespace hub::mcp

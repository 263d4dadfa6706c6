// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/feedbackhint.h"

#include "core/memory/unitofwork.h"

#include <QMutexLocker>
#include <QRandomGenerator>

namespace hub {
namespace {

double probability(const QString &tool) { return tool == u"remember" ? 0.10 : 0.25; }

} // namespace

double FeedbackSampler::systemRandom() { return QRandomGenerator::global()->generateDouble(); }

bool FeedbackSampler::sample(const QString &tool, const QString &sessionId, Timestamp now)
{
    const QMutexLocker lock(&m_mutex);
    const auto before = m_asked.value(sessionId);
    if (before.times >= mostPerSession || (before.times > 0 && now.ms - before.last.ms < cooldownMs))
        return false;
    if (m_random() >= probability(tool))
        return false;
    m_order.removeOne(sessionId);
    m_order += sessionId;
    m_asked.insert(sessionId, {.times = before.times + 1, .last = now});
    if (m_order.size() > mostSessions)
        m_asked.remove(m_order.takeFirst());
    return true;
}

std::optional<FeedbackMeta> askForFeedback(const UnitOfWork &work, const QString &tool)
{
    const auto &services = work.services();
    if (!services.memory.feedbackSampling || !services.feedback)
        return std::nullopt;
    // Segments of one connection ("<session>#<number>") are one session; callers without
    // one share that of their key.
    const auto &caller = work.caller();
    const QString session
        = caller.sessionId.isEmpty() ? u"key "_s + caller.keyId : caller.sessionId.section(u'#', 0, 0);
    if (!services.feedback->sample(tool, session, work.now()))
        return std::nullopt;
    const Hint hint {.signal = u"feedback_sampled"_s,
        .suggestion = services.messages.text(u"hint.feedback_sampled"_s).arg(tool),
        .trigger = u"tool_feedback"_s,
        .args = QJsonObject {{u"tool_name"_s, tool}, {u"trigger_type"_s, u"sampled"_s}}};
    return FeedbackMeta {.hints = {hint}, .serverTime = serverTime(work)};
}

} // namespace hub

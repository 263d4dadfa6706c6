// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/preparedtext.h"

#include "core/base/text.h"
#include "core/memory/redaction.h"

namespace hub {

constexpr int maxInputLength = 4000;

Result<PreparedText> prepareText(
    const QString &content, FragmentType type, const MemorySettings &settings, bool isWhole)
{
    const auto limit = isWhole ? maxInputLength : textLimit(type);
    HUB_CHECK(detail::checkText(u"content"_s, content, maxInputLength));
    const auto canonical = canonicalText(content);
    HUB_CHECK(checkContent(canonical));
    const auto redacted = redact(canonical, settings);
    PreparedText out {.content = cutText(redacted.text, limit).trimmed(), .truncated = false, .warnings = {}};
    if (out.content.isEmpty())
        return Error {
            ErrorCode::InvalidArgument, u"content begins with one character of over %1 code points"_s.arg(limit)};
    out.truncated = out.content.size() < redacted.text.size();
    for (const auto &kind : redacted.kinds)
        out.warnings += u"content: %1 was redacted"_s.arg(kind);
    if (out.truncated)
        out.warnings += u"content was cut to %1 characters, the limit for %2"_s.arg(limit).arg(toString(type));
    return out;
}

} // namespace hub

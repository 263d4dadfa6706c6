// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/redaction.h"

#include "core/memory/memorysettings.h"

#include <QRegularExpression>

namespace hub {
namespace {

using namespace Qt::Literals::StringLiterals;

struct Pattern {
    QString kind;
    bool isSecret; ///< else personal data
    QRegularExpression expression;
    QString replacement;
};

const QList<Pattern> &patterns()
{
    constexpr auto anyCase = QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption;
    static const QList<Pattern> all {
        {u"api_key"_s, true,
            QRegularExpression(u"\\bsk-[A-Za-z0-9_-]{32,}|\\bAIza[A-Za-z0-9_-]{35}|\\b(?:mmcp|pwk)_[A-Za-z0-9]{24,}"_s),
            u"[REDACTED_API_KEY]"_s},
        {u"password"_s, true,
            QRegularExpression(
                u"(\\b(?:password|passwd|pwd)|비밀번호|비번)(\\s*[:=]\\s*)(?!\\[REDACTED)[^\\s,;]+"_s, anyCase),
            u"\\1\\2[REDACTED_PASSWORD]"_s},
        {u"email"_s, false,
            QRegularExpression(u"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}"_s),
            u"[REDACTED_EMAIL]"_s},
        {u"phone"_s, false, QRegularExpression(u"(?<![0-9])01[016789][- ]?[0-9]{3,4}[- ]?[0-9]{4}(?![0-9])"_s),
            u"[REDACTED_PHONE]"_s},
    };
    return all;
}

} // namespace

RedactedText redact(const QString &text, const MemorySettings &settings)
{
    RedactedText out {.text = text, .kinds = {}};
    for (const auto &pattern : patterns()) {
        if (pattern.isSecret ? !settings.redactSecrets : !settings.redactPersonalData)
            continue;
        const auto before = out.text;
        out.text.replace(pattern.expression, pattern.replacement);
        if (out.text != before)
            out.kinds += pattern.kind;
    }
    return out;
}

} // namespace hub

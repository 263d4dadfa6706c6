// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <QTextBoundaryFinder>

#include <algorithm>

namespace hub {

qsizetype codePointCount(QStringView text)
{
    qsizetype count = text.size();
    for (qsizetype i = 1; i < text.size(); ++i)
        count -= text[i].isLowSurrogate() && text[i - 1].isHighSurrogate();
    return count;
}

QString cutText(const QString &text, qsizetype maxCodePoints)
{
    if (text.size() <= maxCodePoints || codePointCount(text) <= maxCodePoints)
        return text;
    qsizetype position = 0;
    for (qsizetype taken = 0; taken < maxCodePoints; ++taken)
        position
            += text[position].isHighSurrogate() && position + 1 < text.size() && text[position + 1].isLowSurrogate()
            ? 2
            : 1;
    QTextBoundaryFinder border(QTextBoundaryFinder::Grapheme, text);
    border.setPosition(position);
    if (!border.isAtBoundary())
        position = std::max<qsizetype>(0, border.toPreviousBoundary());
    return text.left(position);
}

QString withoutLoneSurrogates(const QString &text)
{
    if (std::none_of(text.begin(), text.end(), [](QChar c) { return c.isSurrogate(); }))
        return text;
    auto out = text;
    for (qsizetype i = 0; i < out.size(); ++i) {
        if (!out[i].isSurrogate())
            continue;
        if (out[i].isHighSurrogate() && i + 1 < out.size() && out[i + 1].isLowSurrogate())
            ++i;
        else
            out[i] = QChar::ReplacementCharacter;
    }
    return out;
}

QString canonicalText(const QString &text)
{
    auto out = withoutLoneSurrogates(text).normalized(QString::NormalizationForm_C);
    out = out.replace(QLatin1StringView("\r\n"), QLatin1StringView("\n")).trimmed();
    while (out.startsWith(QChar::ByteOrderMark)) // the store would not give it back
        out = out.mid(1).trimmed();
    return out;
}

std::optional<QString> presentText(const std::optional<QString> &text)
{
    auto canonical = canonicalText(text.value_or(QString()));
    return canonical.isEmpty() ? std::nullopt : std::optional(std::move(canonical));
}

QString oneLine(const QString &text) { return text.simplified(); }

} // namespace hub

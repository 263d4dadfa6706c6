// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/items.h"

#include "core/base/messages.h"
#include "core/base/text.h"

#include <QRegularExpression>

namespace hub {
namespace {

constexpr qsizetype longestItem = 4000;

struct Kind {
    ReflectCategory category;
    QStringList ReflectRequest::*texts;
    FragmentType type;
    double importance;
    const char16_t *prefix; ///< name of its message; none: nothing is put before the text
    std::optional<ResolutionStatus> resolution;
};

const std::array kinds {
    Kind {ReflectCategory::Summary, &ReflectRequest::summary, FragmentType::Fact, 0.5, nullptr, {}},
    Kind {ReflectCategory::Decisions, &ReflectRequest::decisions, FragmentType::Decision, 0.7, nullptr, {}},
    Kind {ReflectCategory::Errors, &ReflectRequest::errorsResolved, FragmentType::Error, 0.5, u"reflect.resolved",
        ResolutionStatus::Resolved},
    Kind {ReflectCategory::Procedures, &ReflectRequest::newProcedures, FragmentType::Procedure, 0.7, nullptr, {}},
    Kind {ReflectCategory::Questions, &ReflectRequest::openQuestions, FragmentType::Fact, 0.4, u"reflect.open",
        ResolutionStatus::Open},
};

bool hasHangul(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Hangul; });
}

/// Why an item is of no use later; null when it is.
QString fault(const QString &text, const Messages &messages)
{
    static const QRegularExpression vague(
        u"^(?:(?:이것|그것|위|이번|해당)(?:은|는|이|가|을|를|의|에|에서|에는|도|와|과)?\\s|재작성을 통해)"_s,
        QRegularExpression::UseUnicodePropertiesOption);
    const int shortest = hasHangul(text) ? 10 : 20;
    if (codePointCount(text) < shortest)
        return messages.text(u"reflect.too_short"_s).arg(shortest);
    if (vague.match(text).hasMatch())
        return messages.text(u"reflect.vague"_s);
    return {};
}

ReflectItem itemOf(const Kind &kind, const QString &text, const Messages &messages)
{
    static const auto lesson = u"LEARNING:"_s;
    const bool isLesson = text.startsWith(lesson);
    const auto prefix = kind.prefix ? messages.text(QString::fromUtf16(kind.prefix)) : QString();
    const auto said = isLesson ? text.mid(lesson.size()).trimmed() : text;
    ReflectItem item {.category = kind.category, .request = {}};
    item.request.content = cutText(said.startsWith(prefix) ? said : QString(prefix + said), longestItem);
    item.request.type = kind.type;
    item.request.importance = kind.importance;
    item.request.resolutionStatus = kind.resolution;
    item.request.source = isLesson ? u"learning_extraction"_s : reflectSource;
    return item;
}

} // namespace

SkippedItem skippedItem(const QString &category, const QString &content, const QString &reason)
{
    return {.category = category, .content = cutText(oneLine(content), 100), .reason = reason};
}

ReflectItems itemsOf(const ReflectRequest &request, const Messages &messages)
{
    ReflectItems out;
    for (const auto &kind : kinds) {
        for (const auto &given : request.*kind.texts) {
            const auto text = canonicalText(given);
            const auto why = kind.category == ReflectCategory::Summary ? QString() : fault(text, messages);
            if (text.isEmpty())
                continue;
            if (!why.isEmpty())
                out.skipped += skippedItem(toString(kind.category), text, why);
            else
                out.kept += itemOf(kind, text, messages);
        }
    }
    return out;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/linksuggestions.h"

#include "core/base/messages.h"

namespace hub {
namespace {

constexpr qsizetype mostSuggestions = 10;

QString sharedWord(const ReflectedFragment &a, const ReflectedFragment &b)
{
    for (const auto &word : a.keywords) {
        if (b.keywords.contains(word, Qt::CaseInsensitive))
            return word;
    }
    return {};
}

struct Pairing {
    FragmentType from;
    FragmentType to;
    RelationType relation;
};

} // namespace

QList<LinkSuggestion> suggestLinks(const QList<ReflectedFragment> &fragments, const Messages &messages)
{
    constexpr std::array pairings {
        Pairing {FragmentType::Error, FragmentType::Procedure, RelationType::ResolvedBy},
        Pairing {FragmentType::Decision, FragmentType::Error, RelationType::CausedBy},
    };
    const auto ofType = [&](FragmentType type) {
        QList<ReflectedFragment> found;
        std::copy_if(fragments.begin(), fragments.end(), std::back_inserter(found),
            [type](const ReflectedFragment &f) { return f.type == type; });
        return found;
    };
    QList<LinkSuggestion> out;
    for (const auto &pairing : pairings) {
        const auto from = ofType(pairing.from);
        const auto to = ofType(pairing.to);
        const bool alone = from.size() == 1 && to.size() == 1;
        for (const auto &a : from) {
            for (const auto &b : to) {
                const auto word = sharedWord(a, b);
                if ((word.isEmpty() && !alone) || out.size() >= mostSuggestions)
                    continue;
                const auto reason = word.isEmpty() ? messages.text(u"reflect.same_session"_s)
                                                   : messages.text(u"reflect.shared_word"_s).arg(word);
                out += {.fromId = a.id, .toId = b.id, .relationType = pairing.relation, .reason = reason};
            }
        }
    }
    return out;
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/graphparts.h"

namespace hub {
namespace {

const auto arrow = u'→';
const auto escape = u'\\';

QString beforeType(const QString &name) { return u"Entity: %1 ("_s.arg(name); }
QString beforeObservation(const QString &name) { return u"About %1: "_s.arg(name); }

/// An arrow of a name's own must not look like one between two names.
QString escaped(const QString &part)
{
    QString out;
    for (const QChar c : part) {
        if (c == arrow || c == escape)
            out += escape;
        out += c;
    }
    return out;
}

/// The parts between arrows that are not escaped.
QStringList unescapedParts(const QString &content)
{
    QStringList parts {QString()};
    for (qsizetype i = 0; i < content.size(); ++i) {
        if (content[i] == escape && i + 1 < content.size())
            parts.last() += content[++i];
        else if (content[i] == arrow)
            parts += QString();
        else
            parts.last() += content[i];
    }
    return parts;
}

} // namespace

QString entityContent(const QString &name, const QString &entityType) { return beforeType(name) + entityType + u')'; }

QString observationContent(const QString &name, const QString &observation)
{
    return beforeObservation(name) + observation;
}

QString relationContent(const GraphRelation &relation)
{
    return escaped(relation.from) + u" → "_s + escaped(relation.relationType) + u" → "_s + escaped(relation.to);
}

QString entityTypeOf(const Fragment &entity)
{
    const auto before = beforeType(entity.topic);
    const bool isOurs = entity.content.startsWith(before) && entity.content.endsWith(u')');
    return isOurs ? entity.content.sliced(before.size()).chopped(1) : entity.content;
}

QString observationOf(const Fragment &observation)
{
    const auto before = beforeObservation(observation.topic);
    return observation.content.startsWith(before) ? observation.content.sliced(before.size()) : observation.content;
}

std::optional<GraphRelation> relationOf(const Fragment &relation)
{
    const auto parts = unescapedParts(relation.content);
    if (parts.size() != 3 || !parts[0].endsWith(u' ') || !parts[1].startsWith(u' ') || !parts[1].endsWith(u' ')
        || parts[1].size() < 2 || !parts[2].startsWith(u' '))
        return std::nullopt;
    return GraphRelation {
        .from = parts[0].chopped(1), .to = parts[2].sliced(1), .relationType = parts[1].sliced(1).chopped(1)};
}

} // namespace hub

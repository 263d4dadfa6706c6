// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guide/guide.h"

#include "core/memory/unitofwork.h"

#include <QFile>

namespace hub {

const QStringList &guideSections()
{
    static const QStringList sections {u"overview"_s, u"lifecycle"_s, u"triggers"_s, u"keywords"_s, u"workspace"_s,
        u"search"_s, u"importance"_s, u"episode"_s, u"experiential"_s, u"cbr"_s, u"multiplatform"_s, u"collaboration"_s,
        u"tools"_s, u"codex"_s, u"antipatterns"_s};
    return sections;
}

QString guideText(const QString &language, const QString &section)
{
    QFile file(u":/mcp/guide/%1/%2.md"_s.arg(language, section));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "guideText", qPrintable(section));
    return QString::fromUtf8(file.readAll()).trimmed();
}

Result<GuideAnswer> skillGuide(UnitOfWork &work, const GuideRequest &request)
{
    const auto &language = work.services().messages.language();
    const auto asked = request.section.value_or(QString()).trimmed().toLower();
    if (guideSections().contains(asked))
        return GuideAnswer {.success = true, .section = asked, .content = guideText(language, asked)};
    QStringList all;
    for (const auto &section : guideSections())
        all += guideText(language, section);
    return GuideAnswer {.success = true, .section = {}, .content = all.join(u"\n\n"_s)};
}

} // namespace hub

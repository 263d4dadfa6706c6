// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/installedmodel.h"
#include "core/embedding/textencoder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <cstdio>

// measure_centres: the middles of the installed model's vectors, over the lines of our own
// guides in English and Korean, as resources/models/<model>.centres.json keeps them.

using namespace hub;

namespace {

QStringList linesOf(const QString &language)
{
    static const QRegularExpression marks(u"[`*#|>-]+"_s);
    constexpr int shortestLatin = 30;
    constexpr int shortestKorean = 15;
    const auto shortest = language == u"ko" ? shortestKorean : shortestLatin;
    const QDir folder(QStringLiteral(HUB_SOURCE_DIR "/resources/mcp/guide/") + language);
    QStringList lines;
    for (const auto &name : folder.entryList({u"*.md"_s}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (auto line : QString::fromUtf8(file.readAll()).split(u'\n')) {
            line = line.replace(marks, u" "_s).simplified();
            if (line.size() >= shortest && !line.startsWith(u'{'))
                lines += line.left(200);
        }
    }
    return lines;
}

QString middleOf(TextEncoder &encoder, const QString &prefix, const QStringList &lines)
{
    std::vector<double> sum(size_t(encoder.dimension()), 0);
    for (const auto &line : lines) {
        const auto vector = encoder.encode(prefix + line);
        for (size_t i = 0; vector && i < sum.size(); ++i)
            sum[i] += double((*vector)[qsizetype(i)]);
    }
    Vector middle;
    for (const double number : sum)
        middle += float(number / double(lines.size()));
    return QString::fromLatin1(encodeVector(middle).toBase64());
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const auto model = InstalledModel::locate();
    auto encoder = TextEncoder::load(model.file(), usableArithmetic().constLast());
    if (!encoder) {
        std::fprintf(stderr, "%s\n", qPrintable(encoder.error().message));
        return 1;
    }
    QJsonArray centres;
    for (const auto &language : {u"en"_s, u"ko"_s}) {
        const auto lines = linesOf(language);
        centres += QJsonObject {{u"language"_s, language}, {u"purpose"_s, u"passage"_s},
            {u"numbers"_s, middleOf(**encoder, model.description().passagePrefix, lines)}};
        centres += QJsonObject {{u"language"_s, language}, {u"purpose"_s, u"query"_s},
            {u"numbers"_s, middleOf(**encoder, model.description().queryPrefix, lines)}};
    }
    std::puts(QJsonDocument(QJsonObject {{u"centres"_s, centres}}).toJson(QJsonDocument::Compact).constData());
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

/// The dependency rules of ARCHITECTURE.md, read off the #include lines.
class LayersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesOnlyWhatItMay_data();
    void includesOnlyWhatItMay();
};

void LayersTest::includesOnlyWhatItMay_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("mayInclude");
    QTest::newRow("core") << u"core"_s << u"core"_s;
    QTest::newRow("server") << u"server"_s << u"core|server"_s;
    QTest::newRow("ui") << u"ui"_s << u"core|ui"_s;
}

void LayersTest::includesOnlyWhatItMay()
{
    QFETCH(QString, layer);
    QFETCH(QString, mayInclude);
    const QRegularExpression forbidden(uR"re(#include "(?!(?:%1)/)([^"]+)")re"_s.arg(mayInclude));
    QStringList broken;
    QDirIterator files(QStringLiteral(HUB_SOURCE_DIR "/") + layer, {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const auto &match : forbidden.globalMatch(QString::fromUtf8(file.readAll()))) {
            if (!match.captured(1).startsWith(u"moc_") && !match.captured(1).endsWith(u".moc"))
                broken += file.fileName() + u" -> "_s + match.captured(1);
        }
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(u'\n')));
}

QTEST_GUILESS_MAIN(LayersTest)
#include "tst_layers.moc"

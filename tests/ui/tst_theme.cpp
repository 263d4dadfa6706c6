// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "ui/theme/icons.h"
#include "ui/theme/typeshape.h"

#include <QDirIterator>
#include <QTest>
#include <QtMath>

using namespace hub;
using namespace hub::ui;

class ThemeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void canBeRead_data();
    void canBeRead();
    void givesEachTypeItsOwnShape();
    void drawsIconsInTheColourOfThePalette();
    void drawsEveryIconForThePixelsOfTheScreen();
};

namespace {

/// Relative luminance and contrast as WCAG 2.2 defines them.
double luminance(QColor color)
{
    const auto linear = [](float channel) {
        return channel <= 0.04045F ? double(channel) / 12.92 : qPow((double(channel) + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(QColor a, QColor b)
{
    const auto [low, high] = std::minmax(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

} // namespace

void ThemeTest::canBeRead_data()
{
    QTest::addColumn<Token>("ink");
    QTest::addColumn<Token>("paper");
    QTest::addColumn<double>("least"); // 4.5 for text, 3 for what is only seen
    const auto row
        = [](const char *name, Token ink, Token paper, double least) { QTest::newRow(name) << ink << paper << least; };
    row("text on a surface", Token::Text, Token::Surface, 4.5);
    row("text on the window", Token::Text, Token::Window, 4.5);
    row("text on a selected row", Token::Text, Token::AccentSoft, 4.5);
    row("text under a mark", Token::Text, Token::Mark, 4.5);
    row("text of a warning", Token::Text, Token::WarningSoft, 4.5);
    row("text of an error", Token::Text, Token::DangerSoft, 4.5);
    row("quiet text on a surface", Token::TextSecondary, Token::Surface, 4.5);
    row("quiet text on the window", Token::TextSecondary, Token::Window, 4.5);
    row("quiet text on the sidebar", Token::TextSecondary, Token::Sidebar, 4.5);
    row("quiet text under the pointer", Token::TextSecondary, Token::Hover, 4.5);
    row("quiet text on a selected row", Token::TextSecondary, Token::AccentSoft, 4.5);
    row("the chosen view", Token::Accent, Token::AccentSoft, 4.5);
    row("the default button", Token::AccentText, Token::Accent, 4.5);
    row("an error beside a field", Token::Danger, Token::Surface, 4.5);
    row("border of a field", Token::ControlBorder, Token::Surface, 3);
    row("border of a field on the window", Token::ControlBorder, Token::Window, 3);
    row("focus ring", Token::Accent, Token::Window, 3);
    row("the running server", Token::Success, Token::Surface, 3);
    for (const auto type : {Token::Fact, Token::Decision, Token::Error, Token::Preference, Token::Procedure,
             Token::Relation, Token::Episode})
        row(qPrintable(u"type "_s + toString(type)), type, Token::Surface, 4.5);
}

void ThemeTest::canBeRead()
{
    QFETCH(Token, ink);
    QFETCH(Token, paper);
    QFETCH(double, least);
    for (const bool dark : {false, true}) {
        const auto tokens = Tokens::load(dark);
        const double found = contrast(tokens[ink], tokens[paper]);
        QVERIFY2(found >= least, qPrintable(u"%1: %2"_s.arg(dark ? u"dark"_s : u"light"_s).arg(found)));
    }
}

void ThemeTest::givesEachTypeItsOwnShape()
{
    QList<QImage> drawn;
    for (size_t i = 0; i < EnumNames<FragmentType>::names.size(); ++i) {
        const auto image = typePixmap(FragmentType(i), 24, 1, Qt::black).toImage();
        QVERIFY2(!drawn.contains(image), qPrintable(toString(FragmentType(i))));
        drawn += image;
    }
}

void ThemeTest::drawsIconsInTheColourOfThePalette()
{
    Theme theme;
    const auto search = icon(u"search"_s);
    const auto inkOf = [&] {
        const auto image = search.pixmap(32, 32).toImage();
        double sum = 0;
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (const auto pixel = image.pixelColor(x, y); pixel.alpha() > 200) {
                    sum += luminance(pixel);
                    ++count;
                }
            }
        }
        return count ? sum / count : -1;
    };
    theme.choose(ThemeChoice::Light);
    const double light = inkOf();
    theme.choose(ThemeChoice::Dark);
    const double dark = inkOf();
    QVERIFY(light >= 0 && light < 0.1);
    QVERIFY(dark > 0.6);
}

void ThemeTest::drawsEveryIconForThePixelsOfTheScreen()
{
    int icons = 0;
    for (QDirIterator files(u":/icons"_s); files.hasNext();) {
        const auto name = QFileInfo(files.next()).baseName();
        for (const double ratio : {1.0, 1.5, 2.0}) {
            const auto pixmap = icon(name).pixmap(QSize(20, 20), ratio);
            QCOMPARE(pixmap.size(), QSize(20, 20) * ratio);
            QImage empty(pixmap.size(), QImage::Format_ARGB32_Premultiplied);
            empty.fill(Qt::transparent);
            QVERIFY2(pixmap.toImage().convertToFormat(empty.format()) != empty, qPrintable(name));
        }
        ++icons;
    }
    QVERIFY(icons > 25);
}

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::Literals::StringLiterals;

/// What the translation files hold, without the programs that made them.
class TranslationsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areComplete_data();
    void areComplete();
    void keepThePlacesOfValues();

private:
    struct Message {
        QString source;
        QStringList translations;
        bool isUnfinished = false;
    };
    static QList<Message> messagesOf(const QString &language);
};

QList<TranslationsTest::Message> TranslationsTest::messagesOf(const QString &language)
{
    QFile file(u"%1/translations/anchorhold_%2.ts"_s.arg(QStringLiteral(HUB_SOURCE_DIR), language));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Message> messages;
    for (QXmlStreamReader xml(&file); !xml.atEnd();) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"message") {
            messages += Message {};
        } else if (xml.name() == u"source") {
            messages.last().source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            messages.last().isUnfinished = xml.attributes().hasAttribute("type"_L1);
            messages.last().translations += xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return messages;
}

void TranslationsTest::areComplete_data()
{
    QTest::addColumn<int>("least");
    QTest::newRow("ko") << 150;
    QTest::newRow("en") << 10; // plurals only
}

void TranslationsTest::areComplete()
{
    QFETCH(int, least);
    const auto messages = messagesOf(QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY2(messages.size() >= least, qPrintable(QString::number(messages.size())));
    for (const auto &message : messages) {
        QVERIFY2(!message.isUnfinished, qPrintable(message.source));
        QVERIFY2(!message.translations.join(QString()).trimmed().isEmpty(), qPrintable(message.source));
    }
}

void TranslationsTest::keepThePlacesOfValues()
{
    const QRegularExpression place(u"%(?:L?n|L?\\d)"_s);
    const auto placesOf = [&](const QString &text) {
        QStringList places;
        for (const auto &match : place.globalMatch(text))
            places += match.captured();
        places.sort();
        places.removeDuplicates();
        return places;
    };
    for (const auto &message : messagesOf(u"ko"_s)) {
        for (const auto &translation : message.translations)
            QVERIFY2(placesOf(translation) == placesOf(message.source), qPrintable(message.source));
    }
}

QTEST_GUILESS_MAIN(TranslationsTest)
#include "tst_translations.moc"

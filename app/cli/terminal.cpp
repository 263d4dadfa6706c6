// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal.h"

#include <QFile>
#include <QJsonDocument>
#include <QLocale>

#include <cstdio>

#include <unistd.h>

namespace hub::terminal {
namespace {

void write(FILE *to, const QByteArray &bytes)
{
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), to);
    std::fflush(to);
}

} // namespace

void print(const QString &text) { write(stdout, QString(text + u'\n').toUtf8()); }
void printError(const QString &text) { write(stderr, QString(text + u'\n').toUtf8()); }
void printError(const QString &command, const QString &message) { printError(u"[%1] %2"_s.arg(command, message)); }
void printJson(const QJsonObject &json) { write(stdout, QJsonDocument(json).toJson(QJsonDocument::Indented)); }

bool isInteractive() { return ::isatty(STDOUT_FILENO) == 1; }

QString readInput()
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(input.readAll());
}

QString text(const QString &name)
{
    const auto language = QLocale::system().language() == QLocale::Korean ? u"ko"_s : u"en"_s;
    QFile file(u":/cli/%1.%2.txt"_s.arg(name, language));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "terminal::text", qPrintable(name));
    return QString::fromUtf8(file.readAll()).trimmed();
}

} // namespace hub::terminal

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include "core/base/text.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>

namespace hub {

Q_LOGGING_CATEGORY(lcCore, "hub.core", QtInfoMsg)
Q_LOGGING_CATEGORY(lcStore, "hub.store", QtInfoMsg)
Q_LOGGING_CATEGORY(lcServer, "hub.server", QtInfoMsg)
Q_LOGGING_CATEGORY(lcUi, "hub.ui", QtInfoMsg)

namespace {

constexpr size_t maxFileBytes = 10 * 1024 * 1024;
constexpr size_t keptFiles = 5;

std::shared_ptr<spdlog::logger> &fileLogger()
{
    static std::shared_ptr<spdlog::logger> logger;
    return logger;
}

QString levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg: return u"debug"_s;
    case QtInfoMsg: return u"info"_s;
    case QtWarningMsg: return u"warn"_s;
    case QtCriticalMsg:
    case QtFatalMsg: break;
    }
    return u"error"_s;
}

void write(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const auto text = redactSecrets(message);
    const QJsonObject record {{u"timestamp"_s, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
        {u"level"_s, levelName(type)}, {u"category"_s, QString::fromUtf8(context.category)}, {u"message"_s, text}};
    const auto line = QJsonDocument(record).toJson(QJsonDocument::Compact);
    if (const auto &logger = fileLogger())
        logger->info(std::string_view(line.constData(), size_t(line.size())));
    if (type != QtDebugMsg && type != QtInfoMsg)
        fprintf(stderr, "%s: %s\n", qPrintable(levelName(type)), oneLine(text).toUtf8().constData());
}

} // namespace

Result<void> installLog(const QString &folder)
{
    try {
        spdlog::drop("hub"); // a log that was opened before, in another folder
        fileLogger()
            = spdlog::rotating_logger_mt("hub", QString(folder + u"/hub.log"_s).toStdString(), maxFileBytes, keptFiles);
    } catch (const spdlog::spdlog_ex &failure) {
        return Error {
            ErrorCode::Storage, u"The log could not be opened in %1"_s.arg(folder), QString::fromUtf8(failure.what())};
    }
    fileLogger()->set_pattern("%v");
    fileLogger()->flush_on(spdlog::level::info);
    qInstallMessageHandler(write);
    return {};
}

QString redactSecrets(QString text)
{
    static const QRegularExpression secrets(
        uR"re((\b(?:mmcp|pwk)_)[A-Za-z0-9_-]{8,}|(\bBearer\s+)[^\s"',]+|(\baccessKey"?\s*[:=]\s*"?)[^&\s"]+|(\bsk-)[A-Za-z0-9_-]{20,})re"_s,
        QRegularExpression::CaseInsensitiveOption);
    return text.replace(secrets, u"\\1\\2\\3\\4[redacted]"_s);
}

void logError(const QLoggingCategory &category, const QString &doing, const Error &error)
{
    const QString text
        = doing + u": "_s + error.message + (error.detail.isEmpty() ? QString() : u" ("_s + error.detail + u")"_s);
    qCWarning(category).noquote() << text;
}

} // namespace hub

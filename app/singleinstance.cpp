// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/singleinstance.h"

#include "core/base/ids.h"
#include "core/base/log.h"

#include <QDir>
#include <QLocalSocket>
#include <QStandardPaths>

namespace hub {
namespace {

constexpr int patienceMs = 500;
constexpr auto raise = "raise\n";

} // namespace

SingleInstance::SingleInstance(const QString &dataFolder, QObject *parent)
    : QObject(parent)
{
    const QDir runtime(QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation));
    m_name = runtime.filePath(u"anchorhold-"_s + sha256Hex(QDir(dataFolder).absolutePath()).left(16));
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, [this] {
        auto *caller = m_server.nextPendingConnection();
        connect(caller, &QLocalSocket::disconnected, caller, &QObject::deleteLater);
        connect(caller, &QLocalSocket::readyRead, this, [this, caller] {
            if (caller->readAll() == raise)
                Q_EMIT raised();
            caller->disconnectFromServer();
        });
    });
}

bool SingleInstance::claim()
{
    if (tellFirst())
        return false;
    QLocalServer::removeServer(m_name); // nobody answered there: left behind by a crash
    if (!m_server.listen(m_name))
        qCWarning(lcUi) << "A second start will not find this one:" << m_server.errorString();
    return true;
}

bool SingleInstance::tellFirst() const
{
    QLocalSocket first;
    first.connectToServer(m_name);
    if (!first.waitForConnected(patienceMs))
        return false;
    first.write(raise);
    first.waitForBytesWritten(patienceMs);
    first.waitForDisconnected(patienceMs);
    return true;
}

} // namespace hub

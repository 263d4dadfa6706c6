// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QObject>

namespace hub {

/// Sees to it that one desktop program runs per data folder and user: a second one
/// asks the first to come to the front and ends. The socket is for its user alone.
class SingleInstance final : public QObject
{
    Q_OBJECT

public:
    explicit SingleInstance(const QString &dataFolder, QObject *parent = nullptr);

    /// False when another one is running; it has been told.
    bool claim();

Q_SIGNALS:
    /// A second start has asked for the window.
    void raised();

private:
    bool tellFirst() const;

    QString m_name;
    QLocalServer m_server;
};

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace hub {

/// Turns SIGTERM and SIGINT into a Qt signal, so that the program ends as if the
/// person had quit. One at a time; the signals do what they did before when it goes.
class QuitSignals final : public QObject
{
    Q_OBJECT

public:
    explicit QuitSignals(QObject *parent = nullptr);
    ~QuitSignals() override;

Q_SIGNALS:
    void received();
};

} // namespace hub

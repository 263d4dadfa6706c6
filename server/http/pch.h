// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled: the headers that most of server/http includes.
#pragma once

#include "core/base/log.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QSet>
#include <QString>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QTest>

/// Compares a Result that must have succeeded, showing its error when it has not.
#define VERIFY_OK(...)                                                                                                 \
    do {                                                                                                               \
        const auto &verified = (__VA_ARGS__);                                                                          \
        QVERIFY2(                                                                                                      \
            verified, qPrintable(verified ? QString() : verified.error().message + u" / " + verified.error().detail)); \
    } while (false)

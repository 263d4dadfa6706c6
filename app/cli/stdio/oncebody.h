// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>

#include <cstring>

namespace hub::stdio {

/// The body of a POST that can be read once. QNetworkAccessManager sends a request again
/// by itself when its connection breaks before the answer, unless the body cannot be
/// rewound; but whether a call may be carried out twice is not for the network to decide.
class OnceBody final : public QIODevice
{
public:
    OnceBody(QByteArray bytes, QObject *parent)
        : QIODevice(parent)
        , m_bytes(std::move(bytes))
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

    qint64 size() const override { return m_bytes.size(); }
    bool seek(qint64) override { return false; }

protected:
    qint64 readData(char *into, qint64 most) override
    {
        const auto count = std::min<qint64>(most, m_bytes.size() - m_read);
        std::memcpy(into, m_bytes.constData() + m_read, size_t(count));
        m_read += count;
        return count;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    const QByteArray m_bytes;
    qint64 m_read = 0;
};

} // namespace hub::stdio

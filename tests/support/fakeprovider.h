// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>

namespace hub::test {

/// A small HTTP server on a port of the system's choice that answers every POST
/// with what `answer` returns: a whole raw response, or nothing to hang.
class FakeProvider : public QTcpServer
{
public:
    struct Request {
        QByteArray head;
        QJsonObject body;
    };
    using Answer = std::function<QByteArray(const Request &)>;

    explicit FakeProvider(Answer answer)
        : m_answer(std::move(answer))
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, &FakeProvider::accept);
    }

    QString baseUrl() const { return QStringLiteral("http://127.0.0.1:%1/v1/").arg(serverPort()); }
    const QList<Request> &requests() const { return m_requests; }

    static QByteArray response(int status, const QByteArray &body, const QByteArray &headers = {})
    {
        return "HTTP/1.1 " + QByteArray::number(status)
            + " Status\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n"
            + headers + "\r\n" + body;
    }

    /// The documented answer; `embeddings` is the JSON text of each vector.
    static QByteArray vectors(const QList<QByteArray> &embeddings, const QList<int> &order = {})
    {
        QByteArray items;
        for (qsizetype i = 0; i < embeddings.size(); ++i) {
            const auto index = order.isEmpty() ? i : order[i];
            items += (i > 0 ? "," : "") + QByteArray(R"({"object":"embedding","index":)") + QByteArray::number(index)
                + R"(,"embedding":)" + embeddings[index] + "}";
        }
        return response(200, R"({"object":"list","data":[)" + items + R"(],"model":"m"})");
    }

    /// The documented answer of a language model; `content` is escaped for JSON.
    static QByteArray said(const QByteArray &content)
    {
        return response(200,
            R"({"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":)"
            R"({"role":"assistant","content":")"
                + content + R"("}}]})");
    }

    /// In an answer: closes the connection in place of a response.
    static QByteArray hangUp() { return "hang up"; }

private:
    void accept()
    {
        while (auto *socket = nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
                m_received.remove(socket);
                socket->deleteLater();
            });
        }
    }

    void read(QTcpSocket *socket)
    {
        auto &received = m_received[socket];
        received += socket->readAll();
        const auto headEnd = received.indexOf("\r\n\r\n");
        if (headEnd < 0)
            return;
        const auto head = received.left(headEnd);
        const auto lengthAt = head.toLower().indexOf("content-length: ") + 16;
        const auto length = head.mid(lengthAt, head.indexOf('\r', lengthAt) - lengthAt).toLongLong();
        if (received.size() < headEnd + 4 + length)
            return;
        m_requests += {head, QJsonDocument::fromJson(received.mid(headEnd + 4, length)).object()};
        received.clear();
        const auto answer = m_answer(m_requests.constLast());
        if (answer == hangUp())
            socket->abort();
        else
            socket->write(answer);
    }

    Answer m_answer;
    QHash<QTcpSocket *, QByteArray> m_received;
    QList<Request> m_requests;
};

} // namespace hub::test

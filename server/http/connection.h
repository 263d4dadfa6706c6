// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/gate.h"
#include "server/http/requestreader.h"

#include <QPointer>
#include <QTcpSocket>

namespace hub::http {

class Exchange;

/// One client. Owns the real socket, takes one request at a time, keeps the
/// deadlines and writes the reply. Lives in the server's thread; deletes itself
/// when the client has gone.
class Connection final : public QObject
{
public:
    Connection(Gate *gate, qintptr descriptor);
    ~Connection() override;

    /// Milliseconds of a clock that never jumps.
    static qint64 now();

    void tick(qint64 now);                                                ///< deadlines and heartbeat
    void refuse(const Response &response);                                ///< the last reply of this connection
    void accept(const QByteArray &body, std::shared_ptr<void> responder); ///< runs the handler
    void windDown();                                                      ///< as little more as can be
    bool isQuiet() const;

    // For the handles, in the server's thread; `exchange` must be current.
    bool isCurrent(const std::shared_ptr<Exchange> &exchange) const { return exchange && exchange == m_exchange; }
    void send(const Response &response);
    void beginStream(const Response &head);
    void writeStream(const QByteArray &data);
    void endStream();
    void abandon();

private:
    enum class State : quint8 { Idle, Head, Body, Busy, Streaming, Draining, Closed };

    void pump();
    bool readHead();
    bool admit();
    bool readBody();
    bool deliver();
    void drain();
    void countBody();
    void releaseRequest();
    void closeExchange(bool isAnswered);
    void write(const Response &response, BodyEnd end);
    void finish();
    void onWritten();
    void halfClose();
    void drop();
    void onDisconnected();
    void enter(State state, int deadlineMs);

    Gate::Shared &shared() const { return m_gate->shared(); }
    const Limits &limits() const { return shared().policy.limits; }
    const Request &request() const { return m_reader.request(); }

    Gate *const m_gate;
    QTcpSocket m_socket;
    RequestReader m_reader;
    State m_state = State::Idle;
    Admission m_admission;
    qint64 m_counted = 0; ///< bytes of Shared::bodiesInFlight that are ours
    qint64 m_drained = 0;
    qint64 m_deadline = 0;
    qint64 m_lastWrite = 0;
    qint64 m_lastProgress = 0; ///< when the client last read something
    QPointer<VettedSocket> m_vetted;
    std::shared_ptr<Exchange> m_exchange;
    std::shared_ptr<void> m_responder;
    bool m_keepAlive = true;
    bool m_isInDelivery = false;
    bool m_isAccepted = false;
    bool m_isHalfClosed = false;
};

} // namespace hub::http

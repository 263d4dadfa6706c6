// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/connection.h"

#include "core/base/log.h"
#include "server/http/exchange.h"
#include "server/http/vettedsocket.h"

#include <QDeadlineTimer>

#ifdef Q_OS_WIN
#include <winsock2.h>
#define SHUT_WR SD_SEND
#else
#include <sys/socket.h>
#endif

namespace hub::http {
namespace {

constexpr qint64 readBuffer = 64 * 1024;     // the client waits while we do not read
constexpr qint64 unreadReplies = 256 * 1024; // a client that asks on without reading must read first
constexpr auto heartbeat = ": \n\n";

} // namespace

Connection::Connection(Gate *gate, qintptr descriptor)
    : QObject(gate)
    , m_gate(gate)
    , m_socket(this)
    , m_reader(gate->shared().policy.limits)
{
    m_socket.setReadBufferSize(readBuffer);
    if (!m_socket.setSocketDescriptor(descriptor)) {
        m_state = State::Closed;
        deleteLater();
        return;
    }
    m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(&m_socket, &QTcpSocket::readyRead, this, &Connection::pump);
    connect(&m_socket, &QTcpSocket::disconnected, this, &Connection::onDisconnected);
    connect(&m_socket, &QTcpSocket::bytesWritten, this, &Connection::onWritten);
    enter(State::Idle, limits().headMs); // the first request must begin soon
}

Connection::~Connection()
{
    m_socket.disconnect(this);
    m_state = State::Closed;
    m_isInDelivery = false;
    releaseRequest();
    m_gate->forget(this);
}

qint64 Connection::now() { return QDeadlineTimer::current(Qt::CoarseTimer).deadline(); }

void Connection::enter(State state, int deadlineMs)
{
    m_state = state;
    m_deadline = deadlineMs > 0 ? now() + deadlineMs : std::numeric_limits<qint64>::max();
}

void Connection::tick(qint64 now)
{
    if (m_state == State::Closed)
        return;
    if (m_socket.bytesToWrite() > 0 && now - m_lastProgress > limits().stallMs)
        return drop();
    if (m_state == State::Streaming && now - m_lastWrite >= limits().heartbeatMs)
        return writeStream(heartbeat);
    const bool isStillAnswering = m_state == State::Idle && m_socket.bytesToWrite() > 0;
    if (now < m_deadline || isStillAnswering)
        return;
    if (m_state == State::Head || m_state == State::Body)
        refuse(Response::error(408, u"The request did not arrive in time"_s));
    else
        drop();
}

void Connection::windDown()
{
    m_keepAlive = false;
    if (m_state == State::Idle && m_socket.bytesToWrite() == 0)
        return drop();
    if (m_state == State::Idle)
        return enter(State::Draining, 0);
    if (m_state == State::Streaming && request().method == "GET") {
        closeExchange(false);
        endStream();
    }
}

bool Connection::isQuiet() const
{
    const bool isServing
        = m_state == State::Head || m_state == State::Body || m_state == State::Busy || m_state == State::Streaming;
    return m_state == State::Closed || (!isServing && m_socket.bytesToWrite() == 0);
}

// ---- Reading ---------------------------------------------------------------

void Connection::pump()
{
    bool goesOn = !m_isInDelivery;
    while (goesOn) {
        switch (m_state) {
        case State::Idle:
        case State::Head:
            if (m_socket.bytesToWrite() > unreadReplies)
                return; // onWritten() carries on
            goesOn = readHead();
            break;
        case State::Body: goesOn = readBody(); break;
        case State::Draining: return drain();
        case State::Busy:
        case State::Streaming: // later bytes wait in the socket
        case State::Closed: return;
        }
    }
}

bool Connection::readHead()
{
    switch (m_reader.readHead(m_socket)) {
    case RequestReader::Progress::Nothing: return false;
    case RequestReader::Progress::Partial:
        if (m_state == State::Idle)
            enter(State::Head, limits().headMs);
        return false;
    case RequestReader::Progress::Complete: return admit();
    case RequestReader::Progress::Refused: break;
    }
    refuse(Response::error(m_reader.refusal().status, m_reader.refusal().message));
    return false;
}

/// Everything that can be decided before the body arrives.
bool Connection::admit()
{
    Request &request = m_reader.request();
    const Framing &framing = m_reader.framing();
    m_keepAlive = framing.keepAlive && !shared().isStopping;
    request.peer = m_socket.peerAddress();
    if (request.host.isEmpty()) // HTTP/1.0 need not send one
        request.host = "localhost:" + QByteArray::number(m_socket.localPort());
    if (const auto refusal = refuseStranger(shared().policy, request)) {
        request.origin.clear(); // no CORS headers on the refusal
        refuse(*refusal);
        return false;
    }
    m_admission = shared().admit(request);
    if (m_admission.refusal) {
        m_keepAlive = m_keepAlive && !framing.hasBody();
        m_state = State::Busy;
        send(*m_admission.refusal);
        return false;
    }
    if (framing.length > m_admission.bodyLimit) {
        refuse(Response::error(413, u"The body is longer than %1 bytes"_s.arg(m_admission.bodyLimit)));
        return false;
    }
    if (!framing.hasBody())
        return deliver();
    if (framing.expectsContinue && !m_reader.hasMore() && m_socket.bytesAvailable() == 0)
        m_socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    enter(State::Body, limits().bodyMs);
    m_reader.expectBody(m_admission.bodyLimit);
    return true;
}

bool Connection::readBody()
{
    const auto progress = m_reader.readBody(m_socket);
    countBody();
    if (progress == RequestReader::Progress::Refused) {
        refuse(Response::error(m_reader.refusal().status, m_reader.refusal().message));
        return false;
    }
    if (shared().bodiesInFlight > limits().bodiesInFlight) {
        refuse(Response::error(503, u"Too many large requests are arriving at once"_s));
        return false;
    }
    if (progress == RequestReader::Progress::Complete)
        return deliver();
    return m_socket.bytesAvailable() > 0;
}

void Connection::countBody()
{
    const auto size = m_reader.bodySize();
    shared().bodiesInFlight += size - m_counted;
    m_counted = size;
}

/// Hands the complete request over; true: carry on reading.
bool Connection::deliver()
{
    enter(State::Busy, 0);
    m_exchange = std::make_shared<Exchange>(this);
    m_isAccepted = false;
    m_isInDelivery = true;
    auto body = std::exchange(m_reader.request().body, {});
    auto head = canonicalHead(request(), body.size());
    m_vetted = m_gate->deliver(*this, m_socket, std::move(head), std::move(body));
    m_isInDelivery = false;
    countBody();
    if (!m_isAccepted) {
        qCWarning(lcServer, "QHttpServer did not take a vetted request");
        refuse(Response::error(400, u"The request was not understood"_s));
    }
    if (m_state != State::Busy && m_state != State::Streaming)
        releaseRequest();
    if (m_state == State::Closed)
        deleteLater();
    return m_state == State::Idle || m_state == State::Draining;
}

void Connection::accept(const QByteArray &body, std::shared_ptr<void> responder)
{
    m_isAccepted = true;
    m_responder = std::move(responder);
    Request complete = request();
    complete.body = body;
    const Reply reply(m_exchange);
    try {
        (*m_admission.handler)(complete, reply);
    } catch (const std::exception &exception) { // a bug, but one that must not take everybody down
        qCCritical(lcServer, "exception in a handler: %s", exception.what());
        reply.fail({ErrorCode::Internal, u"Internal error"_s});
    }
}

/// Lets go of everything that QHttpServer holds for the current request. Never
/// while QHttpServer is on the stack.
void Connection::releaseRequest()
{
    if (m_isInDelivery)
        return;
    closeExchange(false);
    m_reader.dropBody();
    countBody();
    m_responder.reset(); // from Qt 6.8 on QHttpServer takes the next request only now
    if (m_vetted)
        std::exchange(m_vetted, nullptr)->hangUp();
}

void Connection::closeExchange(bool isAnswered)
{
    if (m_exchange)
        std::exchange(m_exchange, nullptr)->close(isAnswered);
}

// ---- Writing ---------------------------------------------------------------

void Connection::write(const Response &response, BodyEnd end)
{
    const auto bytes
        = serialized(response, request(), {.end = end, .keepAlive = m_keepAlive, .date = shared().date.text()});
    m_lastWrite = m_lastProgress = now();
    m_socket.write(bytes);
    m_socket.flush(); // QTcpSocket forgets what it has buffered when it reads a FIN
}

void Connection::send(const Response &response)
{
    if (m_state != State::Busy)
        return;
    write(response, BodyEnd::Length);
    finish(); // does nothing if writing has shown that the client is gone
}

void Connection::refuse(const Response &response)
{
    if (m_state == State::Closed)
        return;
    m_keepAlive = false;
    m_state = State::Busy;
    send(response);
}

void Connection::beginStream(const Response &head)
{
    if (m_state != State::Busy)
        return;
    const bool isChunked = request().minorVersion == 1;
    write(head, isChunked ? BodyEnd::Chunks : BodyEnd::Close);
    if (m_state == State::Closed)
        return;
    enter(State::Streaming, 0);
    if (request().method == "HEAD")
        finish();
}

void Connection::writeStream(const QByteArray &data)
{
    if (m_state != State::Streaming || data.isEmpty())
        return;
    if (m_socket.bytesToWrite() + data.size() > limits().streamBacklog) {
        qCInfo(lcServer, "dropped the reader of an event stream that had fallen behind");
        return drop();
    }
    m_lastWrite = now();
    if (m_socket.bytesToWrite() == 0)
        m_lastProgress = m_lastWrite;
    m_socket.write(request().minorVersion == 0 ? data : chunk(data));
}

void Connection::endStream()
{
    if (m_state != State::Streaming)
        return;
    if (request().minorVersion == 1)
        m_socket.write(chunk({}));
    finish();
}

void Connection::abandon()
{
    if (m_state == State::Streaming)
        return endStream();
    if (m_state == State::Busy)
        qCCritical(lcServer).noquote() << "a handler forgot to answer" << request().method << request().path;
    send(Response::error(500, u"Internal error"_s));
}

/// The reply is complete, though perhaps not yet on its way.
void Connection::finish()
{
    if (m_state == State::Closed)
        return;
    closeExchange(true);
    if (m_keepAlive)
        enter(State::Idle, limits().idleMs);
    else
        enter(State::Draining, 0);
    if (m_isInDelivery)
        return; // deliver() does the rest
    releaseRequest();
    QMetaObject::invokeMethod(this, &Connection::pump, Qt::QueuedConnection);
}

/// A slow reader of a long reply has time as long as it goes on reading.
void Connection::onWritten()
{
    m_lastProgress = now();
    halfClose();
    if (m_state != State::Idle)
        return;
    enter(State::Idle, limits().idleMs);
    if (m_reader.hasMore() || m_socket.bytesAvailable() > 0)
        pump();
}

/// The client reads our last reply to its end, then closes.
void Connection::halfClose()
{
    if (m_state != State::Draining || m_isHalfClosed || m_socket.bytesToWrite() > 0)
        return;
    m_isHalfClosed = true;
    enter(State::Draining, limits().drainMs);
    ::shutdown(int(m_socket.socketDescriptor()), SHUT_WR);
}

void Connection::drain()
{
    halfClose();
    m_drained += std::max<qint64>(0, m_socket.skip(m_socket.bytesAvailable()));
    if (m_drained > limits().drain)
        drop();
}

void Connection::drop()
{
    if (m_state != State::Closed)
        m_socket.abort(); // comes back through onDisconnected()
}

void Connection::onDisconnected()
{
    m_state = State::Closed;
    releaseRequest();
    if (!m_isInDelivery)
        deleteLater();
}

} // namespace hub::http

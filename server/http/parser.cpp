// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/parser.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hub::http {
namespace {

using Refused = std::optional<Refusal>;

// Said twice, these would mean different things to different readers.
constexpr std::array<QByteArrayView, 6> saidOnce {
    "host", "origin", "authorization", "content-type", "content-length", "transfer-encoding"};

// They concern one connection only, or are written anew.
constexpr std::array<QByteArrayView, 10> notPassedOn {"connection", "keep-alive", "proxy-connection", "upgrade", "te",
    "trailer", "transfer-encoding", "content-length", "expect", "host"};

bool isFieldValue(QByteArrayView text)
{
    return std::none_of(text.begin(), text.end(), [](char c) { return (uchar(c) < 0x20 && c != '\t') || c == 0x7f; });
}

bool isVisible(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return uchar(c) > 0x20 && uchar(c) < 0x7f; });
}

bool isDigits(QByteArrayView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

int digitValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

/// "%zz" is nonsense and "%00" ends a string for somebody.
bool isWellEscaped(const QByteArray &path)
{
    for (auto i = path.indexOf('%'); i >= 0; i = path.indexOf('%', i + 1)) {
        if (i + 2 >= path.size() || parseNumber(QByteArrayView(path).sliced(i + 1, 2), 16, 2).value_or(0) == 0)
            return false;
    }
    return true;
}

class HeadParser
{
public:
    explicit HeadParser(const Limits &limits)
        : m_limits(limits)
    { }

    Refused requestLine(QByteArrayView line);
    Refused field(QByteArrayView line);
    Refused end();
    Head take() { return std::move(m_head); }

private:
    Refused target(QByteArrayView target);
    Refused framing(const QByteArray &name, const QByteArray &value);
    Refused contentLength(const QByteArray &value);
    Request &request() { return m_head.request; }

    const Limits &m_limits;
    Head m_head;
    bool m_hasHost = false;
    bool m_hasLength = false;
};

Refused HeadParser::requestLine(QByteArrayView line)
{
    const auto first = line.indexOf(' ');
    const auto last = line.lastIndexOf(' ');
    if (first <= 0 || last <= first + 1)
        return Refusal {400, u"The request line must be: method, blank, target, blank, version"_s};
    const auto method = line.first(first);
    const auto version = line.sliced(last + 1);
    const auto where = line.sliced(first + 1, last - first - 1);
    if (!isToken(method) || !isVisible(where))
        return Refusal {400, u"The request line has characters that HTTP does not allow"_s};
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        if (version.startsWith("HTTP/"))
            return Refusal {505, u"Only HTTP/1.1 and HTTP/1.0 are spoken here"_s};
        return Refusal {400, u"The request line does not end with an HTTP version"_s};
    }
    request().method = method.toByteArray();
    request().minorVersion = version.back() - '0';
    return target(where);
}

Refused HeadParser::target(QByteArrayView target)
{
    constexpr QByteArrayView scheme = "http://";
    if (target.startsWith(scheme)) { // absolute form: its authority stands above the Host header
        target = target.sliced(scheme.size());
        const auto slash = target.indexOf('/');
        request().host = target.first(slash < 0 ? target.size() : slash).toByteArray();
        target = slash < 0 ? QByteArrayView("/") : target.sliced(slash);
        if (request().host.isEmpty())
            return Refusal {400, u"The request target has no host"_s};
    }
    if (!target.startsWith('/') && target != "*")
        return Refusal {400, u"The request target must begin with a slash"_s};
    const auto mark = target.indexOf('?');
    request().path = target.first(mark < 0 ? target.size() : mark).toByteArray();
    if (mark >= 0)
        request().query = target.sliced(mark + 1).toByteArray();
    if (!isWellEscaped(request().path))
        return Refusal {400, u"The path has a percent escape that stands for no character"_s};
    return {};
}

Refused HeadParser::field(QByteArrayView line)
{
    const auto colon = line.indexOf(':');
    if (colon <= 0 || !isToken(line.first(colon))) // refuses folded lines and "Name :" too
        return Refusal {400, u"A header line must be: name, colon, value"_s};
    const auto name = line.first(colon).toByteArray().toLower();
    const auto value = line.sliced(colon + 1).trimmed().toByteArray();
    if (!isFieldValue(value))
        return Refusal {400, u"The header %1 has a control character"_s.arg(QString::fromLatin1(name))};
    if (std::find(saidOnce.begin(), saidOnce.end(), name) != saidOnce.end()
        && std::any_of(request().headers.begin(), request().headers.end(),
            [&](const auto &earlier) { return earlier.first == name; }))
        return Refusal {400, u"The header %1 may be sent only once"_s.arg(QString::fromLatin1(name))};
    if (name == "host") {
        m_hasHost = true;
        if (request().host.isEmpty())
            request().host = value;
    } else if (name == "origin") {
        request().origin = value;
    } else if (auto refused = framing(name, value)) {
        return refused;
    }
    request().headers.append({name, value});
    if (request().headers.size() > m_limits.headerCount)
        return Refusal {431, u"More than %1 headers"_s.arg(m_limits.headerCount)};
    return {};
}

Refused HeadParser::framing(const QByteArray &name, const QByteArray &value)
{
    auto &framing = m_head.framing;
    if (name == "content-length")
        return contentLength(value);
    if (name == "transfer-encoding") {
        if (value.toLower() != "chunked")
            return Refusal {501, u"The only transfer coding known here is chunked"_s};
        framing.isChunked = true;
    } else if (name == "connection") {
        for (const auto &option : value.toLower().split(','))
            framing.keepAlive = framing.keepAlive && option.trimmed() != "close";
    } else if (name == "expect") {
        if (value.toLower() != "100-continue")
            return Refusal {417, u"The only expectation known here is 100-continue"_s};
        framing.expectsContinue = request().minorVersion == 1;
    }
    return {};
}

Refused HeadParser::contentLength(const QByteArray &value)
{
    if (!isDigits(value))
        return Refusal {400, u"Content-Length is not a number"_s};
    const auto length = parseNumber(value, 10, 15);
    if (!length)
        return Refusal {413, u"Content-Length is beyond any limit"_s};
    m_hasLength = true;
    m_head.framing.length = *length;
    return {};
}

Refused HeadParser::end()
{
    auto &framing = m_head.framing;
    if (!m_hasHost && request().minorVersion == 1)
        return Refusal {400, u"The header Host is missing"_s};
    if (framing.isChunked && m_hasLength)
        return Refusal {400, u"Content-Length and Transfer-Encoding exclude each other"_s};
    if (framing.isChunked && request().minorVersion == 0)
        return Refusal {400, u"HTTP/1.0 has no Transfer-Encoding"_s};
    if (request().minorVersion == 0)
        framing.keepAlive = false;
    return {};
}

} // namespace

bool isToken(QByteArrayView text)
{
    constexpr auto isTokenChar = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || (c != '\0' && std::strchr("!#$%&'*+-.^_`|~", c));
    };
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), isTokenChar);
}

std::optional<qint64> parseNumber(QByteArrayView text, int base, int maxDigits)
{
    Q_ASSERT(maxDigits <= 15);
    if (text.isEmpty() || text.size() > maxDigits)
        return std::nullopt;
    qint64 number = 0;
    for (const char c : text) {
        const int digit = digitValue(c);
        if (digit >= base)
            return std::nullopt;
        number = number * base + digit;
    }
    return number;
}

std::variant<Head, Refusal> parseHead(QByteArrayView head, const Limits &limits)
{
    const auto lineEnd = [head](qsizetype from) {
        const auto end = head.indexOf("\r\n", from);
        return end < 0 ? head.size() : end;
    };
    HeadParser parser(limits);
    auto end = lineEnd(0);
    if (end > limits.requestLine)
        return Refusal {414, u"The request line is longer than %1 bytes"_s.arg(limits.requestLine)};
    if (const auto refused = parser.requestLine(head.first(end)))
        return *refused;
    while (end < head.size()) {
        const auto start = end + 2;
        end = lineEnd(start);
        if (const auto refused = parser.field(head.sliced(start, end - start)))
            return *refused;
    }
    if (const auto refused = parser.end())
        return *refused;
    return parser.take();
}

QByteArray canonicalHead(const Request &request, qint64 bodySize)
{
    QByteArray out;
    out.reserve(512);
    out += request.method + ' ' + request.path;
    if (!request.query.isEmpty())
        out += '?' + request.query;
    out += " HTTP/1.1\r\nHost: " + request.host + "\r\n";
    for (const auto &[name, value] : request.headers) {
        if (std::find(notPassedOn.begin(), notPassedOn.end(), name) == notPassedOn.end())
            out += name + ": " + value + "\r\n";
    }
    if (bodySize > 0)
        out += "Content-Length: " + QByteArray::number(bodySize) + "\r\n";
    return out += "\r\n";
}

} // namespace hub::http

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QFloat16>
#include <QString>
#include <QStringList>
#include <QtEndian>

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <vector>

namespace hub::test {

using namespace Qt::Literals::StringLiterals;

/// A sentence encoder of a few thousand numbers in a file of the real format, and what it
/// must answer, computed in the plainest way with double precision.
class TinyModel
{
public:
    static constexpr int width = 32;
    static constexpr int layers = 2;
    static constexpr int heads = 2;
    static constexpr int inner = 64;
    static constexpr int positions = 12;
    static constexpr double epsilon = 1e-5;

    TinyModel()
    {
        addTable(u"emb.word"_s, pieces().size(), width, true, 1);
        addTable(u"emb.pos"_s, positions, width, false, 0.3);
        addTable(u"emb.type"_s, 2, width, false, 0.2);
        addNorm(u"emb.ln"_s);
        for (int i = 0; i < layers; ++i) {
            const QString layer = u"l%1."_s.arg(i);
            for (const auto &[name, rows, columns] :
                {std::tuple(u"q"_s, width, width), std::tuple(u"k"_s, width, width), std::tuple(u"v"_s, width, width),
                    std::tuple(u"ao"_s, width, width), std::tuple(u"fi"_s, inner, width),
                    std::tuple(u"fo"_s, width, inner)}) {
                addTable(layer + name + u".w"_s, rows, columns, true, 0.4);
                addTable(layer + name + u".b"_s, 1, rows, false, 0.2);
            }
            addNorm(layer + u"aln"_s);
            addNorm(layer + u"oln"_s);
        }
    }

    /// Scores fall in this order, so longer pieces must win by needing fewer.
    static QStringList pieces()
    {
        return {u"<s>"_s, u"<pad>"_s, u"</s>"_s, u"<unk>"_s, u"\u2581"_s, u"a"_s, u"b"_s, u"c"_s, u"ab"_s,
            u"\u2581ab"_s, u"\u2581abc"_s, u"한"_s, u"국"_s, u"\u2581한국"_s, u"어"_s, u"\u2581caf"_s, u"\u00e9"_s,
            u"<"_s, u"s"_s, u">"_s, u"query"_s, u":"_s, u"<mask>"_s};
    }
    static float scoreOf(qsizetype piece) { return piece < 4 ? 0 : -2 - float(piece) / 100; }

    /// The file's bytes.
    QByteArray bytes() const
    {
        QByteArray text;
        QByteArray starts;
        QByteArray scores;
        const auto all = pieces();
        for (qsizetype i = 0; i < all.size(); ++i) {
            starts += number<quint32>(quint32(text.size()));
            scores += real(scoreOf(i));
            text += all[i].toUtf8();
        }
        starts += number<quint32>(quint32(text.size()));
        QByteArray out = "E5S1" + number<quint32>(1);
        for (const int value : {width, layers, heads, inner, int(all.size()), positions, 2})
            out += number<quint32>(quint32(value));
        out += real(float(epsilon));
        for (const int value : {32, int(all.size()), 0, 2, 1, 3, int(text.size()), 0})
            out += number<quint32>(quint32(value));
        out += starts + scores + text;
        // A tab is white space, a full-width letter a letter, a control character nothing.
        out += number<quint32>(3) + number<quint32>(31);
        out += number<quint32>(1) + '\0' + number<quint32>(9) + '\1' + number<quint32>(' ');
        out += number<quint32>(0xFF41) + '\1' + number<quint32>('a');
        return out + directoryAt(out.size());
    }
    bool write(const QString &path) const
    {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes()) > 0;
    }

    /// What the encoder must give for these tokens: length 1.
    std::vector<double> expected(const std::vector<int> &tokens) const
    {
        const auto count = tokens.size();
        std::vector<double> x(count * width);
        for (size_t i = 0; i < x.size(); ++i)
            x[i] = at(u"emb.word"_s, size_t(tokens[i / width]) * width + i % width) + at(u"emb.pos"_s, i)
                + at(u"emb.type"_s, i % width);
        normalise(x, u"emb.ln"_s);
        for (int i = 0; i < layers; ++i)
            layer(x, u"l%1."_s.arg(i));
        std::vector<double> mean(width, 0);
        double squares = 0;
        for (size_t i = 0; i < x.size(); ++i)
            mean[i % width] += x[i];
        for (const double value : mean)
            squares += value * value;
        for (double &value : mean)
            value /= std::sqrt(squares);
        return mean;
    }

private:
    struct Table {
        bool isInBlocks = false;
        QByteArray bytes;
        std::vector<double> numbers; ///< as they are stored
    };

    template <typename T>
    static QByteArray number(T value)
    {
        QByteArray bytes(sizeof(T), Qt::Uninitialized);
        qToLittleEndian(value, bytes.data());
        return bytes;
    }
    static QByteArray real(float value)
    {
        quint32 bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return number(bits);
    }

    void addTable(const QString &name, qsizetype rows, qsizetype columns, bool isInBlocks, double spread)
    {
        Table table {isInBlocks, {}, {}};
        std::normal_distribution<double> normal(0, spread);
        if (!isInBlocks) {
            for (qsizetype i = 0; i < rows * columns; ++i) {
                const auto value = float(normal(m_random));
                table.bytes += real(value);
                table.numbers.push_back(double(value));
            }
        }
        for (qsizetype block = 0; isInBlocks && block < rows * columns / 32; ++block) {
            const auto scale = qfloat16(float(spread / 4));
            quint16 bits = 0;
            std::memcpy(&bits, &scale, sizeof bits);
            table.bytes += number(bits);
            std::vector<int> codes;
            for (int i = 0; i < 32; ++i) {
                codes.push_back(std::clamp(int(std::lround(normal(m_random) / double(float(scale)))), -8, 7));
                table.numbers.push_back(codes.back() * double(float(scale)));
            }
            for (int i = 0; i < 16; ++i)
                table.bytes += char((codes[size_t(i)] + 8) | ((codes[size_t(i) + 16] + 8) << 4));
        }
        m_tables[name] = table;
    }
    void addNorm(const QString &name)
    {
        addTable(name + u".w"_s, 1, width, false, 1);
        addTable(name + u".b"_s, 1, width, false, 0.3);
    }

    QByteArray directoryAt(qsizetype start) const
    {
        QByteArray directory = number<quint32>(quint32(m_tables.size()));
        qsizetype size = directory.size();
        for (const auto &[name, table] : m_tables)
            size += 2 + name.size() + 1 + 4 + 8 + 8;
        QByteArray content;
        for (const auto &[name, table] : m_tables) {
            directory += number<quint16>(quint16(name.size())) + name.toLatin1() + char(table.isInBlocks ? 1 : 0);
            directory += number<quint32>(quint32(table.numbers.size()));
            directory += number<quint64>(quint64(start + size + content.size()))
                + number<quint64>(quint64(table.bytes.size()));
            content += table.bytes;
        }
        return directory + content;
    }

    double at(const QString &name, size_t index) const { return m_tables.at(name).numbers[index]; }

    void normalise(std::vector<double> &x, const QString &name) const
    {
        for (size_t row = 0; row < x.size(); row += width) {
            double mean = 0;
            double variance = 0;
            for (size_t i = 0; i < width; ++i)
                mean += x[row + i] / width;
            for (size_t i = 0; i < width; ++i)
                variance += (x[row + i] - mean) * (x[row + i] - mean) / width;
            for (size_t i = 0; i < width; ++i)
                x[row + i] = (x[row + i] - mean) / std::sqrt(variance + epsilon) * at(name + u".w"_s, i)
                    + at(name + u".b"_s, i);
        }
    }
    std::vector<double> times(const std::vector<double> &x, const QString &name, size_t rows, size_t columns) const
    {
        std::vector<double> out;
        for (size_t token = 0; token < x.size() / columns; ++token) {
            for (size_t row = 0; row < rows; ++row) {
                double sum = at(name + u".b"_s, row);
                for (size_t i = 0; i < columns; ++i)
                    sum += x[token * columns + i] * at(name + u".w"_s, row * columns + i);
                out.push_back(sum);
            }
        }
        return out;
    }
    void layer(std::vector<double> &x, const QString &name) const
    {
        const auto queries = times(x, name + u"q"_s, width, width);
        const auto keys = times(x, name + u"k"_s, width, width);
        const auto values = times(x, name + u"v"_s, width, width);
        std::vector<double> context(x.size(), 0);
        const size_t count = x.size() / width;
        constexpr size_t headWidth = width / heads;
        for (size_t head = 0; head < width; head += headWidth) {
            for (size_t token = 0; token < count; ++token) {
                std::vector<double> weights;
                double total = 0;
                for (size_t other = 0; other < count; ++other) {
                    double product = 0;
                    for (size_t d = head; d < head + headWidth; ++d)
                        product += queries[token * width + d] * keys[other * width + d];
                    weights.push_back(std::exp(product / std::sqrt(double(headWidth))));
                    total += weights.back();
                }
                for (size_t other = 0; other < count; ++other) {
                    for (size_t d = head; d < head + headWidth; ++d)
                        context[token * width + d] += weights[other] / total * values[other * width + d];
                }
            }
        }
        add(x, times(context, name + u"ao"_s, width, width));
        normalise(x, name + u"aln"_s);
        auto wide = times(x, name + u"fi"_s, inner, width);
        for (double &value : wide)
            value *= 0.5 * (1 + std::erf(value / std::sqrt(2.0)));
        add(x, times(wide, name + u"fo"_s, width, inner));
        normalise(x, name + u"oln"_s);
    }
    static void add(std::vector<double> &x, const std::vector<double> &y)
    {
        for (size_t i = 0; i < x.size(); ++i)
            x[i] += y[i];
    }

    std::mt19937 m_random {7};
    std::map<QString, Table> m_tables;
};

} // namespace hub::test

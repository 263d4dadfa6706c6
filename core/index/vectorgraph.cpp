// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/vectorgraph.h"

#include <QFile>

// Comparing is ours, and the library's prefetching reads one number past its lists.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include <cstring>
#include <fstream>

namespace hub {
namespace {

using Codes = const VectorRows::Code *;
using Algorithm = hnswlib::HierarchicalNSW<float>;

constexpr size_t neighbours = 16;    // M
constexpr size_t buildBreadth = 200; // ef while linking
constexpr size_t firstCapacity = 4096;

Codes codesAt(const void *payload)
{
    Codes codes = nullptr;
    std::memcpy(&codes, payload, sizeof codes); // the library does not align it
    return codes;
}

float distance(const void *a, const void *b, const void *width)
{
    return 1 - similarity(codesAt(a), codesAt(b), *static_cast<const size_t *>(width));
}

/// Tells the library how far apart two rows are. What it stores for a row is the
/// address of its numbers.
class RowSpace final : public hnswlib::SpaceInterface<float>
{
public:
    explicit RowSpace(size_t width)
        : m_width(width)
    { }

    size_t get_data_size() override { return sizeof(Codes); }
    hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
    void *get_dist_func_param() override { return &m_width; }

private:
    size_t m_width;
};

Error failure(const QString &doing, const std::exception &exception)
{
    return {ErrorCode::Internal, u"The vector graph failed while "_s + doing, QString::fromUtf8(exception.what())};
}

} // namespace

struct VectorGraph::Hnsw {
    explicit Hnsw(const VectorRows &r)
        : rows(r)
        , space(r.width())
    { }

    const VectorRows &rows;
    RowSpace space;
    std::unique_ptr<Algorithm> algorithm;
};

VectorGraph::VectorGraph(std::unique_ptr<Hnsw> hnsw)
    : m_hnsw(std::move(hnsw))
{ }

VectorGraph::~VectorGraph() = default;

Result<std::unique_ptr<VectorGraph>> VectorGraph::create(const VectorRows &rows)
{
    try {
        auto hnsw = std::make_unique<Hnsw>(rows);
        const auto capacity = std::max<size_t>(firstCapacity, rows.slotCount());
        hnsw->algorithm = std::make_unique<Algorithm>(&hnsw->space, capacity, neighbours, buildBreadth);
        return std::unique_ptr<VectorGraph>(new VectorGraph(std::move(hnsw)));
    } catch (const std::exception &exception) {
        return failure(u"it was created"_s, exception);
    }
}

Result<std::unique_ptr<VectorGraph>> VectorGraph::load(const VectorRows &rows, const QString &path)
{
    try {
        auto hnsw = std::make_unique<Hnsw>(rows);
        hnsw->algorithm = std::make_unique<Algorithm>(&hnsw->space, QFile::encodeName(path).toStdString());
        auto &algorithm = *hnsw->algorithm;
        const Algorithm fresh(&hnsw->space, 1, neighbours, buildBreadth);
        if (algorithm.size_data_per_element_ != fresh.size_data_per_element_
            || algorithm.label_offset_ != fresh.label_offset_)
            throw std::runtime_error("made with other parameters");
        for (const auto &[label, id] : algorithm.label_lookup_) {
            if (label >= rows.slotCount())
                throw std::runtime_error("a label without a row");
            const Codes codes = rows.numbers(VectorRows::Slot(label)).data();
            std::memcpy(algorithm.getDataByInternalId(id), &codes, sizeof codes);
        }
        return std::unique_ptr<VectorGraph>(new VectorGraph(std::move(hnsw)));
    } catch (const std::exception &exception) {
        return failure(u"it was read"_s, exception);
    }
}

Result<void> VectorGraph::link(VectorRows::Slot slot)
{
    auto &algorithm = *m_hnsw->algorithm;
    const Codes codes = m_hnsw->rows.numbers(slot).data();
    try {
        if (algorithm.cur_element_count == algorithm.max_elements_ && !algorithm.label_lookup_.contains(slot))
            algorithm.resizeIndex(algorithm.max_elements_ + algorithm.max_elements_ / 2);
        algorithm.addPoint(&codes, slot);
        return {};
    } catch (const std::exception &exception) {
        return failure(u"a vector was linked"_s, exception);
    }
}

void VectorGraph::hide(VectorRows::Slot slot)
{
    if (contains(slot))
        m_hnsw->algorithm->markDelete(slot);
}

bool VectorGraph::contains(VectorRows::Slot slot) const
{
    const auto &algorithm = *m_hnsw->algorithm;
    const auto found = algorithm.label_lookup_.find(slot);
    return found != algorithm.label_lookup_.end() && !algorithm.isMarkedDeleted(found->second);
}

Result<std::vector<VectorRows::Slot>> VectorGraph::nearest(std::span<const VectorRows::Code> query, size_t count) const
{
    const Codes codes = query.data();
    try {
        auto found = m_hnsw->algorithm->searchKnn(&codes, count);
        std::vector<VectorRows::Slot> nearestFirst(found.size());
        for (auto slot = nearestFirst.rbegin(); slot != nearestFirst.rend(); ++slot, found.pop())
            *slot = VectorRows::Slot(found.top().second);
        return nearestFirst;
    } catch (const std::exception &exception) {
        return failure(u"it was searched"_s, exception);
    }
}

Result<void> VectorGraph::save(const QString &path) const
{
    try {
        m_hnsw->algorithm->saveIndex(QFile::encodeName(path).toStdString());
        return {};
    } catch (const std::exception &exception) {
        return failure(u"it was saved"_s, exception);
    }
}

qint64 VectorGraph::memoryBytes() const
{
    const auto &algorithm = *m_hnsw->algorithm;
    constexpr size_t locks = 65536;
    constexpr size_t labelEntry = 56;                                  // of the library's hash table
    const size_t upperLevels = algorithm.size_links_per_element_ / 15; // one in M - 1 vectors has one
    const size_t perSlot = algorithm.size_data_per_element_ + upperLevels + labelEntry + sizeof(char *) + sizeof(int)
        + sizeof(std::mutex) + sizeof(hnswlib::vl_type);
    return qint64(algorithm.max_elements_ * perSlot + locks * sizeof(std::mutex));
}

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/vectorrows.h"

#include <memory>

namespace hub {

/// A graph over some of the rows that finds near ones without looking at all:
/// hnswlib, which is included by vectorgraph.cpp alone and whose exceptions end
/// there. The graph holds pointers into the rows, not copies of them, so it adds
/// about 300 bytes a vector whatever the dimension. Not thread-safe, except that
/// nearest() and save() may run together.
class VectorGraph
{
public:
    /// `rows` must outlive the graph.
    static Result<std::unique_ptr<VectorGraph>> create(const VectorRows &rows);
    static Result<std::unique_ptr<VectorGraph>> load(const VectorRows &rows, const QString &path);
    ~VectorGraph();

    /// Links a slot, anew when its numbers have changed; brings a hidden one back.
    Result<void> link(VectorRows::Slot slot);
    /// Takes a slot out of the answers, when it is there.
    void hide(VectorRows::Slot slot);
    bool contains(VectorRows::Slot slot) const; ///< linked and not hidden

    /// About `count` near slots, nearest first; fewer when the graph has no more.
    Result<std::vector<VectorRows::Slot>> nearest(std::span<const VectorRows::Code> query, size_t count) const;

    Result<void> save(const QString &path) const;
    qint64 memoryBytes() const;

private:
    struct Hnsw;

    explicit VectorGraph(std::unique_ptr<Hnsw> hnsw);

    std::unique_ptr<Hnsw> m_hnsw;
};

} // namespace hub

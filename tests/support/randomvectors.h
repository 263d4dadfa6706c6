// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/vector.h"

#include <random>

namespace hub::test {

/// Deterministic unit vectors that lie near a space of fewer dimensions, as the
/// vectors of real texts do.
class RandomVectors
{
public:
    RandomVectors(int dimension, int latent, unsigned seed = 1)
        : m_random(seed)
        , m_dimension(dimension)
        , m_basis(latent)
    {
        for (auto &direction : m_basis)
            direction = noise(m_dimension);
    }

    Vector next()
    {
        auto vector = noise(m_dimension);
        for (auto &number : vector)
            number *= 0.1F;
        for (const auto &direction : m_basis) {
            const float weight = m_normal(m_random);
            for (qsizetype i = 0; i < vector.size(); ++i)
                vector[i] += weight * direction[i];
        }
        return *normalised(std::move(vector));
    }

private:
    Vector noise(int size)
    {
        Vector vector(size);
        for (auto &number : vector)
            number = m_normal(m_random);
        return vector;
    }

    std::mt19937 m_random;
    std::normal_distribution<float> m_normal;
    int m_dimension;
    QList<Vector> m_basis;
};

} // namespace hub::test

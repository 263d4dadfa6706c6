// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

/// A relation with the fragment at the end that it was looked up from.
struct NearFragment : Fragment {
    QString fromId;
    QString toId;
    RelationType relationType = RelationType::Related;

    static constexpr auto fields()
    {
        using N = NearFragment;
        return std::tuple_cat(Fragment::fields(),
            std::tuple {
                field("from_id", &N::fromId), field("to_id", &N::toId), field("relation_type", &N::relationType)});
    }
};

} // namespace hub

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class UnitOfWork;

struct GuideRequest {
    std::optional<QString> section {};

    static constexpr auto fields() { return std::tuple {field("section", &GuideRequest::section).max(64)}; }
};

struct GuideAnswer {
    bool success = true;
    std::optional<QString> section; ///< absent: the whole guide
    QString content;                ///< Markdown

    static constexpr auto fields()
    {
        using A = GuideAnswer;
        return std::tuple {field("success", &A::success), field("section", &A::section), field("content", &A::content)};
    }
};

/// How to work with this memory, in the hub's language. Without a section, or with
/// one that does not exist, all of it.
Result<GuideAnswer> skillGuide(UnitOfWork &work, const GuideRequest &request);

/// The sections in the order of the whole guide.
const QStringList &guideSections();

/// The text `:/mcp/guide/<language>/<section>.md`.
QString guideText(const QString &language, const QString &section);

} // namespace hub

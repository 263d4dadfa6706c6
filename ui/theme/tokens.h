// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

#include <QColor>
#include <QPalette>

class QWidget;

namespace hub::ui {

/// Every colour of the windows by what it is for. The type colours stand in the
/// order of FragmentType.
enum class Token : quint8 {
    Window,
    Sidebar,
    Surface,
    Hover,
    Border,
    ControlBorder,
    Text,
    TextSecondary,
    TextDisabled,
    Accent,
    AccentText,
    AccentSoft,
    Success,
    Warning,
    Danger,
    WarningSoft,
    DangerSoft,
    Mark,
    Track,
    Fact,
    Decision,
    Error,
    Preference,
    Procedure,
    Relation,
    Episode,
};
inline constexpr size_t tokenCount = size_t(Token::Episode) + 1;

/// The colours of one theme, read from resources/themes. A value; cheap to copy.
class Tokens
{
public:
    static Tokens load(bool dark);

    QColor operator[](Token token) const { return m_colors[size_t(token)]; }
    QColor of(FragmentType type) const { return m_colors[size_t(Token::Fact) + size_t(type)]; }
    bool isDark() const { return m_dark; }

    /// The same colours as the roles that Qt's own drawing knows.
    QPalette palette() const;

private:
    std::array<QColor, tokenCount> m_colors;
    bool m_dark = false;
};

/// The tokens that the style of `widget` draws with.
const Tokens &tokensOf(const QWidget *widget);

} // namespace hub::ui

template <>
struct hub::EnumNames<hub::ui::Token> {
    static constexpr auto names = std::to_array<std::string_view>(
        {"window", "sidebar", "surface", "hover", "border", "controlBorder", "text", "textSecondary", "textDisabled",
            "accent", "accentText", "accentSoft", "success", "warning", "danger", "warningSoft", "dangerSoft", "mark",
            "track", "fact", "decision", "error", "preference", "procedure", "relation", "episode"});
};

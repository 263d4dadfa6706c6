// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include "ui/style/hubstyle.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QWidget>

namespace hub::ui {

Tokens Tokens::load(bool dark)
{
    QFile file(dark ? u":/themes/dark.json"_s : u":/themes/light.json"_s);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isOpen);
    const auto json = QJsonDocument::fromJson(file.readAll()).object();
    Tokens tokens;
    tokens.m_dark = dark;
    for (size_t i = 0; isOpen && i < tokenCount; ++i) {
        tokens.m_colors[i] = QColor(json.value(toString(Token(i))).toString());
        Q_ASSERT(tokens.m_colors[i].isValid());
    }
    return tokens;
}

QPalette Tokens::palette() const
{
    const auto &t = *this;
    QPalette palette(t[Token::Text], t[Token::Surface], t[Token::Surface], t[Token::Border], t[Token::ControlBorder],
        t[Token::Text], t[Token::Surface], t[Token::Surface], t[Token::Window]);
    palette.setColor(QPalette::AlternateBase, t[Token::Hover]);
    palette.setColor(QPalette::Highlight, t[Token::AccentSoft]);
    palette.setColor(QPalette::HighlightedText, t[Token::Text]);
    palette.setColor(QPalette::PlaceholderText, t[Token::TextSecondary]);
    palette.setColor(QPalette::BrightText, t[Token::Danger]);
    palette.setColor(QPalette::Link, t[Token::Accent]);
    palette.setColor(QPalette::LinkVisited, t[Token::Accent]);
    palette.setColor(QPalette::ToolTipBase, t[Token::Surface]);
    palette.setColor(QPalette::ToolTipText, t[Token::Text]);
    palette.setColor(QPalette::Shadow, t[Token::Border]);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, t[Token::TextDisabled]);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, t[Token::Hover]);
    return palette;
}

const Tokens &tokensOf(const QWidget *widget)
{
    if (const auto *style = qobject_cast<const HubStyle *>(widget->style()))
        return style->tokens();
    static const Tokens light = Tokens::load(false); // a widget outside of our program, as in a test
    return light;
}

} // namespace hub::ui

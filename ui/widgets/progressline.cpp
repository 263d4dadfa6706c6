// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/progressline.h"

#include "ui/theme/tokens.h"

namespace hub::ui {
namespace {

using namespace std::chrono_literals;
constexpr int phases = 60;

} // namespace

ProgressLine::ProgressLine(QWidget *parent)
    : QWidget(parent)
{
    setFixedHeight(2);
    m_delay.setSingleShot(true);
    m_delay.setInterval(150ms);
    m_frame.setInterval(33ms);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        m_isShown = true;
        m_frame.start();
        update();
    });
    connect(&m_frame, &QTimer::timeout, this, [this] {
        m_phase = (m_phase + 1) % phases;
        update();
    });
}

void ProgressLine::setBusy(bool busy)
{
    if (busy && !m_isShown && !m_delay.isActive())
        m_delay.start();
    if (busy)
        return;
    m_delay.stop();
    m_frame.stop();
    m_isShown = false;
    update();
}

void ProgressLine::paintEvent(QPaintEvent *)
{
    if (!m_isShown)
        return;
    QPainter painter(this);
    const auto &tokens = tokensOf(this);
    painter.fillRect(rect(), tokens[Token::Track]);
    const int part = width() / 4;
    painter.fillRect(QRect((width() + part) * m_phase / phases - part, 0, part, height()), tokens[Token::Accent]);
}

} // namespace hub::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/answermeta.h"

#include "core/memory/unitofwork.h"

#include <QLocale>

namespace hub {
namespace {

QString korean(const QDateTime &moment)
{
    return QLocale(QLocale::Korean).toString(moment, u"yyyy년 M월 d일 (ddd) HH:mm"_s);
}

} // namespace

Nullable<QString> keyNameOf(const UnitOfWork &work, const Fragment &fragment)
{
    if (!fragment.keyId)
        return u"master"_s;
    return fragment.keyId == work.caller().ownKey() ? Nullable<QString>(work.caller().keyName) : Nullable<QString>();
}

ServerTime serverTime(const UnitOfWork &work)
{
    const auto moment = work.now().toUtc();
    const auto local = moment.toTimeZone(work.services().zone);
    const bool inKorean = work.services().messages.language() == u"ko";
    return {.iso = work.now().toIso(),
        .epochMs = work.now().ms,
        .displayKst = korean(moment.toTimeZone(QTimeZone("Asia/Seoul"))),
        .displayLocal = inKorean ? korean(local) : QLocale(QLocale::English).toString(local, u"ddd d MMM yyyy HH:mm"_s),
        .timezone = QString::fromLatin1(work.services().zone.id())};
}

} // namespace hub

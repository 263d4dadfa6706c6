// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/answermeta.h"

#include "core/keys/keyring.h"
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
    const auto &caller = work.caller();
    if (fragment.keyId == caller.ownKey())
        return caller.keyName;
    const auto *keys = work.services().keys;
    const bool isKnown = caller.isMaster() || caller.groupKeyIds.contains(*fragment.keyId);
    const auto name = keys && isKnown ? keys->nameOf(*fragment.keyId) : QString();
    return name.isEmpty() ? Nullable<QString>() : Nullable<QString>(name);
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

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries the two commands as a new user would: in a fresh Debian tree, as a normal
# user with sudo rights, on the committed files only.
#
# Usage: trial.sh SUITE [TEST OPTIONS]    (debian12.sh and debian13.sh call it)
#
# The bare tree stays in /var/tmp/anchorhold-trial-SUITE and the downloaded
# packages beside it, so that a repeat only installs and builds; remove both to
# start from nothing. Where Debian and npm are reached from is read off this
# machine's own configuration.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$root/packaging/packages.sh"

suite=${1:?usage: trial.sh SUITE [TEST OPTIONS]}
shift
[ "$(id -u)" -eq 0 ] || fail "a trial makes a system tree and enters it, which only root can do; run it with sudo."
command -v debootstrap >/dev/null || ensure_packages debootstrap

base=/var/tmp/anchorhold-trial-$suite
archives=$base.debs

# Prints the address that this machine takes packages of the named release from.
mirror_of() {
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' \
        | awk -v release="$1" '$1 == release { print $2; exit }'
}

codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
mirror=${ANCHORHOLD_TRIAL_MIRROR:-$(mirror_of "$codename")}
security=$(mirror_of "$codename-security")
[ -n "$mirror" ] || fail "no Debian mirror is configured on this machine; name one in ANCHORHOLD_TRIAL_MIRROR."

make_base() {
    echo "Making a bare $suite tree in $base"
    rm -rf --one-file-system "$base.part"
    debootstrap --variant=minbase --include=sudo,ca-certificates "$suite" "$base.part" "$mirror" >"$base.log" 2>&1 \
        || fail "debootstrap could not make a $suite tree from this machine's mirror; $base.log says why."
    rm -f "$base.log"
    mv "$base.part" "$base"
}

# What apt, npm and TLS need to know to get out of this machine, without secrets.
copy_client_settings() {
    local tree=$1 setting value
    {
        printf 'deb %s %s main\n' "$mirror" "$suite" "$mirror" "$suite-updates"
        [ -z "$security" ] || printf 'deb %s %s main\n' "$security" "$suite-security"
    } >"$tree/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(http|https|Check|AllowInsecure|ForceIPv)' >"$tree/etc/apt/apt.conf.d/90trial" || true
    for setting in http https; do
        value=${setting}_proxy
        [ -z "${!value:-}" ] || printf 'Acquire::%s::Proxy "%s";\n' "$setting" "${!value}" >>"$tree/etc/apt/apt.conf.d/90trial"
    done
    printf 'force-unsafe-io\n' >"$tree/etc/dpkg/dpkg.cfg.d/trial" # the tree is thrown away
    cp /etc/resolv.conf /etc/hosts "$tree/etc/"
    cp /usr/local/share/ca-certificates/*.crt "$tree/usr/local/share/ca-certificates/" 2>/dev/null || true
    chroot "$tree" update-ca-certificates >/dev/null 2>&1
    command -v npm >/dev/null || return 0
    for setting in registry proxy https-proxy cafile strict-ssl; do
        value=$(npm config get "$setting" 2>/dev/null)
        case $value in '' | null | undefined) ;; *) printf '%s=%s\n' "$setting" "$value" ;; esac
    done >"$tree/home/visitor/.npmrc"
}

work=$(mktemp -d /var/tmp/anchorhold-trial.XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT # mounts live in a namespace of their own and end with it
tree=$work/tree

[ -d "$base" ] || make_base
mkdir -p "$archives/partial"
cp -a "$base" "$tree"
chroot "$tree" useradd --create-home --shell /bin/bash visitor
printf 'visitor ALL=(ALL) NOPASSWD: ALL\n' >"$tree/etc/sudoers.d/visitor"
copy_client_settings "$tree"
mkdir "$tree/home/visitor/anchorhold"
git -C "$root" archive HEAD | tar -x -C "$tree/home/visitor/anchorhold"
chroot "$tree" chown -R visitor:visitor /home/visitor

enter='
    mount -t proc proc "$0/proc"
    mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$0/dev/pts"
    mount --bind "$1" "$0/var/cache/apt/archives"
    cd /
    exec chroot --userspec=visitor:visitor "$0" "${@:2}"'
unshare --mount --pid --fork --kill-child bash -euc "$enter" "$tree" "$archives" \
    env -i HOME=/home/visitor USER=visitor PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
    bash /home/visitor/anchorhold/packaging/trial/visit.sh "$@"

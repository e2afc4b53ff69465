#!/bin/sh
# Installs the dependencies of build and tests with the system's package manager.
# `--check` installs nothing: exit 0 if everything is present.
set -u

present() {
    command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || command -v clang >/dev/null 2>&1 || return 1
    command -v pkg-config >/dev/null 2>&1 || return 1
    command -v xgettext >/dev/null 2>&1 || return 1
    for p in ncursesw libedit cmocka md4c jansson libpcre2-8 libutf8proc vterm; do
        pkg-config --exists "$p" || return 1
    done
}

present && exit 0
[ "${1:-}" = "--check" ] && exit 1

as_root=
if [ "$(id -u)" != 0 ] && ! command -v brew >/dev/null 2>&1; then
    command -v sudo >/dev/null 2>&1 || { echo "deps: not root and no sudo: install the packages by hand" >&2; exit 1; }
    as_root=sudo
fi

show() {
    echo "+ $*"
    "$@"
}

if command -v apt-get >/dev/null 2>&1; then
    export DEBIAN_FRONTEND=noninteractive
    packages="gcc libc6-dev pkg-config gettext libncurses-dev libedit-dev libcmocka-dev libmd4c-dev libjansson-dev libpcre2-dev libutf8proc-dev libvterm-dev"
    # shellcheck disable=SC2086
    # (another installation may be running, as on a machine that has just been started)
    show $as_root apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends $packages ||
        { show $as_root apt-get -o DPkg::Lock::Timeout=120 update &&
            show $as_root apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends $packages; }
elif command -v dnf >/dev/null 2>&1; then
    show $as_root dnf install -y gcc pkgconf-pkg-config gettext ncurses-devel libedit-devel libcmocka-devel md4c-devel jansson-devel pcre2-devel utf8proc-devel libvterm-devel
elif command -v pacman >/dev/null 2>&1; then
    show $as_root pacman -S --needed --noconfirm gcc pkgconf gettext ncurses libedit cmocka md4c jansson pcre2 libutf8proc libvterm
elif command -v apk >/dev/null 2>&1; then
    show $as_root apk add gcc musl-dev pkgconf gettext ncurses-dev libedit-dev cmocka-dev md4c-dev jansson-dev pcre2-dev utf8proc-dev libvterm-dev
elif command -v brew >/dev/null 2>&1; then
    show brew install pkg-config gettext ncurses libedit cmocka md4c jansson pcre2 utf8proc libvterm
else
    echo "deps: no known package manager; needed: a C compiler, pkg-config, gettext, ncursesw, libedit, cmocka, md4c, jansson, pcre2, utf8proc, libvterm" >&2
    exit 1
fi
present || { echo "deps: still missing something (see above)" >&2; exit 1; }

#!/bin/sh
# Makes the libraries for the static program (`make static`) in FOLDER/lib, their headers in FOLDER/include: by musl, from
# Debian's sources. Descriptions of the common terminals are in ncurses itself, for systems that have none.
#
#   sh src/static.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
packages="musl-tools binutils curl ca-certificates"
if ! command -v musl-gcc >/dev/null || ! command -v curl >/dev/null; then
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"; }
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $packages || { apt update && apt install -y --no-install-recommends $packages; } ||
        { echo "static: the static program needs $packages (as in Debian 12)" >&2; exit 1; }
fi
mkdir -p "$1/lib" "$1/include/sys"
cd "$1"
folder=$PWD
sh "$here/sources.sh" libraries md4c jansson utf8proc pcre2 ncurses libedit

# library NAME 'FLAGS' FILE…
library() {
    name=$1 flags=$2
    shift 2
    [ ! -e "lib/lib$name.a" ] || return 0
    mkdir -p "objects/$name"
    # shellcheck disable=SC2086
    (cd "objects/$name" && for f; do echo "$folder/libraries/$f"; done | xargs -n 4 -P 2 musl-gcc -O2 -w -c $flags)
    ar qcs "lib/lib$name.a" "objects/$name"/*.o
}
library md4c -DMD4C_USE_UTF8 md4c/src/md4c.c
library utf8proc -DUTF8PROC_STATIC utf8proc/utf8proc.c
# (it has a function of the same name as one of ours)
library jansson "-DHAVE_CONFIG_H -Dutf8_encode=jansson_utf8_encode -I$here/web/wasi -I$folder/libraries/jansson/src" $(cd libraries && ls jansson/src/*.c | grep -v version)
library pcre2-8 "-DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC -DSUPPORT_UNICODE" \
    $(cd libraries && ls pcre2/src/pcre2_*.c | grep -vE 'jit|dftables|posix|fuzz|printint|ucptables')
cp libraries/md4c/src/md4c.h libraries/jansson/src/jansson*.h libraries/utf8proc/utf8proc.h libraries/pcre2/src/pcre2.h include/

# What terminals call themselves that the list of ncurses 6.4 does not know.
terminals=libraries/ncurses/misc/terminfo.src
grep -q '^xterm-kitty' $terminals || printf '%s|%s by its own name,\n\tuse=%s,\n' xterm-kitty kitty kitty \
    xterm-ghostty ghostty xterm-256color wezterm wezterm xterm-256color rxvt-unicode-256color urxvt rxvt-256color >>$terminals
known=xterm-256color,xterm,xterm-direct,xterm-kitty,xterm-ghostty,wezterm,alacritty,foot,kitty,konsole-256color,vte-256color
known=$known,st-256color,putty-256color,rxvt-unicode-256color,rxvt,vscode,mintty,tmux-256color,tmux,screen-256color,screen
known=$known,linux,vt100,vt220,ansi,dumb
# configured NAME WORD…: by its own tools
configured() {
    name=$1
    shift
    mkdir -p "objects/$name"
    (cd "objects/$name" && "$folder/libraries/$name/configure" CC=musl-gcc CFLAGS=-O2 --host=x86_64-linux-musl --build=x86_64-linux-gnu "$@") \
        >"$name.out" 2>&1 || { tail -n 5 "$name.out"; exit 1; }
}
configured ncurses --with-build-cc=cc --enable-widec --without-shared --without-cxx --without-cxx-binding --without-ada --without-manpages \
    --without-progs --without-tests --without-debug --with-fallbacks=$known --with-tic-path="$(command -v tic)" \
    --with-infocmp-path="$(command -v infocmp)" --with-default-terminfo-dir=/usr/share/terminfo \
    --with-terminfo-dirs=/etc/terminfo:/lib/terminfo:/usr/share/terminfo:/usr/lib/terminfo
make -s -C objects/ncurses/include >>ncurses.out 2>&1
make -s -C objects/ncurses/ncurses >>ncurses.out 2>&1
cp objects/ncurses/lib/libncursesw.a lib/
for f in curses term unctrl ncurses_dll; do cp "$(ls objects/ncurses/include/$f.h libraries/ncurses/include/$f.h 2>/dev/null | head -n 1)" include/; done

# (libedit knows ncurses only by that name; musl has no sys/cdefs.h, and does not say that a wchar_t is Unicode)
ln -sf libncursesw.a lib/libncurses.a
printf '#define __BEGIN_DECLS\n#define __END_DECLS\n' >include/sys/cdefs.h
configured libedit CPPFLAGS="-I$folder/include -D__STDC_ISO_10646__=201103L" LDFLAGS="-L$folder/lib" --disable-shared --disable-examples
make -s -C objects/libedit/src >>libedit.out 2>&1
cp objects/libedit/src/.libs/libedit.a lib/
cp libraries/libedit/src/histedit.h include/

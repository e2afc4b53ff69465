#!/bin/sh
# Finds out what the compiler and linker support and what the target needs, and prints it as words
# for the Makefile: compile:FLAG for every call, link:FLAG for linking programs, pack:FLAG for the
# installed program. Caches the answers in FOLDER until compiler, flags or this file change.
#
#   CC=gcc CFLAGS=-O2 sh src/compiler.sh FOLDER [harden]
#
# All flags that systems other than Linux need are here; the code's differences are in src/base/platform.h.
# Based on the headers and manuals of macOS and the BSDs; untested there.
set -u
kept=$1/compiler.asked harden=${2:-}
key="$CC ${CPPFLAGS:-} ${CFLAGS:-} ${LDFLAGS:-} $harden"
if [ "$(find "$kept" -newer "$0" 2>/dev/null)" ] && [ "$(sed 1q "$kept")" = "$key" ]; then
    sed 1d "$kept"
    exit
fi
mkdir -p "$1"
tried=$(mktemp -d) || exit 1
trap 'rm -rf "$tried"' EXIT
printf '#include <stdio.h>\nint main(void)\n{\n    return puts("") < 0;\n}\n' >"$tried/program.c"

# The flags are lists of words: splitting is intended.
# shellcheck disable=SC2086
macros=$($CC ${CPPFLAGS:-} ${CFLAGS:-} -dM -E -x c /dev/null 2>/dev/null)
is() { printf '%s\n' "$macros" | grep -q "^#define $1 "; }
# shellcheck disable=SC2086
takes() { $CC "$@" ${CPPFLAGS:-} ${CFLAGS:-} -Werror "$tried/program.c" -o "$tried/program" ${LDFLAGS:-} >/dev/null 2>&1; }
answers() {
    # Under _XOPEN_SOURCE these systems hide everything outside POSIX, which other system headers need.
    is __APPLE__ && echo compile:-D_DARWIN_C_SOURCE
    { is __FreeBSD__ || is __DragonFly__; } && echo compile:-D__BSD_VISIBLE=1
    is __OpenBSD__ && echo compile:-D_BSD_SOURCE
    is __NetBSD__ && echo compile:-D_NETBSD_SOURCE
    # x87 registers hold more digits than a double: sums would differ from other machines.
    is __i386__ && ! is __SSE2_MATH__ && echo "compile:-msse2 compile:-mfpmath=sse"
    takes -gz && echo pack:-gz
    # 15,000 addresses in 2 kB instead of 360; a loader that is too old for it does not start the program.
    takes -Wl,-z,pack-relative-relocs && "$tried/program" >/dev/null 2>&1 && echo pack:-Wl,-z,pack-relative-relocs
    [ "$harden" ] || return
    for flag in -fstack-protector-strong -fcf-protection; do
        takes "$flag" && echo "compile:$flag"
    done
    for flag in -Wl,-z,relro -Wl,-z,now; do
        takes "$flag" && echo "link:$flag"
    done
    # Keep a level that is already set; without optimization the headers only warn.
    if is __OPTIMIZE__ && ! is _FORTIFY_SOURCE; then
        for level in 3 2; do
            takes "-D_FORTIFY_SOURCE=$level" && echo "compile:-D_FORTIFY_SOURCE=$level" && break
        done
    fi
}
{ printf '%s\n' "$key"; answers; } >"$tried/asked"
mv "$tried/asked" "$kept"
sed 1d "$kept"

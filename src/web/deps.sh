#!/bin/sh
# Gets what `make web` needs beside the program's own dependencies: clang with its linker and optimizer for WebAssembly,
# its runtime and C library, and the sources of five libraries, as Debian publishes them, below FOLDER. Nothing of
# them is kept in the project.
#
#   sh src/web/deps.sh FOLDER          installs and downloads what is missing
#   sh src/web/deps.sh FOLDER --check  exit 0 if everything is there, otherwise says what is missing
set -u
folder=$1 only=${2:-}
mirror=http://deb.debian.org/debian/pool/main

have() {
    clang --target=wasm32-wasi -x c -c -o /dev/null - 2>/dev/null <<'C' || return 1
#include <stdio.h>
C
    command -v wasm-ld >/dev/null && command -v wasm-opt >/dev/null && command -v lzip >/dev/null &&
        command -v openssl >/dev/null
}

# source NAME FOLDER ARCHIVE SHA256
source() {
    [ -d "$folder/$1" ] && return 0
    [ "$only" ] && return 1
    mkdir -p "$folder" && rm -rf "$folder/$1.new" && mkdir "$folder/$1.new" || return 1
    curl -sSfL -o "$folder/$1.archive" "$mirror/$2/$3" || return 1
    if ! echo "$4  $folder/$1.archive" | sha256sum --quiet -c -; then
        echo "web: $3 is not the file that Debian published" >&2
        return 1
    fi
    tar xf "$folder/$1.archive" -C "$folder/$1.new" --strip-components=1 && mv "$folder/$1.new" "$folder/$1"
}

packages="clang lld binaryen wasi-libc libclang-rt-dev-wasm32 lzip openssl curl ca-certificates xz-utils"
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
if ! have && [ "$only" != --check ] && command -v apt-get >/dev/null; then
    apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"; }
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $packages ||
        { apt update && apt install -y --no-install-recommends $packages; }
fi
have || { echo "web: the page needs $packages (as in Debian 12)" >&2; exit 1; }
# prepared FOLDER FROM TO …: copies files as the library's notes on building without its own tools say
prepared() {
    at=$1 && shift
    while [ $# -gt 0 ]; do
        [ -e "$at/$2" ] || cp "$at/$1" "$at/$2" || return 1
        shift 2
    done
}

source md4c m/md4c md4c_0.4.8.orig.tar.gz 4a457df853425b6bb6e3457aa1d1a13bccec587a04c38c622b1013a0da41439f &&
    source lzlib l/lzlib lzlib_1.13.orig.tar.xz 311f4a028fa3d9027b3b2c476e08852c08663711867cb95f7ffba19831b6ce6e &&
    source jansson j/jansson jansson_2.14.orig.tar.gz c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b &&
    source utf8proc u/utf8proc utf8proc_2.8.0.orig.tar.gz a0a60a79fe6f6d54e7d411facbfcc867a6e198608f2cd992490e46f04b1bcecc &&
    source pcre2 p/pcre2 pcre2_10.42.orig.tar.gz c33b418e3b936ee3153de2c61cc638e7e4fe3156022a5c77d0711bcbb9d64f1f &&
    prepared "$folder/jansson" android/jansson_config.h src/jansson_config.h &&
    prepared "$folder/pcre2/src" config.h.generic config.h pcre2.h.generic pcre2.h pcre2_chartables.c.dist pcre2_chartables.c ||
    { echo "web: sources of libraries are missing in $folder" >&2; exit 1; }

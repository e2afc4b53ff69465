#!/bin/sh
# Gets what `make web` needs beside the program's own dependencies: clang with its linker and optimizer for WebAssembly,
# its runtime and C library, and the sources of five libraries below FOLDER (src/sources.sh).
#
#   sh src/web/deps.sh FOLDER          installs and downloads what is missing
#   sh src/web/deps.sh FOLDER --check  exit 0 if everything is there, otherwise says what is missing
set -u
folder=$1 only=${2:-}

have() {
    clang --target=wasm32-wasi -x c -c -o /dev/null - 2>/dev/null <<'C' || return 1
#include <stdio.h>
C
    command -v wasm-ld >/dev/null && command -v wasm-opt >/dev/null && command -v lzip >/dev/null &&
        command -v openssl >/dev/null
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
# shellcheck disable=SC2086
exec sh "$(dirname "$0")/../sources.sh" $only "$folder" md4c lzlib jansson utf8proc pcre2

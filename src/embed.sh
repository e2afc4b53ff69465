#!/bin/sh
# Prints a C file that embeds the named files, for base/embedded.h.
set -eu
echo '#include "base/embedded.h"'
i=0
for f in "$@"; do
    printf 'static const unsigned char file%d[] = {' "$i"
    od -An -v -tx1 "$f" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo '0};'
    i=$((i + 1))
done
echo 'const struct embedded embedded_files[] = {'
i=0
for f in "$@"; do
    printf '    {"%s", (const char *)file%d, sizeof file%d - 1},\n' "$f" "$i" "$i"
    i=$((i + 1))
done
echo '    {0, 0, 0}};'

#!/bin/sh
# The static program PROGRAM alone in a folder as its whole system, and in a bare Debian: passes every lesson, and draws
# its first screen in a terminal that it knows by itself. Needs root; debootstrap for the Debian.
#
#   sh tests/bare.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/.."
out=build/bare.out chroot=$(command -v chroot)

# on NAME ROOT: copies it there and runs it.
on() {
    cp "$program" "$2/qkv"
    inside="env -i HOME=/ $chroot $2 /qkv"
    $inside --lang zh,en --check >$out 2>&1 || { tail -n 5 $out; exit 1; }
    for shown in "en chases" "zh 追"; do
        for term in xterm-256color xterm-kitty tmux-256color linux; do
            (while sleep 1; do printf q || exit; done) |
                timeout 60 script -qc "stty rows 24 cols 80; exec env -i TERM=$term HOME=/ $chroot $2 /qkv --lang ${shown% *}" /dev/null >$out 2>&1 || { tail -n 5 $out; exit 1; }
            grep -q "${shown#* }" $out || { echo "bare: no first screen in $1, TERM=$term"; tail -c 600 $out; exit 1; }
        done
    done
    echo "bare: $1: every lesson, and the first screen in both languages"
}

rm -rf build/nothing
mkdir -p build/nothing
on "nothing but the program" build/nothing
[ -d build/bare/etc ] || debootstrap --variant=minbase --include=make,ca-certificates bookworm build/bare >$out 2>&1 ||
    { tail -n 3 $out; exit 1; }
trap 'rm -f build/bare/qkv' EXIT
on "a bare Debian" build/bare

#!/bin/sh
# A bare Debian in build/fresh, in it nothing but this tree, make and what make installs: the README's two
# commands must do, and the program must open in a terminal; on another one `make web` alone must do. Needs root,
# debootstrap and a Debian mirror; says how long each step took. The system is kept in build/bare and copied, so that every run begins without a compiler.
set -eu
cd "$(dirname "$0")/.."
root=build/fresh bare=build/bare
mkdir -p build
now() { date +%s; }
[ -d "$bare/etc" ] || debootstrap --variant=minbase --include=make,ca-certificates bookworm "$bare" >build/fresh.out 2>&1 ||
    { tail -n 3 build/fresh.out; exit 1; }
# A bare system with nothing in it but this tree.
bare_again() {
    for m in dev/pts dev proc; do
        if mountpoint -q "$root/$m"; then umount "$root/$m"; fi
    done
    rm -rf --one-file-system "$root"
    cp -a "$bare" "$root"
    mkdir -p "$root/qkv"
    for f in src lessons tests Makefile README.md LICENSE; do
        if [ -e "$f" ]; then cp -R "$f" "$root/qkv/"; fi
    done
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    [ -f /etc/apt/apt.conf ] && cp /etc/apt/apt.conf "$root/etc/apt/" || true
    cp -R /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
    mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
    mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
    mountpoint -q "$root/dev/pts" || mount --bind /dev/pts "$root/dev/pts"
}
trap 'umount "$root/dev/pts" "$root/dev" "$root/proc"' EXIT

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm-256color LANG=C.UTF-8 sh -c "cd /qkv && $1"; }

bare_again
begin=$(now)
inside "make web" >build/fresh.web 2>&1 || { tail -n 5 build/fresh.web; exit 1; }
[ -s "$root/qkv/build/web/qkv.html" ] || { echo "fresh: no page"; exit 1; }
echo "fresh: make web, from nothing to the page: $(($(now) - begin)) s"
bare_again
begin=$(now)
# `make run` from nothing, in a terminal of its own (script); q is pressed until it ends
inside "(while sleep 2; do printf q || exit; done) | timeout 300 script -qc 'stty rows 24 cols 80; make run' /dev/null" >build/fresh.screen 2>build/fresh.err || { tail -n 5 build/fresh.err; exit 1; }
grep -q 'chases' build/fresh.screen || { echo "fresh: no first screen"; tail -c 600 build/fresh.screen; exit 1; }
echo "fresh: make run, from nothing to the first screen: $(($(now) - begin)) s"
begin=$(now)
inside "make test" >build/fresh.test 2>&1 || { tail -n 5 build/fresh.test; exit 1; }
echo "fresh: make test: $(($(now) - begin)) s, $(tail -n 1 build/fresh.test)"

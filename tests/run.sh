#!/bin/sh
# Runs test programs, one more at a time than there are cores (or JOBS), since some only wait for a terminal, and ends with
# one plain line of totals.
# A program speaks cmocka's summary on standard error, or "N passed, N failed".
# Each has a home of its own; nothing they do reaches the folders of whoever runs them.

# The sum of the numbers in the summaries: those of cmocka for $1, those of scripts before ${3}N $2.
count() {
    sed -n "s/^\[  $1 *\] \([0-9]*\) test.*/\1/p; s/^$3\([0-9]*\) $2.*/\1/p" "$out" | awk '{s += $1} END {print s + 0}'
}

# one FOLDER PROGRAM: its line of totals, and before it, if it fails, all that it said.
one() {
    work=$(mktemp -d "$1/XXXXXX") || exit 1
    out=$work/out
    case $2 in *.sh) HOME=$work sh "$2" ;; *) HOME=$work "$2" ;; esac >"$out" 2>&1
    rc=$?
    grep -q 'GROUP TEARDOWN' "$out" && rc=1     # cmocka itself thinks little of it
    p=$(count PASSED passed '') f=$(count FAILED failed '[0-9]* passed, ') s=$(count SKIPPED skipped '[0-9]* passed, [0-9]* failed, ')
    [ "$rc" -ne 0 ] && [ "$f" -eq 0 ] && f=1
    [ "$rc" -eq 0 ] && [ "$p" -eq 0 ] && { f=1; echo "$2: ran no test" >>"$out"; }
    { [ "$f" -gt 0 ] && grep -a -v '^\[ *\(RUN\|OK\) *\]' "$out"; echo "$2: $p passed, $f failed"; } >"$work.said"
    cat "$work.said"
    echo "$p $f $s" >>"$1/totals"
    rm -rf "$work"
}

[ "$1" = --one ] && { one "$2" "$3"; exit; }

work=$(mktemp -d) || exit 1
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_RUNTIME_DIR MAKEFLAGS MAKELEVEL
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
printf '%s\n' "$@" | xargs -P "${JOBS:-$(($(getconf _NPROCESSORS_ONLN) + 1))}" -I '{}' sh tests/run.sh --one "$work" '{}'
echo
awk -v all=$# '{p += $1; f += $2; s += $3} END {f += all - NR; print p + 0 " passed, " f " failed, " s + 0 " skipped"; exit f > 0}' "$work/totals"

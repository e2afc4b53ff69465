#!/bin/sh
# Runs test programs one after the other and ends with one plain line of totals.
# A program speaks cmocka's summary on standard error, or "N passed, N failed".
# Nothing they do reaches the folders of whoever runs them.
HOME=$(mktemp -d) || exit 1
export HOME
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_RUNTIME_DIR
trap 'rm -rf "$HOME"' EXIT
trap 'exit 130' INT TERM HUP
passed=0 failed=0 skipped=0
for t in "$@"; do
    case $t in *.sh) out=$(sh "$t" 2>&1); rc=$? ;; *) out=$("$t" 2>&1); rc=$? ;; esac
    case $out in *'GROUP TEARDOWN'*) rc=1 ;; esac     # cmocka itself thinks little of it
    p=$(printf '%s\n' "$out" | sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p; s/^\([0-9]*\) passed, .*/\1/p' | awk '{s+=$1} END {print s+0}')
    f=$(printf '%s\n' "$out" | sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p; s/^[0-9]* passed, \([0-9]*\) failed.*/\1/p' | awk '{s+=$1} END {print s+0}')
    s=$(printf '%s\n' "$out" | sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' | awk '{s+=$1} END {print s+0}')
    if [ "$rc" -ne 0 ]; then
        printf '%s\n' "$out" | grep -v '^\[ *\(RUN\|OK\) *\]'
        [ "$f" -eq 0 ] && f=1
    fi
    [ "$rc" -eq 0 ] && [ "$p" -eq 0 ] && { echo "$t: ran no test"; f=1; }
    echo "$t: $p passed, $f failed"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done
echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

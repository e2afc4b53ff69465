#!/bin/sh
# Runs test programs, one more at a time than there are cores (or JOBS), since some only wait for a terminal: those and the
# long ones first. Ends with the failures once more, each in short, and with one plain line of totals.
# A program speaks cmocka's summary on standard error, or "N passed, N failed".
# Each has a home of its own; nothing they do reaches the folders of whoever runs them.
first='term/test_pty tasks/test_tasks lesson/play/test_learner_en_30 term/test_ambiguous view/frame/test_truth lesson/play/test_learner_zh_30
lesson/play/test_learner_en lesson/play/test_learner_zh lesson/play/test_pointers app/test_long term/test_storm app/test_kills lesson/play/test_pictures check_lessons.sh
term/test_terminals view/test_frame app/test_no_memory term/test_colours term/test_notes'

# one FOLDER PROGRAM: its line of totals, and before it, if it fails, all that it said.
one() {
    work=$(mktemp -d "$1/XXXXXX") || exit 1
    case $2 in *.sh) HOME=$work sh "$2" ;; *) HOME=$work "$2" ;; esac >"$work/out" 2>&1
    LC_ALL=C awk -v status=$? -v program="$2" -v failures="$work.failed" -v totals="$1/totals" '
        /GROUP TEARDOWN/ { status = 1 } # cmocka itself thinks little of it
        /^\[ *(RUN|OK) *\]/ { next }
        { said[++n] = $0 }
        /^\[  [A-Z]+ *\] [0-9]+ test/ { sum[$2] += $4 }
        /^[0-9]+ passed, [0-9]+ failed/ { sum["PASSED"] += $1; sum["FAILED"] += $3; sum["SKIPPED"] += $5 }
        END {
            passed = sum["PASSED"] + 0; failed = sum["FAILED"] + 0
            if (status == 0 && passed == 0) { failed = 1; said[++n] = program ": ran no test" }
            if (status != 0 && failed == 0) failed = 1
            said[++n] = program ": " passed " passed, " failed " failed"
            for (i = 1; i <= n && failed; i++) print said[i] >failures
            if (!failed) print said[n]
            print passed, failed, sum["SKIPPED"] + 0 >>totals
        }' "$work/out"
    [ ! -f "$work.failed" ] || cat "$work.failed"
    rm -rf "$work"
}

[ "$1" = --one ] && { one "$2" "$3"; exit; }

# Reads names and prints those of `first` before the others.
sorted() {
    awk -v first="$first" '
        BEGIN { n = split(first, name) }
        { other[NR] = $0; for (i = 1; i <= n; i++) if (substr($0, length($0) - length(name[i])) == "/" name[i]) { begins[i] = $0; delete other[NR] } }
        END { for (i = 1; i <= n; i++) if (i in begins) print begins[i]; for (k = 1; k <= NR; k++) if (k in other) print other[k] }'
}

work=$(mktemp -d) || exit 1
unset QKV_CLASS XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_RUNTIME_DIR MAKEFLAGS MAKELEVEL
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
printf '%s\n' "$@" | sorted | xargs -P "${JOBS:-$(($(getconf _NPROCESSORS_ONLN) + 1))}" -I '{}' sh tests/run.sh --one "$work" '{}'
for f in "$work"/*.failed; do
    [ ! -f "$f" ] || { echo; tail -n 30 "$f" | cut -c 1-300; }
done
echo
awk -v all=$# '{p += $1; f += $2; s += $3} END {f += all - NR; print p + 0 " passed, " f " failed, " s + 0 " skipped"; exit f > 0}' "$work/totals"

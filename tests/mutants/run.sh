#!/bin/sh
# Do the tests notice? Every line of a list is a small wrong change; each is made in a copy of the tree, and
# at least one test must fail, twice. Several copies work side by side. A copy has the library as a shared one: a change
# needs one file compiled and one link. First come tests that are fast, of the changed file's own folder, or have often noticed.
# A test that takes five times as long as without a change has noticed it, too.
# Ends with one line of totals.
#
#   sh tests/mutants/run.sh [LIST [FIRST [LAST]]]      only these mutants of the list, by number
#
# MUTANTS_LEAST: the share of them, in percent, that must be noticed (100). JOBS: copies. SLOWEST: no test that takes
# longer, in seconds, to see soon which mutants may live.
cd "$(dirname "$0")/../.." || exit 1
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_RUNTIME_DIR MAKEFLAGS MAKELEVEL
root=$PWD work=$PWD/build/mutants list=${1:-tests/mutants/list.txt} first=${2:-1} last=${3:-100000}
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}

# Prints the nearest folder of src/$1 that has tests.
room_of() {
    room=${1%/*}
    until [ "$(find "tests/$room" -name 'test_*.c' 2>/dev/null)" ]; do room=${room%/*}; done
    echo "$room"
}

# tried SECONDS TEST: runs a test of this copy, with limits that only an endless one reaches.
tried() {
    case $2 in *.sh) set -- "$1" sh "$2" ;; esac
    rm -rf home
    mkdir home
    (ulimit -t $((20 + 3 * $1)) && ulimit -v 8000000
        HOME=$PWD/home QKV=$PWD/build/shared/qkv LD_LIBRARY_PATH=$PWD/build/shared timeout -k 5 $((300 + 5 * $1)) "$2" $3) >out 2>&1 &&
        ! grep -q 'GROUP TEARDOWN' out
}

# The first place of the text between the first and the second mark, whatever blanks and line ends are in it.
changed() {
    LINE=$1 awk 'BEGIN { n = split(ENVIRON["LINE"], part, / \|\|\| /); gsub(/\\n/, "", part[2]); gsub(/[ \t]/, "", part[2]); gsub(/\\n/, "\n", part[3]) }
        { text = text $0 "\n" }
        END { for (i = 1; i <= length(text); i++) if ((c = substr(text, i, 1)) !~ /[ \t\n]/) { bare = bare c; from[++k] = i }
              at = index(bare, part[2]); if (n != 3 || !at) exit 1
              printf "%s%s%s", substr(text, 1, from[at] - 1), part[3], substr(text, from[at + length(part[2]) - 1] + 1) }'
}

# noticed FOLDER: does a test of this copy fail? Says which.
noticed() {
    awk -v own="/tests/$1/" '
        FILENAME ~ /said$/ { if (sub(/.*: noticed by /, "")) { sub(/:.*/, ""); often[$0]++ }; next }
        { name = $2; sub(/^build\/shared\/tests\//, "", name)
          print ($1 + .3) / (1 + often[name]) / (index($2, own) ? 8 : 1), $1, $2 }' "$work/said" "$work/times" | sort -n >order
    while read -r _ seconds t; do
        [ "$seconds" -gt "${SLOWEST:-1000}" ] && continue
        tried "$seconds" "$t" && continue
        # (a busy machine can make a test in a terminal fail once)
        tried "$seconds" "$t" || { echo "$t"; return 0; }
    done <order
    return 1
}

make_library() {
    make -s SHARED=1 CFLAGS=-O1 WARN= build/shared/libqkv.so >out 2>&1
}

# mutant NUMBER LINE, in a copy
mutant() {
    name=${2%% ||| *} file=src/${2%% ||| *}
    cp -p "$file" whole
    if grep -qF "$2 ||| " "$root/tests/mutants/alive.txt"; then end='known to live'
    elif ! changed "$2" <whole >"$file"; then end='not found'
    elif touch "$file"; ! make_library; then end='does not build'
    elif cmp -s build/shared/libqkv.so "$work/whole.so"; then end='the same code'
    elif t=$(noticed "$(cd "$root" && room_of "$name")"); then end="noticed by ${t#build/shared/tests/}"
    else end=lives; fi
    printf 'mutant %s: %s: %s\n' "$1" "$end" "$2"
    cp whole "$file"
}

# Takes numbers that nobody has taken, until there are none.
copy() {
    cd "$work/$1" || exit 1
    number=0
    grep -v -e '^$' -e '^#' "$work/list" | while IFS= read -r line; do
        number=$((number + 1))
        [ "$number" -ge "$first" ] && [ "$number" -le "$last" ] && mkdir "$work/taken.$number" 2>/dev/null || continue
        mutant "$number" "$line" | tee -a "$work/said"
    done
}

rm -rf "$work"
mkdir -p "$work/1"
cp "$list" "$work/list"
: >"$work/said"
for f in src tests lessons Makefile README.md LICENSE; do cp -pR "$f" "$work/1/"; done
cd "$work/1" || exit 1
make -s -j "$jobs" SHARED=1 CFLAGS=-O1 WARN= tests >out 2>&1 || { tail -n 3 out; exit 1; }
cp build/shared/libqkv.so "$work/whole.so"
for t in $(find build/shared/tests -type l | LC_ALL=C sort) tests/check_lessons.sh; do
    began=$(date +%s)
    tried 200 "$t" || { echo "mutants: $t fails without a mutant"; cat out; exit 1; }
    echo "$(($(date +%s) - began)) $t" >>"$work/times"
done
for i in $(seq 2 "$jobs"); do cp -pR "$work/1" "$work/$i"; done
for i in $(seq "$jobs"); do copy "$i" & done
wait
awk -v least="${MUTANTS_LEAST:-100}" '
    / noticed by /    { noticed++ }
    / lives: /        { alive++ }
    / known to live: /{ known++ }
    / the same code: /{ same++ }
    / not found: | does not build: / { wrong++ }
    END { share = noticed + alive ? 100 * noticed / (noticed + alive) : 100
          printf "%d mutants noticed, %d alive: %.1f %%; %d known to live, %d the same code, %d not to be built\n",
                 noticed, alive, share, known, same, wrong
          exit share < least || (least == 100 && same + wrong) }' "$work/said"

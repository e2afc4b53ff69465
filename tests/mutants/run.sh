#!/bin/sh
# Do the tests notice? Every line of list.txt is a small wrong change of the core or
# the model; for each the tests are built and run on a copy of the tree, and at least one must
# fail. The tests of the changed file's own folder come first: they are most likely to fail.
# Ends with one line of totals.
#
#   sh tests/mutants/run.sh [FIRST [LAST]]      only these mutants, by number
cd "$(dirname "$0")/../.." || exit 1
copy=build/mutants first=${1:-1} last=${2:-100000}
rm -rf "$copy"
mkdir -p "$copy"
cp -pR src tests Makefile README.md LICENSE "$copy/"
[ -d lessons ] && cp -pR lessons "$copy/"
tests="test-base test-core test-model test-learn test-state test-study test-expr test-session test-command test-lesson test-view test-export test-app test-cli"
(cd "$copy" && make -s WARN= $tests) >"$copy/out" 2>&1 || { echo "mutants: the tests fail without a mutant"; tail -n 3 "$copy/out"; exit 1; }

# Prints the nearest folder of src/$1 that has tests.
room_of() {
    room=${1%/*}
    until [ "$(find "tests/$room" -name 'test_*.c' 2>/dev/null)" ]; do room=${room%/*}; done
    echo "$room"
}

number=0 killed=0 alive=0
while IFS= read -r line; do
    case $line in '' | '#'*) continue ;; esac
    number=$((number + 1))
    [ "$number" -ge "$first" ] && [ "$number" -le "$last" ] || continue
    name=${line%% ||| *} file=$copy/src/${line%% ||| *}
    cp -p "$file" "$copy/whole"
    # The first place of the text between the first and the second mark, whatever blanks and line ends are in it.
    LINE=$line awk 'BEGIN { n = split(ENVIRON["LINE"], part, / \|\|\| /); gsub(/\\n/, "", part[2]); gsub(/[ \t]/, "", part[2]); gsub(/\\n/, "\n", part[3]) }
        { text = text $0 "\n" }
        END { for (i = 1; i <= length(text); i++) if ((c = substr(text, i, 1)) !~ /[ \t\n]/) { bare = bare c; from[++k] = i }
              at = index(bare, part[2]); if (n != 3 || !at) exit 1
              printf "%s%s%s", substr(text, 1, from[at] - 1), part[3], substr(text, from[at + length(part[2]) - 1] + 1) }' "$copy/whole" >"$file" ||
        { echo "mutant $number: not found: $line"; alive=$((alive + 1)); cp -p "$copy/whole" "$file"; continue; }
    touch "$file"
    dead=
    for t in "test-$(room_of "$name")" $tests; do
        # A mutant that never ends is noticed too. No test needs a minute of processor time; a busy machine
        # may need many minutes to build them.
        (cd "$copy" && ulimit -t 120 && timeout 1800 make -s WARN= "$t") >"$copy/out" 2>&1 || { dead=$t; break; }
    done
    if grep -q ' error: ' "$copy/out" && ! grep -q FAILED "$copy/out"; then
        echo "mutant $number does not build: $line"
        alive=$((alive + 1))
    elif [ "$dead" ]; then killed=$((killed + 1)); echo "mutant $number: killed by $dead"; else alive=$((alive + 1)); echo "mutant $number lives: $line"; fi
    cp -p "$copy/whole" "$file"
    touch "$file"
done <tests/mutants/list.txt
echo "$killed mutants killed, $alive alive"
[ "$alive" -eq 0 ]

#!/bin/sh
# Compares what the program draws, tells and derives with what it did when it was first asked (or with AGAIN
# set: when it was last asked). Keeps that program beside its answers, so that both pictures can be shown.
#   sh tests/oracle/compare.sh FOLDER
set -eu
b=$1 shown=3
"$b/oracle" >"$b/oracle.now"
if [ "${AGAIN:-}" ] || [ ! -f "$b/oracle.kept" ]; then
    cp "$b/oracle" "$b/oracle.was"
    mv "$b/oracle.now" "$b/oracle.kept"
    echo "$(wc -l <"$b/oracle.kept") lines kept"
    exit
fi
diff "$b/oracle.kept" "$b/oracle.now" | sed -n 's/^> [0-9a-f]*  //p' >"$b/oracle.differ" || true
while IFS= read -r name; do
    echo "$name"
    [ $((shown -= 1)) -ge 0 ] || continue
    "$b/oracle.was" "$name" >"$b/oracle.old" || true
    "$b/oracle" "$name" >"$b/oracle.new"
    diff "$b/oracle.old" "$b/oracle.new" | sed 60q || true
done <"$b/oracle.differ"
echo "$(wc -l <"$b/oracle.now") lines, $(wc -l <"$b/oracle.differ") differ"
[ ! -s "$b/oracle.differ" ]

#!/bin/sh
# Searches with each target in turn: sh tests/fuzz/run.sh SECONDS TARGET…
# A finding ends the run; its input lies in build/fuzz and belongs into tests/fuzz/corpus/NAME.
seconds=$1
shift
for target in "$@"; do
    name=${target##*/}
    found=build/fuzz/found/$name
    mkdir -p "$found"
    echo "$name: $seconds seconds"
    "$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=4000 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="build/fuzz/$name-" "$found" "tests/fuzz/corpus/$name" || exit 1
done

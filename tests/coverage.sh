#!/bin/sh
# Which share of the lines of src the tests ran: by folder, then in total. COVERAGE_LEAST (percent) is wanted at least;
# the files that have most lines left are named. Reads what `make COV=1 test` counted in build/cov.
cd "$(dirname "$0")/.." || exit 1
find build/cov/obj -path '*/obj/tests' -prune -o -name '*.gcda' -print | LC_ALL=C sort | xargs gcov -n 2>/dev/null | awk -v least="${COVERAGE_LEAST:-95}" '
    /^File / { name = $2; gsub(/\047/, "", name); next }
    /^Lines executed:/ && name ~ /^src\/.*\.c$/ {
        split($0, part, /[:% ]+/)
        lines = part[5]; ran = int(lines * part[3] / 100 + 0.5)
        folder = name; sub(/^src\//, "", folder); sub(/\/.*/, "", folder)
        if (!(name in seen)) { seen[name] = lines - ran; all[folder] += lines; hit[folder] += ran; total += lines; did += ran }
        name = ""
    }
    END {
        n = split("base app core model learn state study expr lesson session command view export cli term web main.c", order, " ")
        for (folder in all) if (!index(" base app core model learn state study expr lesson session command view export cli term web main.c ", " " folder " ")) order[++n] = folder
        for (i = 1; i <= n; i++) if (all[order[i]]) printf "%-8s %5.1f %% of %5d lines\n", order[i], 100 * hit[order[i]] / all[order[i]], all[order[i]]
        if (total) printf "%-8s %5.1f %% of %5d lines\n", "src", 100 * did / total, total
        for (k = 0; k < 10; k++) {
            most = ""
            for (f in seen) if (seen[f] > 0 && (most == "" || seen[f] > seen[most] || (seen[f] == seen[most] && f < most))) most = f
            if (most == "") break
            printf "  %3d lines not run in %s\n", seen[most], most
            delete seen[most]
        }
        exit !total || 100 * did / total < least
    }'

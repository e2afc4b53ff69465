#!/bin/sh
# Views are parts and forms: the functions that still compute rows or columns by themselves are those of
# tests/layout.txt, each with its reason. Prints "N passed, N failed".
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
rule() { if [ -z "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "layout: $1:"; printf '%s\n' "$2" | head -n 10; fi; }
listed() { sed -n 's/^\([a-z_/]*\.c [a-z_]*\): .*/\1/p' tests/layout.txt | sort; }
# (the files of src/view itself are what figures are drawn with, figures/ are the figures)
found=$(find src/view -mindepth 2 -name '*.c' ! -path 'src/view/figures/*' | sort | xargs awk -f tests/layout.awk | sort)
rule "functions that compute where others stand (make them parts and forms)" "$({ listed; listed; printf '%s\n' "$found"; } | sort | uniq -u)"
rule "functions of tests/layout.txt that are parts and forms by now" "$({ listed; printf '%s\n' "$found" "$found"; } | sort | uniq -u)"
rule "lines of tests/layout.txt without a reason" "$(grep -vnE '^(#|[a-z_/]+\.c [a-z_]+: (pinned|inside the part|inside the page|to do): .{12})' tests/layout.txt)"
# A small file with such a function, and without: the rule would be empty if it saw none.
sample=$(mktemp) || exit 1
trap 'rm -f "$sample"' EXIT
printf '%s\n' 'static void two(struct canvas c)' '{' '    a(canvas_part(c, 0, 0, c.rows - 1, 1));' '    b(canvas_part(c, c.rows - 1, 0, 1, 1));' '}' \
    'static void one(struct canvas c)' '{' '    a(canvas_part(c, 0, 0, c.rows - 1, 1));' '}' \
    'static int chosen(struct canvas c)' '{' '    if (c.rows > 3)' '        return c.cols < 8;' '    return 0;' '}' >"$sample"
rule "what the rule sees in a sample" "$(awk -f tests/layout.awk "$sample" | sed 's/.* //' | tr '\n' ' ' | grep -vx 'two chosen ')"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

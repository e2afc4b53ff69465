#!/bin/sh
# Rules about the tree itself, as a test: layers, ncurses in one file, limits, the
# map, no mutable globals, no second names. Prints "N passed, N failed".
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "tree: $*"; }
rule() { if [ -z "$2" ]; then ok; else bad "$1:"; printf '%s\n' "$2" | head -n 10; fi; }

# Which layers a layer may include.
may() {
    case $1 in
    base) echo base ;;
    core) echo "base core" ;;
    model) echo "base core model" ;;
    cmd) echo "base core model cmd" ;;
    view) echo "base core model view" ;;
    app) echo "base core model cmd view app" ;;
    term) echo "base core model view app term" ;;
    esac
}
for layer in base core model cmd view app term; do
    allowed=$(may "$layer" | tr ' ' '|')
    rule "$layer includes upwards" "$(grep -nE '#include "[a-z]+/' src/$layer/*.[ch] | grep -vE "#include \"($allowed)/")"
done
rule "ncurses outside src/term/curses.c" "$(grep -lE '#include <(n?curses[a-z]*|term)\.h>' -r src | grep -v '^src/term/curses.c$')"
rule "stdio in core" "$(grep -nE '#include <stdio.h>|printf\(' src/core/*.[ch])"
rule "the heap outside base/mem" "$(grep -nE '\b(malloc|calloc|realloc|free)\(' -r src | grep -v 'src/base/mem')"
rule "exit outside main" "$(grep -nE '\bexit\(' -r src --include='*.c' | grep -vE '_exit|src/main.c')"
rule "what base/platform.h has a name for" "$(grep -nE '\b(st_[acm]tim|fdatasync)\b' -r src --include='*.[ch]' | grep -v '^src/base/platform.h')"
rule "numbered conversions in formats (ISO C has none; mixed with plain ones musl prints nonsense)" "$(grep -nE '%[0-9]+\$' -r src --include='*.[ch]')"
rule "system, popen, tmpnam" "$(grep -nE '\b(system|popen|tmpnam|tempnam|mktemp)\(' -r src --include='*.c')"
rule "a bag of files" "$(find src tests -name '*util*' -o -name '*misc*' -o -name '*common*' -o -name '*helper*')"
rule "files over 400 lines" "$(find src tests -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" && $1 > 400')"
rule "files that src/README.md does not name" "$(for f in src/*/*.*; do
    n=${f##*/}; grep -qE "\`(${n%%.*}|$n)\`" src/README.md || echo "$f"; done)"
rule "files that src/README.md names and that are not there" "$(sed -n '/^| layer/,/^## Speed/p' src/README.md | grep -oE '`[a-z_0-9.]+`' | tr -d '`' | sort -u |
    grep -vxE 'print|expect' | while read -r n; do [ -n "$(find src -name "$n" -o -name "$n.[ch]")" ] || echo "$n"; done)"
# (a source package has its debian/ there)
rule "top level" "$(ls | grep -vxE 'src|lessons|tests|Makefile|README.md|LICENSE|build|debian')"
rule "unfinished work" "$(grep -nE 'TODO|FIXME' -r src tests Makefile --include='*.[ch]' --include='Makefile')"
# Mutable data: only what the terminal file, handlers of signals and the allocator of libcmark need.
if [ -d build/obj ]; then
    rule "mutable globals" "$(find build/obj -path '*/tests/*' -prune -o -name '*.o' -print | grep -vE '(term/(curses|signals)|model/lesson_markdown).o' | while read -r o; do
        size -A "$o" | awk -v o="$o" '($1 ~ /^\.(data|bss)(\.[a-z].*)?$/ && $1 !~ /rel\.ro/ && $2 > 0) {print o, $1, $2}'; done)"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

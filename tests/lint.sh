#!/bin/sh
# Both compilers without warnings, the format, cppcheck, clang's analyzer, the rules of the tree.
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MAKELEVEL
status=0
for cc in gcc clang; do
    command -v "$cc" >/dev/null 2>&1 || { echo "lint: no $cc here"; continue; }
    echo "lint: $cc"
    programs=$(find tests -name 'test_*.c' | sed "s|^\(.*\)\.c$|build/lint-$cc/\1|")
    make -s -k STRICT=1 CC="$cc" B="build/lint-$cc" "build/lint-$cc/qkv" "build/lint-$cc/bench" "build/lint-$cc/oracle" $programs >/tmp/qkv-lint.$$ 2>&1 || { cat /tmp/qkv-lint.$$; status=1; }
    rm -f /tmp/qkv-lint.$$
done
if command -v clang-format >/dev/null 2>&1; then
    echo "lint: format"
    find src tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror || status=1
fi
if command -v cppcheck >/dev/null 2>&1; then
    echo "lint: cppcheck"
    cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability --inline-suppr \
        --suppress=missingIncludeSystem --suppress=uninitvar -Isrc src || status=1
fi
if command -v clang >/dev/null 2>&1; then
    echo "lint: clang's analyzer" # (not what only the page's compiler can read)
    found=$(find src -name '*.c' ! -path src/base/reply.c ! -path 'src/web/wasi/*' \
        ! -path 'src/web/tools/*' -print0 | xargs -0 -n 8 -P 2 clang --analyze --analyzer-output text \
        -std=c11 -D_XOPEN_SOURCE=700 -Isrc -Ibuild/gen -include tests/analyzed.h 2>&1)
    [ -z "$found" ] || { printf '%s\n' "$found"; status=1; }
fi
sh tests/check_tree.sh || status=1
sh tests/check_layout.sh || status=1
sh tests/check_unused.sh || status=1
exit $status

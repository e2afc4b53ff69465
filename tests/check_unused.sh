#!/bin/sh
# What nobody uses: functions, macros, commands, settings, keys, help. Prints "N passed, N failed".
cd "$(dirname "$0")/.." || exit 1
env -u SAN -u COV -u TINY -u PLAIN -u SHARED -u B -u MAKEFLAGS -u MAKELEVEL make -s build/qkv >/dev/null || exit 1 # whose objects are read below
qkv=${QKV:-build/qkv} passed=0 failed=0 words=$(mktemp)
trap 'rm -f "$words"' EXIT
rule() { if [ -z "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "unused: $1:"; printf '%s\n' "$2" | head -n 20; fi; }

# What only tests call, and why it is in src.
seams='canvas_equal pretrained_of_bytes' # by fuzzers, which do not have tests/support
seams="$seams tensors_at tensors_count"  # the tensors of a file, one after the other
seams="$seams tokenizer_add_bytes"       # a tokenizer that no file has
seams="$seams story_kind"                # the box is measured by its test
seams="$seams catalogue_en"              # the rows of LANGUAGES put its name together

# "FILE NAME" for each function or table of src that no other file of src uses. What the page calls is listed in
# web/, so web/ is left out.
alone() {
    find src -name '*.c' ! -path 'src/web/*' | sed 's|^src/\(.*\)\.c$|build/obj/\1.o|' |
        xargs nm -APg build/gen/embedded.o build/gen/vocabulary.o build/gen/unicode.o build/obj/web/*.o 2>/dev/null | awk '
        { file = $1; sub(/^build\/obj\//, "", file); sub(/\.o:$/, "", file) }
        $3 == "U" { wanted[$2]; next }
        $2 != "main" { from[$2] = file }
        END { for (s in from) if (!(s in wanted) && from[s] !~ /^web\//) print from[s], s }' | sort
}
# Reads such lines. A function that its own file uses too may be public for the tests.
unused() {
    while read -r file name; do
        own=$(sed 's|/\*.*\*/||' "src/$file.c" 2>/dev/null | grep -cw "$name") tested=$(grep -rlw "$name" tests --include='*.[ch]' | head -n 1)
        if [ "$own" -gt 1 ]; then [ "$tested" ] || echo "src/$file.c: $name could be static"
        elif ! echo "$seams" | grep -qw "$name"; then echo "src/$file.c: $name is called by ${tested:-nobody}"; fi
    done
}
[ ! -d build/obj ] || rule "functions and tables" "$(alone | unused)"
names() { grep -oE "$1" | sed 's/[( ]$//; s/.*[ *]//' | sort -u; }
[ ! -d build/obj ] || rule "functions without a body" "$(find src -name '*.h' ! -path 'src/web/*' -exec grep -hvE '^ *(static|typedef|/?\*)' {} + | names '^[a-z][a-z_0-9 *]*[ *][a-z_0-9]+\(' >"$words"
    find build/obj build/gen -name '*.o' ! -path 'build/obj/tests/*' -exec nm -Pg --defined-only {} + | names '^[a-z_0-9]+ ' | comm -23 "$words" -)"
# (the libraries read those left out)
rule "macros" "$(find src -name '*.[ch]' -exec cat {} + | grep -oE '^ *# *define [A-Za-z_0-9]+' | sed 's/.* //' | sort -u | grep -vE '_H$|^(NCURSES_WIDECHAR|PCRE2_CODE_UNIT_WIDTH|INITIAL_HASHTABLE_ORDER)$' >"$words"
    find src -name '*.[ch]' -exec cat {} + | sed -E 's/^ *# *(define|undef|ifn?def) [A-Za-z_0-9]+//' | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u | comm -23 "$words" -)"

# What leads a user somewhere: keys, menus, lessons, pages; and the tests.
paths() {
    cat src/session/bindings.c src/session/home.c src/cli/start.qkv src/lesson/play/tour/*/*.md src/lesson/author/*.md \
        lessons/*.md lessons/*/*.md lessons/scenes/* README.md
    find tests \( -name '*.session' -o -name '*.c' -o -name '*.md' \) -exec cat {} +
}
paths | grep -oE '[a-z][a-z_0-9]*' | sort -u >"$words"
listed() { "$qkv" -b --lang en -c "help $1" | sed -n 's/^  \([a-z][a-z0-9_]*\) .*/\1/p' | sort -u; }
rule "commands that no key, lesson, page or test runs" "$(listed commands | comm -23 - "$words")"
rule "settings that no key, lesson, page or test makes" "$(listed set | comm -23 - "$words")"
rule "lists of help that 'help help' does not name" "$(sed -n '/help_lists\[\] = {/,/};/p' src/session/help.c | grep -oE '"[a-z]+"' | tr -d '"' |
    while read -r l; do "$qkv" -b --lang en -c 'help help' | grep -qw "$l" || echo "$l"; done)"
rule "keys in a context that nothing shows" "$(sed -n 's/^ *{"\([a-z]*\)", *"[^"]*".*/\1/p' src/session/bindings.c | sort -u |
    while read -r c; do grep -rqE "\"(.* )?$c( .*)?\"" src --include='*.c' --exclude=bindings.c || echo "$c"; done)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

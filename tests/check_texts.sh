#!/bin/sh
# What src/texts/catalogue.sh accepts and refuses. Prints "N passed, N failed".
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d) passed=0 failed=0
trap 'rm -rf "$work"' EXIT
header='msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
printf "$header"'\nmsgid "the whole"\nmsgstr ""\n\n#, c-format\nmsgid "%%d of %%s"\nmsgstr ""\n\nmsgctxt "a clock"\nmsgid "hand"\nmsgstr ""\n' >"$work/template"

# Makes a catalogue of the entries and compiles it for the language; its messages are in $work/said.
compile() {
    printf "$header$2" >"$work/$1.po"
    sh src/texts/catalogue.sh "$1" "$work/template" "$work/$1.po" >"$work/$1.c" 2>"$work/said"
}
check() { if [ "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "texts: $1"; sed 's/^/    /' "$work/said"; fi; }
refused() { if compile "$2" "$3"; then :; else grep -q "$4" "$work/said" && yes=1; fi; check "$1" "${yes:-}"; yes=; }

whole='\nmsgid "the whole"\nmsgstr "整个"\n' of='\nmsgid "%%d of %%s"\nmsgstr "%%d 个，共 %%s"\n' hand='\nmsgctxt "a clock"\nmsgid "hand"\nmsgstr "指针"\n'
compile zh "$whole$of$hand" && grep -q 'sizeof sums' "$work/zh.c" && [ "$(grep -c '\\0"' "$work/zh.c")" = 3 ] && yes=1
check "a whole catalogue is compiled" "${yes:-}" && yes=
compile xx "$whole" && yes=1
check "another language may begin with one text" "${yes:-}" && yes=
refused "a text without translation" zh "$whole$of" "a clock.*hand"
refused "a translation that takes other values" zh "$whole$hand"'\nmsgid "%%d of %%s"\nmsgstr "%%s"\n' "other values"
refused "values in another order" zh "$whole$hand"'\nmsgid "%%d of %%s"\nmsgstr "%%2$s 的 %%1$d"\n' "order"
refused "an entry that no source has" xx "$whole"'\nmsgid "a part"\nmsgstr "部分"\n' "a part"
refused "a text with a context that it does not have" xx '\nmsgctxt "a clock"\nmsgid "the whole"\nmsgstr "整个"\n' "the whole"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

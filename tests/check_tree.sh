#!/bin/sh
# Rules about the tree itself, as a test: layers, ncurses in two files, limits, the
# map, no mutable globals, no second names. Prints "N passed, N failed".
cd "$(dirname "$0")/.." || exit 1
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "tree: $*"; }
rule() { if [ -z "$2" ]; then ok; else bad "$1:"; printf '%s\n' "$2" | head -n 10; fi; }

# The folders in their order, as src/README.md lists them: each may use itself and those above it.
rooms=$(sed -n 's/^| `\([a-z/]*\)\/` .*/\1/p' src/README.md)
rule "folders that src/README.md does not name once, or names for nothing" \
    "$({ printf '%s\n' "$rooms"; find src -name '*.[ch]' | sed -n 's|^src/\(.*\)/[^/]*$|\1|p' | sort -u; } | sort | uniq -c | awk '$1 != 2 {print $2}')"
rule "files that src/*.md name and that are not there" "$(grep -ohE '`[a-z/_0-9]+/[a-z_0-9]+\.[a-z]+`' src/*.md | tr -d '`' | sort -u |
    while read -r n; do [ -e "src/$n" ] || [ -e "$n" ] || echo "$n"; done)"
rule "the map is longer than one screen of 240 columns and 67 rows" "$(awk '{rows += 1 + int((length($0) - 1) / 240)} END {if (rows > 67) print rows " rows"}' src/README.md)"
rule "folders with more than 30 files of their own" "$(find src -type f | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 30')"
# Reads "room ROOM" in order, "use FILE FILE" (without extensions).
above() {
    { printf 'room %s\n' $rooms; sort -u; } | awk '
    function room(file) { sub(/\/[^\/]*$/, "", file); return file }
    $1 == "room" { at[$2] = ++n }
    $1 == "use" && room($2) in at && room($3) in at && at[room($3)] > at[room($2)] { print $2 " uses " $3 }'
}
# Reads "use FILE FILE"; prints circles inside a folder: two files may need each other, three should not.
circles() {
    sort -u | awk '
    function room(file) { sub(/\/[^\/]*$/, "", file); return file }
    $2 != $3 && room($2) == room($3) { to[$2] = to[$2] " " $3; file[$2]; file[$3] }
    function reach(from, seen,    n, i, next_to) {
        n = split(to[from], next_to, " ")
        for (i = 1; i <= n; i++) if (!(next_to[i] in seen)) { seen[next_to[i]]; reach(next_to[i], seen) }
    }
    END {
        for (f in file) { split("", seen); reach(f, seen); for (g in seen) far[f, g] }
        for (f in file) if (!(f in told)) {
            circle = f; count = 1
            for (g in file) if (g != f && ((f, g) in far) && ((g, f) in far)) { circle = circle " " g; count++; told[g] }
            if (count > 2) print circle
        }
    }'
}
includes() { grep -rE '^#include "' src --include="$1" | sed 's|^src/\(.*\)\.[ch]:#include "\(.*\)\.h".*|use \1 \2|'; }
rule "includes upward" "$(includes '*.[ch]' | above)"
rule "headers that include each other in a circle of more than two" "$(includes '*.h' | circles)"
if [ -d build/obj ]; then
    # "use FILE FILE" for every symbol; the list of views counts as state/view.h, which declares it, although
    # view/frame/views.c fills it.
    calls=$(find src -name '*.c' | sed 's|^src/\(.*\)\.c$|build/obj/\1.o|' | xargs nm -APg 2>/dev/null | awk '
        { file = $1; sub(/^build\/obj\//, "", file); sub(/\.o:$/, "", file) }
        $3 == "U" { wants[file " " $2] = 1; next }
        { from[$2] = $2 == "views" ? "state/view" : file }
        END { for (w in wants) { split(w, part, " "); if (part[2] in from) print "use", part[1], from[part[2]] } }')
    rule "calls upward" "$(printf '%s\n' "$calls" | above)"
    rule "files of a folder that use each other in a circle of more than two" "$(printf '%s\n' "$calls" | circles)"
fi
# The C library chooses its versions by processor: their last bits would be in the numbers.
if [ -d build/obj ]; then
    rule "sines, logarithms and powers of the C library in what is computed" "$(find build/obj/core build/obj/state build/obj/study build/obj/expr build/obj/lesson -name '*.o' | xargs nm -APu 2>/dev/null |
        awk '$2 ~ /^(sin|cos|sincos|tan|exp|log|pow|atan|atan2|tanh|erf)$/ {print $1 " " $2}')"
fi
rule "views that a folder has and state/view.h does not list, or the other way round" "$({ sed -n 's/^ *ROW([A-Z]*, \([a-z]*\)).*/\1/p' src/state/view.h
    grep -rhoE '^const struct view view_[a-z]+' src/view | sed 's/.*view_//'; } | sort | uniq -c | awk '$1 != 2 {print $2}')"
rule "the row of a view named outside its folder" "$(grep -rlE '\bview_('"$(sed -n 's/^ *ROW([A-Z]*, \([a-z]*\)).*/\1/p' src/state/view.h | paste -sd'|')"')\b' src --include='*.[ch]' |
    grep -vE '^src/view/[a-z]+/[a-z]+\.c$')"
rule "ncurses outside src/term/curses.c, writer.c" "$(grep -lE '#include <(n?curses[a-z]*|term)\.h>' -r src | grep -vE '^src/term/(curses|writer).c$')"
rule "stdio in core" "$(grep -nE '#include <stdio.h>|printf\(' -r src/core)"
rule "the heap outside base/mem" "$(grep -nE '\b(malloc|calloc|realloc|free)\(' -r src | grep -vE '^src/(base/mem|web/tools/)')"
rule "exit outside main" "$(grep -nE '\bexit\(' -r src --include='*.c' | grep -vE '_exit|src/main.c')"
rule "what base/platform.h has a name for" "$(grep -nE '\b(st_[acm]tim|fdatasync)\b' -r src --include='*.[ch]' | grep -v '^src/base/platform.h')"
rule "numbered conversions in formats (ISO C has none; mixed with plain ones musl prints nonsense)" "$(grep -nE '%[0-9]+\$' -r src --include='*.[ch]' --include='*.po')"
rule "system, popen, tmpnam" "$(grep -nE '\b(system|popen|tmpnam|tempnam|mktemp)\(' -r src --include='*.c')"
rule "a bag of files" "$(find src tests -name '*util*' -o -name '*misc*' -o -name '*common*' -o -name '*helper*')"
rule "functions over 60 lines or 6 parameters, ?: nested more than 2 deep" "$(find src -name '*.[ch]' | sort | xargs awk -f tests/limits.awk)"
rule "names of functions that do not say what they are about" "$(find src -name '*.[ch]' | sort | xargs awk -f tests/functions.awk)"
rule "files over 800 lines" "$(find src tests -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" && $1 > 800')"
rule "what the workflow runs and is not a target of the Makefile" "$(sed -n 's/^ *\(- \)*run: *//p' .github/workflows/*.yml 2>/dev/null | while read -r word target; do
    [ "$word" = make ] && grep -qE "^$target:" Makefile src/web/build.mk || echo "$word $target"; done)"
# (a source package has its debian/ there)
rule "top level" "$(ls | grep -vxE 'src|lessons|tests|Makefile|README.md|LICENSE|build|debian')"
# The words of 动手学深度学习, one for each term. The glossary, where people look up other words, may name those too.
while read -r term instead; do
    rule "Chinese words other than $term" "$(grep -rnE "$instead" src lessons README.md --include='*.[ch]' --include='*.po' --include='*.md' --exclude=glossary.zh.md)"
done <<'WORDS'
掩码 遮罩|蒙版|掩蔽
得分 评分|打分|(^|[^百])分数
层规范化 层归一化|层标准化
方差 散布|离散度
可学习的位置编码 学习式|位置嵌入
词向量 词嵌入
词·词 (内容|位置)[-–](内容|位置)
残差连接 残差链接|跳跃连接
前馈网络 前向网络|前馈神经网络
词元 标记化|令牌
WORDS
rule "unfinished work" "$(grep -nE 'TODO|FIXME' -r src tests Makefile --include='*.[ch]' --include='Makefile')"
# (the text to change must be there, whatever blanks and line ends are in it)
# A name is a claim about the sentence, which head_name holds against the weights. The flow says itself what it cannot tell.
rule "names of heads that nothing holds against the weights" "$(grep -rn 'state_head_name(' src | grep -vE '^src/(state/|study/head_kind|session/told|view/flow/)')"
rule "mutants whose text is not in the source" "$(grep -h ' ||| ' tests/mutants/*.txt | grep -v '^#' | awk '
    { split($0, part, / \|\|\| /); file = part[1]; what = part[2]; gsub(/\\n/, "", what); gsub(/[ \t]/, "", what) }
    !(file in text) { while ((getline line < ("src/" file)) > 0) text[file] = text[file] line; gsub(/[ \t]/, "", text[file]) }
    !index(text[file], what) { print }')"
# Mutable data: only what the terminal file and handlers of signals need.
if [ -d build/obj ]; then
    rule "mutable globals" "$(find build/obj -path '*/tests/*' -prune -o -name '*.o' -print | grep -vE 'term/(curses|signals).o' | while read -r o; do
        size -A "$o" | awk -v o="$o" '($1 ~ /^\.(data|bss)(\.[a-z].*)?$/ && $1 !~ /rel\.ro/ && $2 > 0) {print o, $1, $2}'; done)"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

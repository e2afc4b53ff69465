#!/bin/sh
# Prints a C file with the built-in words, sorted by name, for state/word_list.h. A line is words of one meaning and
# their 8 numbers; an inflected one, after a +, has 0.1 more in the last. Says what is wrong with a file of another form.
# A number or 这, 那 … before a measure word is one word, as `a` is: those that are not in the file get the numbers of the
# measure word, with the "quality" of the number and 0.9 for "function".
set -eu
words=$(LC_ALL=C awk -v file="$1" '
function wrong(what) { printf "%s:%d: %s\n", file, NR, what >"/dev/stderr"; exit 1 }
NF < 9 { wrong("words and 8 numbers expected") }
{
    for (i = NF - 7; i <= NF; i++) if ($i !~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/) wrong("\"" $i "\" is not a number like -0.25")
    for (k = 1; k <= NF - 8; k++) {
        name = $k
        inflected = sub(/^\+/, "", name)
        if (length(name) > 15) wrong("a word has at most 15 bytes")
        if (name in seen) wrong("\"" name "\" is already in line " seen[name])
        seen[name] = NR
        printf "%s", name
        for (i = NF - 7; i < NF; i++) printf " %s", $i
        printf " %s\n", $NF + (inflected ? 0.1 : 0)
    }
}' "$1")
# The English names of a word follow its Chinese one; those before the first Chinese word have no other name. Names of
# one word with the same numbers have one meaning; meanings are numbered as they come.
words=$(printf '%s\n' "$words" | LC_ALL=C awk '
    { line[$1] = $0; print }
    END {
        numbers = split("一 二 两 三 四 五 六 七 八 九 十 几 每 这 那", number, " ")
        measures = split("只 条 个 本 张 位 件 次 杯 棵 辆 座 匹 头 块 朵 首 台 颗 双 碗", measure, " ")
        for (i = 1; i <= numbers; i++)
            for (k = 1; k <= measures; k++) {
                word = number[i] measure[k]; split(line[number[i]], n, " ")
                split(line[measure[k] in line ? measure[k] : "本"], m, " ") # 张 is a name, too
                if (!(word in line)) print word, m[2], m[3], m[4], m[5], m[6], m[7], n[8], 0.9
            }
    }' | LC_ALL=C awk '
    $1 ~ /^[^!-~]/ { kin = NR }
    { name = $1; $1 = kin + 0 }
    !($0 in meaning) { meaning[$0] = meanings++ }
    { print name, meaning[$0], $0 }')
sorted=$(printf '%s\n' "$words" | LC_ALL=C sort)
by_meaning=$(printf '%s\n' "$words" | LC_ALL=C sort -u -k 2,2n)
# Prints an array: its type and name, the lines that it is made of, the program that prints an entry of a line.
array() { echo "const $1[] = {"; printf '%s\n' "$2" | LC_ALL=C awk "{ $3 }"; echo '};'; }
echo '#include "state/word_list.h"'
array 'struct vocabulary_name vocabulary' "$sorted" 'gsub(/[\\"]/, "\\\\&", $1); printf "    {\"%s\"},\n", $1'
array 'unsigned short vocabulary_meaning' "$sorted" 'printf "%d,\n", $2'
array 'unsigned short meaning_kin' "$by_meaning" 'printf "%d,\n", $3'
array 'struct meaning meanings' "$by_meaning" 'printf "    {{%s, %s, %s, %s, %s, %s, %s, %s}},\n", $4, $5, $6, $7, $8, $9, $10, $11'
echo 'const int vocabulary_count = sizeof vocabulary / sizeof *vocabulary;'

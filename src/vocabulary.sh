#!/bin/sh
# Prints a C file with the words of a word2vec text file, sorted by name, for state/word_list.h. A line is a
# word and its numbers; the first line is the count and width. Says what is wrong with a file of another form.
# A number or 这, 那 … before a measure word is one word, as `a` is: those that are not in the file get the numbers of the
# measure word, with the "quality" of the number and 0.9 for "function".
set -eu
words=$1
LC_ALL=C awk -v file="$words" '
function wrong(what) { printf "%s:%d: %s\n", file, NR, what >"/dev/stderr"; status = 1; exit }
NR == 1 { count = $1; if (NF != 2 || $2 != 8) wrong("the first line must be the number of words, then 8"); next }
NF != 9 { wrong("a word and 8 numbers expected") }
length($1) > 31 { wrong("a word has at most 31 bytes") }
$1 in seen { wrong("\"" $1 "\" is already in line " seen[$1]) }
{ seen[$1] = NR; for (i = 2; i <= NF; i++) if ($i !~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/) wrong("\"" $i "\" is not a number like -0.25") }
END { if (!status && count != NR - 1) { printf "%s:1: %d words announced, %d found\n", file, count, NR - 1 >"/dev/stderr"; status = 1 }; exit status }
' "$words"
echo '#include "state/word_list.h"'
echo 'const struct vocabulary_word vocabulary[] = {'
# The English names of a word follow its Chinese one; those before the first Chinese word have no other name.
sed 1d "$words" | LC_ALL=C awk '
    { line[$1] = $0; print }
    END {
        numbers = split("一 二 两 三 四 五 六 七 八 九 十 几 每 这 那", number, " ")
        measures = split("只 条 个 本 张 位 件 次 杯 棵 辆 座", measure, " ")
        for (i = 1; i <= numbers; i++)
            for (k = 1; k <= measures; k++) {
                word = number[i] measure[k]; split(line[number[i]], n, " ")
                split(line[measure[k] in line ? measure[k] : "本"], m, " ") # 张 is a name, too
                if (!(word in line)) print word, m[2], m[3], m[4], m[5], m[6], m[7], n[8], 0.9
            }
    }' | LC_ALL=C awk '$1 ~ /^[^!-~]/ { kin = NR } { print $0, kin + 0 }' | LC_ALL=C sort | LC_ALL=C awk '{
    gsub(/[\\"]/, "\\\\&", $1)
    printf "    {\"%s\", %d, {%s, %s, %s, %s, %s, %s, %s, %s}},\n", $1, $10, $2, $3, $4, $5, $6, $7, $8, $9
}'
echo '};'
echo 'const int vocabulary_count = sizeof vocabulary / sizeof *vocabulary;'

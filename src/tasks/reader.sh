#!/bin/sh
# Prints a C file with the numbers of the reader (src/tasks/reader.numbers), for tasks/reader.h. A line is a word or
# the name of a matrix, and its numbers with at most two decimals. Says what is wrong with a file of another form.
set -eu
LC_ALL=C awk -v file="$1" '
function wrong(what) { printf "%s:%d: %s\n", file, NR, what >"/dev/stderr"; status = 1; exit }
function hundredths(from,    i, list) {
    for (i = from; i <= NF; i++) {
        if ($i !~ /^-?[0-9]+(\.[0-9][0-9]?)?$/) wrong("\"" $i "\" is not a number with at most two decimals")
        list = list sprintf("%d,", $i < 0 ? $i * 100 - 0.5 : $i * 100 + 0.5)
    }
    return list
}
/^#/ { next }
$1 == "matrix" { matrix[++matrices] = $2; of_matrix[matrices] = hundredths(3); next }
$1 == "word" { word[++words] = $2; of_word[words] = hundredths(3); if (NF != 26) wrong("a word has 24 numbers"); next }
{ wrong("word or matrix expected") }
END {
    if (status) exit status
    print "#include \"tasks/reader.h\"\n\nconst struct reader_word reader_words[] = {"
    for (i = 1; i <= words; i++) { gsub(/[\\"]/, "\\\\&", word[i]); printf "    {\"%s\", {%s}},\n", word[i], of_word[i] }
    print "    {NULL, {0}}};"
    for (i = 1; i <= matrices; i++) printf "extern const short reader_%s[];\nconst short reader_%s[] = {%s};\n", matrix[i], matrix[i], of_matrix[i]
}' "$1"

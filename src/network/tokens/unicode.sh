#!/bin/sh
# Tables of Unicode's general categories, for network/tokens/letters.h. `unicode.sh FILE` prints the C file of a
# unicode.txt; `unicode.sh DIR` prints that from UnicodeData.txt and DerivedAge.txt (/usr/share/unicode of Debian's
# unicode-data): the version, then all characters in order as runs, each a letter (A: Lu, B: Ll …), + if they are
# younger than Unicode 8 or had another category then, and how many there are (1: left out).
set -eu
letters=ABCDEFGHIJKLMNOPQRSTUVWXYZabcd
if [ -d "$1" ]; then
    sed -n 's/^# DerivedAge-\([0-9.]*\).txt.*/\1/p' "$1/DerivedAge.txt"
    # (`changed` since Unicode 8: no newer file tells; those that will `never` be characters are not young)
    LC_ALL=C awk -F ';' -v names="LuLlLtLmLoMnMcMeNdNlNoPcPdPsPePiPfPoSmScSkSoZsZlZpCcCfCoCsCn" -v letters=$letters \
        -v changed="10D0-10FA 10FD-10FF 166D 1734 1885-1886 1CF2-1CF3 A9BD 111C9" '
    function hex(s, n, i) { n = 0; for (i = 1; i <= length(s); i++) n = n * 16 + index("0123456789ABCDEF", substr(s, i, 1)) - 1; return n }
    function mark(s, part, n, c) { n = split(s, part, /[.]+|-/); for (c = hex(part[1]); c <= hex(part[n]); c++) young[c] = 1 }
    FILENAME ~ /Age/ { gsub(/ *(#.*)?/, ""); if ($2 > 8) mark($1); next }
    { c = hex($1); for (i = $2 ~ /Last>/ ? before + 1 : c; i <= c; i++) kind[i] = substr(letters, (index(names, $3) + 1) / 2, 1); before = c }
    END {
        n = split(changed, part, " "); for (i = 1; i <= n; i++) mark(part[i])
        for (c = 0; c <= 1114112; c++) {
            never = c % 65536 >= 65534 || (c >= 64976 && c <= 65007)
            k = c == 1114112 ? "" : c in kind ? kind[c] (c in young ? "+" : "") : "d" (never ? "" : "+")
            if (c > 0 && k != run) { out = out run (count > 1 ? count : ""); count = 0 }
            run = k; count++
        }
        for (; out != ""; out = substr(out, 481)) print substr(out, 1, 480)
    }' "$1/DerivedAge.txt" "$1/UnicodeData.txt"
    exit
fi
LC_ALL=C awk -v letters=$letters '
NR == 1 { printf "#include \"network/tokens/letters.h\"\nconst struct unicode_run unicode_runs[] = {\n"; next }
{ text = text $0 }
END {
    for (; match(text, /^[A-Za-z][+]?[0-9]*/); text = substr(text, RLENGTH + 1)) {
        young = substr(text, 2, 1) == "+"; count = substr(text, 2 + young, RLENGTH - 1 - young)
        printf "{%d, %d, %d},", first, index(letters, substr(text, 1, 1)) - 1, young
        first += count == "" ? 1 : count
        for (; page * 256 < first; page++) pages = pages runs + 0 ","
        runs++
    }
    if (text != "" || first != 1114112) { print "unicode.sh: not all of Unicode" >"/dev/stderr"; exit 1 }
    printf "{%d, 0, 0}};\nconst uint16_t unicode_pages[] = {%s%d};\n", first, pages, runs
}' "$1"

#!/bin/sh
# catalogue.sh CODE TEMPLATE CATALOGUE: prints a catalogue (zh.po) as C, for base/lang.h. TEMPLATE holds the texts that
# the code marks (xgettext). Fails, and says which text it is, for a translation that takes other values than its text,
# for an entry that nobody uses, and in Chinese for a text without translation: other languages may begin with a few.
set -eu
code=$1 template=$2 catalogue=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$catalogue: $1" >&2; exit 1; }

# One line per entry that is translated (or, for the template, is there): its text after its context, a tab, the
# translation. A string of a .po file is a string of C, so escapes stay.
entries() {
    LC_ALL=C awk -v all="$2" '
    function entry() {
        if (field == "msgstr" && (told != "" || all) && (id != "" || context != ""))
            print context (context == "" ? "" : "\004") id "\t" told
        context = id = told = field = ""
    }
    /^#/ { next }
    /^$/ { entry(); next }
    /^msg/ { field = $1; sub(/^msg[a-z]+ /, "") }
    { gsub(/^"|"$/, "") }
    field == "msgctxt" { context = context $0 }
    field == "msgid" { id = id $0 }
    field == "msgstr" { told = told $0 }
    END { entry() }' "$1"
}
entries "$template" 1 | cut -f1 | LC_ALL=C sort >"$work/asked"
entries "$catalogue" 0 >"$work/entries"
cut -f1 "$work/entries" | LC_ALL=C sort >"$work/told"
LC_ALL=C comm -23 "$work/told" "$work/asked" | sed 's/^/    /' | grep . >&2 && fail "no source has these texts, or they are there twice"
[ "$code" != zh ] || ! LC_ALL=C comm -13 "$work/told" "$work/asked" | sed 's/^/    /' | grep . >&2 || fail "these texts have no translation"
grep -nE '^msgstr.*%[0-9]+\$' "$catalogue" >&2 && fail "values come in the order of the text: no %1\$s"
# The template knows which texts take values (c-format).
export LC_ALL=C.UTF-8
msgmerge --quiet --no-fuzzy-matching "$catalogue" "$template" | msgattrib --clear-fuzzy -o "$work/merged.po"
msgfmt --check-format -o /dev/null "$work/merged.po" || fail "a translation takes other values than its text"

# The sum is that of base/lang.c, the 8 CATALOGUE_STEP.
LC_ALL=C awk -F'\t' '
BEGIN { for (i = 1; i < 256; i++) of[sprintf("%c", i)] = i }
{
    h = 0
    for (i = 1; i <= length($1); i++) {
        c = substr($1, i, 1)
        if (c == "\\") { i++; c = substr($1, i, 1); c = c == "n" ? "\n" : c == "t" ? "\t" : c }
        h = (h * 65599 + of[c]) % 2147483647
    }
    printf "%d\t%s\n", h, $2
}' "$work/entries" | LC_ALL=C sort -n >"$work/sums"
cut -f1 "$work/sums" | uniq -d | grep . >&2 && fail "two texts have this sum: change a letter of one"
LC_ALL=C awk -F'\t' -v code="$code" '
{ sums = sums $1 ",\n"; if (NR % 8 == 1) at = at place ",\n"; texts = texts "\"" $2 "\\0\"\n"; gsub(/\\./, "\\", $2); place += length($2) + 1 }
END {
    print "#include \"base/lang.h\"\n#pragma GCC diagnostic ignored \"-Woverlength-strings\""
    print "static const uint32_t sums[] = {\n" sums "};\nstatic const uint32_t at[] = {\n" at "};"
    print "static const char texts[] =\n" texts ";"
    print "extern const struct catalogue catalogue_" code ";"
    print "const struct catalogue catalogue_" code " = {sums, at, texts, sizeof sums / sizeof *sums};"
}' place=0 "$work/sums"

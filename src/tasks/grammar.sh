#!/bin/sh
# Prints a C file with the words, classes and patterns of a grammar (src/tasks/reader.txt), for tasks/grammar.h.
# Says what is wrong with a file of another form.
set -eu
LC_ALL=C awk -v file="$1" '
function wrong(what) { printf "%s:%d: %s\n", file, NR, what >"/dev/stderr"; status = 1; exit }
function word(name, given) {
    if (!(name in at)) { at[name] = given ? content++ : -(++closed); if (given) of_content[content - 1] = name; else of_closed[closed] = name }
    return at[name]
}
function member(lang, class, name, given,    key) {
    key = lang " " class
    if (!(key in members)) { order[++classes] = key; members[key] = "" }
    members[key] = members[key] " " word(name, given)
}
# An English form of a verb: chase, chases or chased, chased (also after "was"), chasing.
function form(i, name, kind) {
    if (name ~ /ing$/) member("en", kind "I", name, 1)
    else if (i == 2) { member("en", kind "B", name, 1); member("en", kind "S", name, 1) }
    else if (name ~ /s$/) member("en", kind "S", name, 1)
    else { member("en", kind "S", name, 1); member("en", kind "P", name, 1) }
}
function noun(name, lang, kind) {
    if (kind == "persons") member(lang, "PERS", name, 1)
    if (kind == "animals") member(lang, "ANIM", name, 1)
    if (kind == "things") member(lang, "THING", name, 1)
    if (kind == "places") member(lang, "NP", name, 1)
    if (kind == "persons" || kind == "animals") member(lang, "NA", name, 1)
    if (kind != "places") member(lang, "NO", name, 1)
}
function group(names, kind,    name, n, i) {
    n = split(names, name, " ")
    for (i = 1; i <= n; i++) {
        if (kind == "qualities") member(i == 1 ? "zh" : "en", "Q", name[i], 1)
        else if (kind == "verbs" || kind == "alone") {
            if (i == 1) member("zh", (kind == "verbs" ? "V" : "W") "S", name[i], 1)
            else form(i, name[i], kind == "verbs" ? "V" : "W")
        } else noun(name[i], i == 1 ? "zh" : "en", kind)
    }
}
# What a word of a class is by its meaning.
function kind_of(class) {
    if (class ~ /^[VW]I$/) return "\047i\047"
    if (class ~ /^[VW][BSP]$/) return "\047v\047"
    if (class ~ /^(PERS|ANIM|THING|NP|NA|NO)$/) return "\047n\047"
    if (class == "QF") return "\047f\047"
    return class == "QT" ? "\047t\047" : class == "Q" ? "\047q\047" : "0"
}
/^#/ { next }
$1 == "words" { kind = $2; next }
/^ / {
    n = split($0, part, "/")
    for (g = 1; g <= n; g++) if (part[g] ~ /[^ ]/) group(part[g], kind)
    next
}
$1 == "given" || $1 == "class" {
    for (i = 4; i <= NF; i++)
        member($2, $3, $i, $1 == "given")
    next
}
$1 == "form" {
    for (i = 3; i <= NF; i++) forms = forms sprintf("    PAIR(\"%s\", \"%s\"),\n", $i, $2)
    next
}
$1 == "pattern" || $1 == "phrase" {
    in_lang = $2
    row = sprintf("    {LANG_%s, %d, \"", toupper($2), $3)
    list = $1
    sub(/^[a-z]+ +[a-z]+ +[0-9]+ +/, "")
    rows[list] = rows[list] row $0 "\"},\n"
    n = split($0, part, " ")
    for (i = 1; i <= n; i++) {
        name = part[i]
        if (name ~ /^@/ || name == "N") continue
        sub(/[:>=].*/, "", name)
        if (!((in_lang " " name) in members)) member(in_lang, name, name, 0) # a word is a class of one
    }
    next
}
{ wrong("words, given, class, form, pattern or phrase expected") }
END {
    if (status) exit status
    print "#include \"tasks/grammar.h\"\n"
    print "const struct pair grammar_words[] = {"
    for (i = 0; i < content; i++) printf "    PAIR(\"%s\", \"%s\"),\n", of_content[i], of_content[i]
    for (i = 1; i <= closed; i++) printf "    PAIR(\"%s\", \"%s\"),\n", of_closed[i], of_closed[i]
    print "    PAIR(NULL, NULL)};"
    printf "const int grammar_given = %d;\n", content
    for (c = 1; c <= classes; c++) {
        printf "static const short class%d[] = {", c
        n = split(members[order[c]], m, " ")
        for (i = 1; i <= n; i++) printf "%d,", m[i] < 0 ? content - m[i] - 1 : m[i]
        print "};"
    }
    print "const struct grammar_class grammar_classes[] = {"
    for (c = 1; c <= classes; c++) { split(order[c], k, " "); printf "    {LANG_%s, \"%s\", %s, sizeof class%d / sizeof *class%d, class%d},\n", toupper(k[1]), k[2], kind_of(k[2]), c, c, c }
    print "    {LANG_EN, NULL, 0, 0, NULL}};"
    printf "const struct pair grammar_forms[] = {\n%s    PAIR(NULL, NULL)};\n", forms
    printf "const struct grammar_pattern grammar_patterns[] = {\n%s    {LANG_EN, 0, NULL}};\n", rows["pattern"]
    printf "const struct grammar_pattern grammar_phrases[] = {\n%s    {LANG_EN, 0, NULL}};\n", rows["phrase"]
}' "$1"

#!/bin/sh
# Prints a C file with the words, classes and sentences of the stories (src/tasks/box/story.txt), for tasks/story.h. Says what
# is wrong with a file of another form.
set -eu
LC_ALL=C awk -v file="$1" '
function wrong(what) { printf "%s:%d: %s\n", file, NR, what >"/dev/stderr"; status = 1; exit }
function word(lang, name) {
    if (!((lang, name) in at)) { at[lang, name] = words[lang]++; list[lang] = list[lang] sprintf("    PAIR(\"%s\", \"%s\"),\n", name, name) }
    return at[lang, name]
}
# A part of a sentence: a word, or a class and the number of what the story has of it, 0: any.
function part(lang, name,    slot) {
    count++
    slot = name ~ /[a-z][1-5]$/ ? substr(name, length(name)) : 0
    if (slot) sub(/[1-5]$/, "", name)
    if ((lang, name) in class) return sprintf("{%d, %d}, ", class[lang, name], slot)
    if (slot) wrong("there is no class " name)
    return sprintf("{-1, %d}, ", word(lang, name))
}
function parts_of(lang, text,    n, i, name, out) {
    n = split(text, name, " ")
    for (i = 1; i <= n; i++) out = out ((lang, name[i]) in phrase ? parts_of(lang, phrase[lang, name[i]]) : part(lang, name[i]))
    return out
}
function rest(from,    i, out) {
    for (i = from; i <= NF; i++) out = out " " $i
    return out
}
/^#/ { next }
$1 == "class" || $1 == "local" {
    class[$2, $3] = classes[$2]++
    members = ""
    for (i = 4; i <= NF; i++) members = members word($2, $i) ", "
    rows[$2] = rows[$2] sprintf("    {%s, %d, {%s}},\n", $1 == "local" ? "true" : "false", NF - 3, members)
    next
}
$1 == "phrase" { phrase[$2, $3] = rest(4); next }
$1 == "first" || $1 == "then" {
    count = 0
    parts = parts_of($2, rest(5))
    sentences[$2] = sentences[$2] sprintf("    {\"%s\", %d, %s, %d, {%s}},\n", $4, $3, $1 == "first" ? "true" : "false", count, parts)
    next
}
{ wrong("class, local, phrase, first or then expected") }
END {
    if (status) exit status
    print "#include \"tasks/story.h\"\n"
    n = split("en zh", lang, " ")
    for (k = 1; k <= n; k++) {
        l = lang[k]
        printf "const struct pair story_words_%s[] = {\n%s    PAIR(NULL, NULL)};\n", l, list[l]
        printf "static const struct story_class classes_%s[] = {\n%s};\n", l, rows[l]
        printf "static const struct story_sentence sentences_%s[] = {\n%s    {NULL, 0, false, 0, {{0, 0}}}};\n", l, sentences[l]
    }
    print "const struct story_grammar story_grammars[] = {"
    for (k = 1; k <= n; k++)
        printf "    [LANG_%s] = {%d, %d, story_words_%s, classes_%s, sentences_%s},\n", toupper(lang[k]), words[lang[k]], classes[lang[k]], lang[k], lang[k], lang[k]
    print "};"
}' "$1"

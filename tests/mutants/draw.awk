# Draws COUNT random small changes of the C files given, as lines of list.txt. Variables: seed, count.
#
# First the kind of change is drawn, then one of all places where it is possible; no place twice in the
# same way. Comments, strings, directives, lines with a backslash and sizes of arrays stay as they are.
# The same seed on the same tree gives the same changes, whatever awk runs this.

function random(n) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * n) }

# The line with every character of a comment, string or character constant replaced by a quotation mark.
function code_of(line,   out, i, c, two) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1); two = substr(line, i, 2)
        if (within == "*") { if (two == "*/") { within = ""; out = out "\""; i++; c = "" } out = out "\""; continue }
        if (within != "") { if (c == within) within = ""; out = out "\""; continue }
        if (two == "/*") { within = "*"; out = out "\"\""; i++; continue }
        if (two == "//") { while (i++ <= length(line)) out = out "\""; break }
        if (c == "\"" || c == "'") { within = c; out = out "\""; continue }
        out = out c
    }
    if (within != "*") within = ""
    return out
}

function place(kind, at, long, text) {
    n = ++places[kind]
    where[kind, n] = FILENAME SUBSEP FNR SUBSEP at SUBSEP long SUBSEP text
}

# Every place of an operator between blanks, or before the end of the line.
function operators(kind, code, from, to,   at, rest, start, after) {
    start = 1; rest = code
    while ((at = index(rest, " " from)) > 0) {
        after = substr(rest, at + 1 + length(from), 1)
        if (after == " " || after == "") place(kind, start + at, length(from), to)
        start += at + length(from); rest = substr(code, start)
    }
}

function words(kind, code, from, to,   at, rest, start, before, after) {
    start = 1; rest = code
    while ((at = index(rest, from)) > 0) {
        before = start + at > 2 ? substr(code, start + at - 2, 1) : " "; after = substr(rest, at + length(from), 1)
        if (before !~ /[A-Za-z0-9_]/ && after !~ /[A-Za-z0-9_]/) place(kind, start + at - 1, length(from), to)
        start += at + length(from) - 1; rest = substr(code, start)
    }
}

# Numbers without a letter in them; `char line[80]` is left out, `line[80]` is not.
function numbers(code,   at, rest, start, number, before, head) {
    start = 1; rest = code
    while (match(rest, /[0-9][A-Za-z0-9_.]*/)) {
        at = start + RSTART - 1; number = substr(rest, RSTART, RLENGTH)
        before = at > 1 ? substr(code, at - 1, 1) : " "; head = substr(code, 1, at - 1)
        if (before !~ /[A-Za-z0-9_.]/ && number ~ /^[0-9]+(\.[0-9]*)?$/ && head !~ /[A-Za-z_] +\**[A-Za-z_0-9]+(\[[A-Za-z0-9_]*\])?\[$/) {
            place("constant", at, length(number), number + 1 (number ~ /\./ ? ".0" : ""))
            place("constant", at, length(number), number == 0 ? "-1" : number - 1 (number ~ /\./ ? ".0" : ""))
        }
        start += RSTART + RLENGTH - 1; rest = substr(code, start)
    }
}

function signs(code,   at, rest, start) {
    start = 1; rest = code
    while (match(rest, /([(,=?:] |\(|return )-[A-Za-z0-9_(]/)) {
        at = start + RSTART + RLENGTH - 3
        place("sign", at, 1, "")
        start += RSTART + RLENGTH - 1; rest = substr(code, start)
    }
}

function negations(code,   at, rest, start) {
    start = 1; rest = code
    while (match(rest, /![A-Za-z_(*]/)) {
        place("truth", start + RSTART - 1, 1, "")
        start += RSTART; rest = substr(code, start)
    }
}

FNR == 1 { within = ""; directive = 0; lines[FILENAME] = 0 }
{
    text[FILENAME, FNR] = $0
    lines[FILENAME] = FNR
    open = within == "*"
    code = code_of($0)
    if ((!open && code ~ /^#/) || directive) { directive = /\\$/; next }
    if (index($0, "\\") || code ~ /_Static_assert/) next
    operators("comparison", code, "==", "!="); operators("comparison", code, "!=", "==")
    operators("comparison", code, "<", "<="); operators("comparison", code, "<=", "<")
    operators("comparison", code, ">", ">="); operators("comparison", code, ">=", ">")
    operators("comparison", code, "<", ">="); operators("comparison", code, "<=", ">")
    operators("comparison", code, ">", "<="); operators("comparison", code, ">=", "<")
    operators("operator", code, "+", "-"); operators("operator", code, "-", "+"); operators("operator", code, "*", "/")
    operators("operator", code, "/", "*"); operators("operator", code, "%", "*")
    operators("operator", code, "+=", "-="); operators("operator", code, "-=", "+=")
    operators("join", code, "&&", "||"); operators("join", code, "||", "&&")
    words("truth", code, "true", "false"); words("truth", code, "false", "true"); negations(code)
    signs(code); numbers(code)
}

# A line of list.txt for the place, or "" where the text cannot be told from an earlier one.
function mutant(spot,   p, file, row, old, new, first, bare, i, all) {
    split(spot, p, SUBSEP)
    file = p[1]; row = p[2] + 0
    old = text[file, row]
    new = substr(old, 1, p[3] - 1) p[5] substr(old, p[3] + p[4])
    sub(/^[ \t]+/, "", old); sub(/^[ \t]+/, "", new)
    all = ""
    for (i = 1; i <= row; i++) all = all text[file, i]
    gsub(/[ \t]/, "", all)
    for (first = row - 1;; first--) {
        bare = old
        gsub(/\\n|[ \t]/, "", bare)
        if (index(all, bare) == length(all) - length(bare) + 1) break
        if (first < 1 || row - first > 8 || text[file, first] ~ /\\/ || text[file, first] == "") return ""
        old = text[file, first] "\\n" old; new = text[file, first] "\\n" new
        sub(/^[ \t]+/, "", old); sub(/^[ \t]+/, "", new)
    }
    sub(/^src\//, "", file)
    return (old new) ~ /\|\|\| / ? "" : file " ||| " old " ||| " new
}

END {
    kinds = split("comparison sign operator constant truth join", kind, " ")
    if (counts) for (i = 1; i <= kinds; i++) printf "%s %d\n", kind[i], places[kind[i]] >"/dev/stderr"
    state = (seed * 48271 + 11) % 2147483646 + 1
    for (i = 0; i < 8; i++) random(2)
    for (drawn = tries = 0; drawn < count && tries < 100 * count; tries++) {
        k = kind[random(kinds) + 1]
        n = random(places[k]) + 1
        line = mutant(where[k, n])
        if (line == "" || line in seen) continue
        seen[line] = 1; drawn++
        print line
    }
    exit drawn < count
}

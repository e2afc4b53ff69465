# Reads all .c and .h files of src. Prints the static functions whose name stands in more than three files (a reader of
# a call then does not know which), and the functions of at most 6 lines that are called once and whose name says nothing
# of the subject (such a one is better read where it is called). The files must be formatted by clang-format.
BEGIN {
    # words that any program could have
    split("a about above across act add adds after again all alone along also an and any apart are as ask asked asks at away back " \
          "be before begin begins behind below beside best between beyond both brief but by call called can cell change changed changes " \
          "check checks choice choose chosen clear close closes come comes compute compute count counts cut cuts do does done down draw " \
          "drawn draws each either else end ends enough entry even every fail fails fill fills find finds finish first fit fits follow " \
          "follows for found free fresh from full get give gives go goes good grow grows has have held here hold holds how if in init " \
          "inner into is it item its just keep keeps kept kind known last late later lay leads least leave leaves left less let level " \
          "limit line lines list listed lists live look looks made make makes many mark marks matter may me meant middle mine missing " \
          "more most move moved moves much must my name named names near need needed needs new next no none not nothing now number " \
          "numbers of off old on once one only open opens or other others out outer outside over own pad part parts pass past place " \
          "placed places plain point points possible put puts quite rather reach reaches read ready reads real refuse refused rest " \
          "result return right room rows run runs said same save saves say says see seen self send set sets settle several shape " \
          "short show shown shows side sides sign simple simply single size sizes skip so some sort span spans split stand stands " \
          "start starts state stay stays step steps still stop stops such take taken takes tell tells text texts than that the their " \
          "them then there these they thing this those through times tiny to together told too top total true try turn turns two " \
          "under unless until up upto use used uses value values very wait waits wanted was way we well were what when where which " \
          "while who whole whose why wide width will with within without works write writes written wrong you", word, " ")
    for (i in word) plain[word[i]]
}
function code(line) {
    if (in_comment && !sub(/^.*\*\//, "", line)) return ""
    in_comment = 0
    gsub(/'(\\.[0-9a-fA-F]*|[^\\'])'/, "0", line)
    gsub(/"(\\.|[^\\"])*"/, "0", line)
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
    in_comment = sub(/\/\*.*/, "", line)
    return line
}
FNR == 1 { in_comment = depth = 0; head = "" }
{
    line = code($0)
    rest = line
    while (match(rest, /[A-Za-z_][A-Za-z_0-9]*/)) {
        used[substr(rest, RSTART, RLENGTH)]++
        used[FILENAME, substr(rest, RSTART, RLENGTH)]++
        if (substr(rest, RSTART + RLENGTH, 1) == "(") called[substr(rest, RSTART, RLENGTH)]++
        rest = substr(rest, RSTART + RLENGTH)
    }
}
line ~ /^[A-Za-z_]/ { head = line }
line ~ /^ / && head != "" && !inside { head = head line }
line ~ /;$/ && !inside {
    if (head ~ /\(/ && match(head, /[A-Za-z_][A-Za-z_0-9]*\(/)) declared[substr(head, RSTART, RLENGTH - 1)]++
    head = ""
}
line == "{" && head ~ /\(/ {
    inside = 1
    first = FNR
    own = head
    while (match(own, /(__attribute__|TEXT_TAKES|TEXT_GIVES)\(/)) own = substr(own, RSTART + RLENGTH)
    match(own, /[A-Za-z_][A-Za-z_0-9]*\(/)
    name = substr(own, RSTART, RLENGTH - 1)
    is_static = head ~ /(^| )static /
}
line == "}" && inside {
    inside = 0
    head = ""
    body = FNR - first - 1
    if (is_static && !((FILENAME, name) in seen)) { seen[FILENAME, name]; files[name]++; at[name] = at[name] " " FILENAME }
    if (body <= 6 && FILENAME ~ /\.c$/) { small[FILENAME SUBSEP name] = is_static }
}
END {
    for (name in files) if (files[name] > 3) print name " is static in" at[name]
    for (f in small) {
        split(f, of, SUBSEP)
        name = of[2]
        calls = (small[f] ? used[of[1], name] : used[name]) - 1 - (small[f] ? 0 : declared[name])
        n = split(name, part, "_")
        says = 0
        for (i = 1; i <= n; i++) if (!(part[i] in plain)) says = 1
        # (a function that a table names, or that is passed on, is no call)
        if (calls == 1 && !says && called[name] > 1 + (small[f] ? 0 : declared[name])) print of[1] ": " name " is called once"
    }
}

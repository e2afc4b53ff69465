# Functions of views that compute where other things stand, or choose by rows and columns: at least two parts
# of a canvas with computed sizes, or two comparisons with rows or columns. A page does both (view/figures/page.h).
# What returns a struct page_size says how much room its own part needs, and is left out. Prints "FILE FUNCTION".
function places(line,    n, part) {
    while (match(line, /canvas_part\([^;]*/)) {
        part = substr(line, RSTART, RLENGTH)
        n += part ~ / [-+*\/] /
        line = substr(line, RSTART + 12)
    }
    return n
}
FNR == 1 { inside = 0 }
/^[A-Za-z_].*\(/ && !/;$/ && !/^(enum|typedef|struct [a-z_]+ \{|static const)/ {
    name = $0
    own = /struct page_size /
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
}
/^\{/ { inside = 1; parts = chosen = 0 }
inside { parts += places($0); chosen += !/for \(/ && /(rows|cols) [<>]=? / }
/^\}/ {
    if (inside && !own && (parts > 1 || chosen > 1)) {
        file = FILENAME
        sub(/^src\/view\//, "", file)
        print file " " name
    }
    inside = 0
}

# Prints the functions with more than 6 parameters ("..." is not counted) or more than 60 lines, and the conditional
# expressions (?:) that are nested more than 2 deep. The C files must be formatted by clang-format: declarations at
# file scope and the braces of functions are in column 0.
function complain(what) { print FILENAME ":" FNR ": " what }

# Returns the line without comments, its strings and characters replaced by a letter.
function code(line) {
    if (in_comment && !sub(/^.*\*\//, "", line))
        return ""
    in_comment = 0
    gsub(/'(\\.[0-9a-fA-F]*|[^\\'])'/, "c", line)
    gsub(/"(\\.|[^\\"])*"/, "s", line)
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
    sub(/\/\/.*/, "", line)
    in_comment = sub(/\/\*.*/, "", line)
    return line
}

# Counts the commas in every parenthesis of a declaration at file scope, of a pointer to a function.
function parameters(line,    i, c) {
    sub(/^(__attribute__\(\(.*\)\)|[A-Z_]+\([^)]*\)) +/, "", line)
    if (line ~ /^[A-Za-z]/ || (!declares && line ~ /\(\*[a-z_0-9]+\)\(/)) {
        declares = 1
        open = 0
        begin = FNR
        match(line, /[A-Za-z_0-9]+\)?\(/)
        name = substr(line, RSTART, RLENGTH - 1)
        sub(/\)$/, "", name)
    }
    gsub(/, *\.\.\./, "", line)
    gsub(/[^(),;={}]/, "", line)
    for (i = 1; declares && i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "(" && ++open == 1)
            count = 1
        else if (c == "," && open == 1)
            count++
        else if (c == ")" && --open == 0 && count > 6)
            complain(name " has " count " parameters")
        else if (open <= 0 && c != ")" && c != ",")
            declares = 0
    }
}

# Keeps a stack of open brackets, of each "?" that waits for its ":", and of the ":" that have come.
function conditionals(line,    i, k, c) {
    gsub(/[^][?:,;(){}]/, "", line)
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "?") {
            stack[++top] = c
            if (++depth == 3)
                complain("?: is nested 3 deep")
        } else if (c == ":") {
            for (k = top; k > 0 && stack[k] == ":"; k--)
                depth--
            depth += k > 0 && stack[k] == "?" ? 0 : top - k
            if (k > 0 && stack[k] == "?") {
                top = k
                stack[top] = ":"
            }
        } else if (c ~ /[[({]/) {
            stack[++top] = c
        } else {
            for (; top > 0 && stack[top] ~ /[?:]/; top--)
                depth--
            top -= top > 0 && c ~ /[])}]/
        }
    }
}

FNR == 1 { top = depth = declares = in_comment = in_macro = 0 }
{ line = code($0) }
line ~ /^#/ { in_macro = 1 }
{ conditionals(line) }
in_macro { if (line !~ /\\$/) top = depth = in_macro = 0; next }
{ parameters(line) }
line == "{" { in_function = 1; first = begin; called = name }
line == "}" { if (in_function && FNR - first + 1 > 60) complain(called " has " FNR - first + 1 " lines"); in_function = 0 }

#!/bin/sh
# Makes the page: one file with everything in it, and the parts for a server.
#
#   sh src/web/pack.sh WEB      WEB holds qkv.wasm, unpack.wasm and the tool dense
#
# The content policy names the style and the script by their sums, so nothing else runs.
set -eu
web=$1 page=$(dirname "$0")/page
sum() { printf "'sha256-%s'" "$(openssl dgst -sha256 -binary "$1" | base64 -w0)"; }

# Joins files without their indents and the comments that have lines of their own.
joined() { cat "$@" | sed '/^ *\/\*.*\*\/$/d; /^ *\/\*/,/\*\/$/d; s/^ *//; /^$/d'; }

joined "$page/page.css" >"$web/page.css"
joined "$page/system.js" "$page/screen.js" "$page/keys.js" "$page/bytes.js" "$page/page.js" >"$web/one.js"
joined "$page/system.js" "$page/screen.js" "$page/keys.js" "$page/fetched.js" "$page/page.js" >"$web/parts.js"
lzip -9 -c "$web/qkv.wasm" | "$web/dense" >"$web/program.txt"
gzip -9 -n -c "$web/unpack.wasm" | "$web/dense" >"$web/unpacker.txt"

# Fills the marked lines of page.html.
fill() {
    while IFS= read -r line; do
        case $line in
        @STYLE@) style ;;
        @PROGRAM@) program ;;
        @SCRIPT@) script ;;
        *@SCRIPT_SOURCE@*) printf '%s\n' "$line" | sed "s|@SCRIPT_SOURCE@|$script_source|; s|@STYLE_SOURCE@|$style_source|; s|@CONNECT@|$connect|" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$page/page.html"
}

style() { printf '<style>'; cat "$web/page.css"; printf '</style>\n'; }
script() { printf '<script>'; cat "$web/one.js"; printf '</script>\n'; }
program() {
    printf '<script type="text/plain" id="unpacker">'; cat "$web/unpacker.txt"; printf '</script>\n'
    printf '<script type="text/plain" id="program" data-size="%s">' "$(wc -c <"$web/qkv.wasm")"; cat "$web/program.txt"; printf '</script>\n'
}
script_source=$(sum "$web/one.js") style_source=$(sum "$web/page.css") connect=
fill >"$web/qkv.html"

mkdir -p "$web/server"
style() { echo '<link rel="stylesheet" href="qkv.css">'; }
script() { echo '<script src="qkv.js"></script>'; }
program() { :; }
script_source="'self'" style_source="'self'" connect=" connect-src 'self';"
fill >"$web/server/index.html"
cp "$web/qkv.wasm" "$web/server/"
cp "$web/parts.js" "$web/server/qkv.js"
cp "$web/page.css" "$web/server/qkv.css"

#!/bin/sh
# Makes the page: one file with everything in it, and the parts for a server.
#
#   sh src/web/pack.sh WEB [ADDRESS]   WEB holds qkv.wasm, models.wasm, unpack.wasm and the tool dense; the
#                                      page for a server will be at ADDRESS
#
# The content policy names the style and the script by their sums, so nothing else runs.
set -eu
web=$1 page=$(dirname "$0")/page address=${2:-}
sum() { printf "'sha256-%s'" "$(openssl dgst -sha256 -binary "$1" | base64 -w0)"; }

# Joins files without their indents and the comments that have lines of their own.
joined() { cat "$@" | sed '/^ *\/\*.*\*\/$/d; /^ *\/\*/,/\*\/$/d; s/^ *//; /^$/d'; }

joined "$page/page.css" >"$web/page.css"
joined "$page/system.js" "$page/screen.js" "$page/keys.js" "$page/hand.js" "$page/files.js" "$page/address.js" "$page/page.js" >"$web/rest.js"
joined "$page/why.js" "$page/bytes.js" >"$web/one.js"
{ joined "$page/why.js" "$page/fetched.js"; cat "$web/rest.js"; } >"$web/parts.js"
gzip -9 -n -c "$web/rest.js" >"$web/rest"
lzip -9 -c "$web/qkv.wasm" >"$web/program"
gzip -9 -n -c "$web/unpack.wasm" >"$web/unpacker"

# Fills the marked lines of page.html.
fill() {
    while IFS= read -r line; do
        case $line in
        @STYLE@) style ;;
        @SHARED@) shared ;;
        @PROGRAM@) program ;;
        @SCRIPT@) script ;;
        *@SCRIPT_SOURCE@*) printf '%s\n' "$line" | sed "s|@SCRIPT_SOURCE@|$script_source|; s|@STYLE_SOURCE@|$style_source|; s|@CONNECT@|$connect|" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$page/page.html"
}

# What others show of the page: where it is, and the picture beside it, which needs a whole address.
shared() {
    [ ! "$address" ] || printf '<link rel="canonical" href="%s">\n<meta property="og:image" content="%s/opening.png">\n' "$address" "${address%/*}"
}
style() { printf '<style>'; cat "$web/page.css"; printf '</style>\n'; }
script() { printf '<script>'; cat "$web/one.js"; printf '</script>\n'; }
dense() { # ID OTHER: a file as text
    printf '<script type="text/plain" id="%s" data-bytes="%s"%s>' "$1" "$(wc -c <"$web/$1")" "$2"
    "$web/dense" <"$web/$1"
    printf '</script>\n'
}
program() { dense rest ""; dense unpacker ""; dense program " data-size=\"$(wc -c <"$web/qkv.wasm")\""; }
script_source="$(sum "$web/one.js") $(sum "$web/rest.js")" style_source=$(sum "$web/page.css") connect=
# A byte order mark decides over what a server or <meta> says of the encoding.
{ printf '\377\376'; fill | iconv -f UTF-8 -t UTF-16LE; } >"$web/qkv.html"

# The parts also work without a network once they were opened, and as an app on a phone.
mkdir -p "$web/server"
address=${address:+${address%/*}/}
shared() {
    printf '<link rel="manifest" href="qkv.webmanifest">\n<meta property="og:image" content="%sopening.png">\n' "$address"
    [ ! "$address" ] || printf '<link rel="canonical" href="%s">\n' "$address"
}
style() { echo '<link rel="stylesheet" href="qkv.css">'; }
script() { echo '<script src="qkv.js"></script>'; }
program() { :; }
script_source="'self'" style_source="'self'" connect=" connect-src 'self'; manifest-src 'self'; worker-src 'self';"
fill >"$web/server/index.html"
cp "$web/models.wasm" "$web/server/qkv.wasm"
cp "$web/parts.js" "$web/server/qkv.js"
cp "$web/page.css" "$web/server/qkv.css"
cp "$page/opening.png" "$page/icon.svg" "$page/qkv.webmanifest" "$web/server/"
version=$(cat "$web/server/index.html" "$web/server/qkv.js" "$web/server/qkv.css" "$web/server/qkv.wasm" | sha256sum | cut -c1-16)
sed "s/@VERSION@/$version/" "$page/offline.js" >"$web/server/offline.js"

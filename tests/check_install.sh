#!/bin/sh
# `make install` puts everything at its place, what it prints fits the tables, and
# `make uninstall` takes all of it away. Prints "N passed, N failed".
cd "$(dirname "$0")/.." || exit 1
qkv=${QKV:-build/qkv} root=build/installed passed=0 failed=0
share=$root/usr/share
# check WHAT WRONG: passed when nothing is wrong
check() { if [ -z "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "install: $1: $2"; fi; }
# The words of standard input that the page does not set in bold.
missing() { sed 's/\\-/-/g' "$1" >"$root/page"; while read -r word; do grep -qF "fB$word" "$root/page" || echo "$word"; done; }
# What a shell says of a file, when it is here.
syntax() { command -v "$1" >/dev/null && "$1" -n "$2" 2>&1; }

rm -rf "$root"
check "make install" "$(make --no-print-directory -s install DESTDIR="$root" PREFIX=/usr B="$(dirname "$qkv")" 2>&1)"
check "the program" "$("$root/usr/bin/qkv" --version | grep -v '^qkv [0-9]')"
check "the lessons in it" "$(for f in lessons/en/*.md; do basename "$f" .md | sed 's/^/lesson /'; done | (cd "$root" && QKV_LESSONS='' usr/bin/qkv -b --lang en --model ../../tests/data/models/gpt2 2>&1))"
for page in man1 zh_CN/man1; do
    page=$share/man/$page/qkv.1
    check "options in $page" "$("$qkv" --help | sed -n 's/^  \(-[-a-z]*\).*/\1/p' | missing "$page")"
    check "commands in $page" "$("$qkv" -b --lang en -c 'help commands' | sed -n 's/^  \([a-z0-9]\{3,\}\).*/\1/p' | missing "$page")"
    check "requests in $page" "$(grep -E "^[.']" "$page" | grep -vE '^[.](TH|SH|SS|TP|PP|B|br|ad|mso)( |$)')"
done
for file in bash-completion/completions/qkv zsh/site-functions/_qkv fish/vendor_completions.d/qkv.fish; do
    check "$file" "$(for word in theme contrast lang check; do grep -q "$word" "$share/$file" || echo "$word"; done)"
done
check "bash" "$(syntax bash "$share/bash-completion/completions/qkv")"
check "zsh" "$(syntax zsh "$share/zsh/site-functions/_qkv")"
check "fish" "$(syntax fish "$share/fish/vendor_completions.d/qkv.fish")"
rm -f "$root/page"
check "make uninstall" "$(make --no-print-directory -s uninstall DESTDIR="$root" PREFIX=/usr B="$(dirname "$qkv")" 2>&1 | grep -v '^rm ' ; find "$root" -mindepth 1)"
rm -rf "$root"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

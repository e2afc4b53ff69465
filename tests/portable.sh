#!/bin/sh
# The program built in other ways: compilers, optimization, C library, width of a word. Each build
# is in build/portable/NAME, without a warning, and its numbers and pictures are compared with those
# of build/portable/default. Ends with a table; installs nothing. Needs some minutes.
#
#   sh tests/portable.sh [NAME…]       only these
cd "$(dirname "$0")/.." || exit 1
unset CFLAGS CPPFLAGS LDFLAGS CC MAKEFLAGS MAKELEVEL
LC_ALL=C.UTF-8
export LC_ALL
folder=build/portable table=build/portable/table status=0
chosen=" default $* "
mkdir -p "$folder"
: >"$table"

row() { printf '%-10s %-22s %s\n' "$@" >>"$table"; }
wanted() { [ "$chosen" = " default  " ] || case $chosen in *" $1 "*) true ;; *) false ;; esac; }

# What each program is asked for: all numbers under every encoding, all pictures in both languages.
cat >"$folder/asked.qkv" <<'END'
export json -
sentence the cat sat on the mat and the dog ran ; set d 16 heads 2 mask causal ; random WQ 2
END
for encoding in sincos sinonly rope alibi t5 shaw xl deberta grid2d learned binary; do
    printf 'encoding %s\nexport json -\nexport text encoding -\nset lang zh\nexport text encoding -\nset lang en\n' $encoding
done >>"$folder/asked.qkv"
# What was learned: training amplifies a last digit, so these agree to the bit or not at all.
echo 'reset ; example 猫 追 狗 -> 猫 at 追 ; example 狗 追 猫 -> 狗 at 追 ; example 猫 看 鸟 -> 看' >>"$folder/asked.qkv"
for task in "two optimizer=sgd encoding=sincos" point order "order encoding=rope" "order encoding=t5" "metre encoding=alibi heads=2" \
    "echo k=2" repeat "recent batch=8" sort "sort activation=gelu norm=pre final_norm=on" own; do
    printf 'task %s\ntrain 60\nexport json -\nprint -d 17 loss()\n' "$task"
done >>"$folder/asked.qkv"
echo 'task none ; reset' >>"$folder/asked.qkv"
for view in flow stages terms edit compare cost map; do
    printf 'export text %s -\nset lang zh\nexport text %s -\nset lang en\n' $view $view
done >>"$folder/asked.qkv"

# Numbers that differ, and by how much: relative, of what is larger than 1e-9. What is not a number must not differ.
differ() {
    tr -s ' ,:[]{}' '\n' <"$folder/default/answers" >"$folder/a"
    tr -s ' ,:[]{}' '\n' <"$1" | paste "$folder/a" - | awk -F'\t' '
        $1 == $2 {next}
        $1 !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ || $2 !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ {bad = bad ? bad : $1 " is " $2; next}
        {n++; x = $1 > $2 ? $1 - $2 : $2 - $1; y = $1 < 0 ? -$1 : $1; if (y > 1e-9 && x / y > most) most = x / y}
        END {if (bad) print "no: " bad; else if (most > 1e-9) printf "no: by %.0e\n", most; else printf "but for last digits (%d, at most %.0e)\n", n, most}'
}

# variant NAME WORD=VALUE…: builds it with these words for make and compares.
variant() {
    name=$1 built=$folder/$1
    shift
    wanted "$name" || return
    echo "portable: $name"
    if ! make -s STRICT=1 B="$built" "$@" "$built/qkv" >"$built.out" 2>&1; then
        cat "$built.out"
        row "$name" no -
        status=1
        return
    fi
    answers "$name" "$built/qkv" "yes, $(wc -c <"$built/qkv" | tr -d ' ') bytes"
}

# answers NAME PROGRAM TEXT: asks the program and compares; TEXT says how it was built.
answers() {
    built=$folder/$1
    mkdir -p "$built"
    "$2" -b "$folder/asked.qkv" >"$built/answers" 2>&1
    case $? in
    0) ;;
    126)
        row "$1" "$3" "not run: this system does not execute it"
        return
        ;;
    *)
        tail -n 3 "$built/answers"
        status=1
        ;;
    esac
    same=yes
    [ "$(md5sum <"$built/answers")" = "$(md5sum <"$folder/default/answers")" ] || same=$(differ "$built/answers")
    case $same in no*) status=1 ;; esac
    row "$1" "$3" "$same"
}

not_here() { ! wanted "$1" || row "$1" "not here" "$2"; }

# Where only the C library is there for a target, the program is linked without those for lessons
# and the terminal, which computing and drawing do not call.
alone='-static -Wl,--unresolved-symbols=ignore-all'
without=$(sed -n 's/^\([A-Z0-9]*_LIBS\) *=.*/\1=/p' Makefile)
links() { echo 'int main(void) { return 0; }' | "$@" -x c - -o "$folder/links" 2>/dev/null; }

variant default
if wanted oldcpu; then # the C library takes its functions for a processor without these
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2 answers oldcpu "$folder/default/qkv" "as default"
fi
variant O0 CFLAGS='-O0 -g'
variant Og CFLAGS='-Og -g'
variant O3 CFLAGS='-O3 -g'
variant hardened CFLAGS='-O2 -g -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fcf-protection' LDFLAGS='-Wl,-z,relro,-z,now'
variant plain PLAIN=1
if command -v dpkg-buildflags >/dev/null 2>&1; then
    variant debian CFLAGS="$(dpkg-buildflags --get CFLAGS)" CPPFLAGS="$(dpkg-buildflags --get CPPFLAGS)" LDFLAGS="$(dpkg-buildflags --get LDFLAGS)"
else
    not_here debian "no dpkg-buildflags (Debian: dpkg-dev)"
fi
if command -v clang >/dev/null 2>&1; then
    variant clang CC=clang
    variant clang-O3 CC=clang CFLAGS='-O3 -g'
else
    not_here clang "no clang (Debian: clang)"
fi
if links gcc -m32 -static; then
    # shellcheck disable=SC2086
    variant m32 CC=gcc CFLAGS='-O2 -g -m32' LDFLAGS="$alone" $without
else
    not_here m32 "no C library of 32 bits (Debian: gcc-multilib)"
fi
if command -v musl-gcc >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    variant musl CC=musl-gcc LDFLAGS="$alone" INCLUDES='-idirafter /usr/include' $without
else
    not_here musl "no musl-gcc (Debian: musl-tools)"
fi
not_here macos "needs a Mac: its flags and names are from headers and manuals (src/compiler.sh, src/base/platform.h)"
not_here bsd "needs FreeBSD, OpenBSD or NetBSD, and GNU make there: likewise"
not_here bigend "needs such a processor: .npy files are written and read byte by byte, the rest does not look at bytes"

echo
printf '%-10s %-22s %s\n' variant built "same numbers and pictures" | cat - "$table"
exit $status

#!/bin/sh
# Gets the sources of libraries, as Debian publishes them, below FOLDER: for the page and for the static program. Nothing
# of them is kept in the project.
#
#   sh src/sources.sh FOLDER NAME…           downloads what is missing
#   sh src/sources.sh --check FOLDER NAME…   exit 0 if everything is there
set -u
only=
[ "$1" != --check ] || { only=$1 && shift; }
folder=$1 && shift

# NAME FOLDER/ARCHIVE SHA256
sources="md4c m/md4c/md4c_0.4.8.orig.tar.gz 4a457df853425b6bb6e3457aa1d1a13bccec587a04c38c622b1013a0da41439f
lzlib l/lzlib/lzlib_1.13.orig.tar.xz 311f4a028fa3d9027b3b2c476e08852c08663711867cb95f7ffba19831b6ce6e
jansson j/jansson/jansson_2.14.orig.tar.gz c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
utf8proc u/utf8proc/utf8proc_2.8.0.orig.tar.gz a0a60a79fe6f6d54e7d411facbfcc867a6e198608f2cd992490e46f04b1bcecc
pcre2 p/pcre2/pcre2_10.42.orig.tar.gz c33b418e3b936ee3153de2c61cc638e7e4fe3156022a5c77d0711bcbb9d64f1f
ncurses n/ncurses/ncurses_6.4.orig.tar.gz 6931283d9ac87c5073f30b6290c4c75f21632bb4fc3603ac8100812bed248159
libedit libe/libedit/libedit_3.1-20221030.orig.tar.gz f0925a5adf4b1bf116ee19766b7daa766917aec198747943b1c4edf67a4be2bb"

# source NAME ARCHIVE SHA256
source() {
    [ -d "$folder/$1" ] && return 0
    [ "$only" ] && return 1
    mkdir -p "$folder" && rm -rf "$folder/$1.new" && mkdir "$folder/$1.new" || return 1
    curl -sSfL -o "$folder/$1.archive" "http://deb.debian.org/debian/pool/main/$2" || return 1
    if ! echo "$3  $folder/$1.archive" | sha256sum --quiet -c -; then
        echo "sources: $2 is not the file that Debian published" >&2
        return 1
    fi
    tar xf "$folder/$1.archive" -C "$folder/$1.new" --strip-components=1 && mv "$folder/$1.new" "$folder/$1"
}

# prepared FOLDER FROM TO …: copies files as the library's notes on building without its own tools say
prepared() {
    at=$1 && shift
    while [ $# -gt 0 ]; do
        [ -e "$at/$2" ] || cp "$at/$1" "$at/$2" || return 1
        shift 2
    done
}

for name; do
    # shellcheck disable=SC2046
    source $(echo "$sources" | grep "^$name ") && case $name in
    jansson) prepared "$folder/jansson" android/jansson_config.h src/jansson_config.h ;;
    pcre2) prepared "$folder/pcre2/src" config.h.generic config.h pcre2.h.generic pcre2.h pcre2_chartables.c.dist pcre2_chartables.c ;;
    esac || { echo "sources: the library $name is missing in $folder" >&2; exit 1; }
done

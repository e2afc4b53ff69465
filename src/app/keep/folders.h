/* Where the program keeps files of its own, as the XDG base directory
 * specification lays them out. Without a home there is no such place, and whatever
 * would be kept is quietly not kept. */
#ifndef APP_KEEP_FOLDERS_H
#define APP_KEEP_FOLDERS_H

#include "base/reply.h"
#include "base/text.h"

enum folder {
    FOLDER_CONFIG,           /* $XDG_CONFIG_HOME/qkv, else ~/.config/qkv: what a person writes */
    FOLDER_STATE,            /* $XDG_STATE_HOME/qkv, else ~/.local/state/qkv: what the program remembers */
    FOLDER_DATA,             /* $XDG_DATA_HOME/qkv, else ~/.local/share/qkv: what it was given */
    FOLDER_RUNTIME           /* $XDG_RUNTIME_DIR/qkv, else the state folder: what ends with the login */
};

/* The path of a file in a folder replaces *out ("": of the folder itself). Nothing
 * is looked up or made on disk; variables that hold no absolute path count as unset,
 * as the specification says. false: no home (or no memory), *out is empty. */
bool folder_file(enum folder which, const char *name, struct text *out);

/* Whether what is in the folder can only come from this user: neither the folder nor a link in its place belongs to somebody
 * else, and nobody else may write in it. So it is where there is no folder yet. Returns false and explains in r. */
bool folder_trusted(enum folder which, struct reply *r);

/* Makes the folder and what is missing above it, for this user alone (0700), and wants it trusted.
 * Returns false and explains in r. */
bool folder_make(enum folder which, struct reply *r);

/* Removes temporary files whose writer was killed. */
void folder_sweep(enum folder which);

/* Whether path is a folder. */
bool folder_is(const char *path);

#endif

/* The program's own folders, by the XDG base directory specification. Without a home directory there
 * are none, and nothing is kept. */
#ifndef KEEP_FOLDERS_H
#define KEEP_FOLDERS_H

#include "base/reply.h"
#include "base/text.h"

enum folder {
    FOLDER_CONFIG, /* $XDG_CONFIG_HOME/qkv, else ~/.config/qkv: written by the user */
    FOLDER_STATE,  /* $XDG_STATE_HOME/qkv, else ~/.local/state/qkv: written by the program */
    FOLDER_DATA,   /* $XDG_DATA_HOME/qkv, else ~/.local/share/qkv: supplied data */
    FOLDER_RUNTIME /* $XDG_RUNTIME_DIR/qkv, else the state folder: until logout */
};

/* Sets *out to the path of a file in a folder (name "": of the folder itself), without accessing the
 * disk. Variables without an absolute path count as unset, as the specification requires. Returns
 * false with *out empty without a home directory or memory. */
bool folder_file(enum folder which, const char *name, struct text *out);

/* Checks that only this user can put files into the folder: it (or a link in its place) belongs to this
 * user or root, and others may not write in it. A missing folder passes. Returns false and explains in r. */
bool folder_trusted(enum folder which, struct reply *r);

/* Returns false without a home directory or memory: there is no place for the folder. */
bool folder_placed(enum folder which);

/* Creates the folder and its missing parents (mode 0700), then checks folder_trusted. Returns false and
 * explains in r on failure. */
bool folder_make(enum folder which, struct reply *r);

/* Removes temporary files whose writer was killed. */
void folder_sweep(enum folder which);

/* Returns whether path is a folder. */
bool folder_is(const char *path);

#endif

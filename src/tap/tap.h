/* An opened dump: its groups, and what is shown of it. A large group is only looked at when it is first asked
 * for, so that its picture comes at once; it is judged in the background (tap_work). */
#ifndef TAP_TAP_H
#define TAP_TAP_H

#include "tap/verdict.h"

struct sequence;
struct numbers;

struct tap {
    char *path, *layout; /* layout NULL: found out */
    char *given;         /* roles that the user gave, "q=NAME" in lines; NULL: none */
    struct dump *dump;
    struct groups groups;
    struct verdict *verdict; /* of each group; `brief`: only looked at */
    bool *known;             /* whether there is one */
    int shown, batch;        /* group and batch element on the screen */
    int head, heads;         /* the first head there, and how many: as many as the views hold */
    int finding;             /* the one whose cell is in focus, -1: none yet */
    int times;               /* the file was read so often */
    bool writing;            /* the file has changed, and cannot be read yet */
    uint64_t mark, inode;    /* of size, time and inode when it was read */
    uint64_t seen;           /* mark at the last look */
    /* Of the scene that shows it: they belong to the scene, and are only compared. */
    const struct sequence *sentence;
    const struct numbers *numbers;
};

/* Returns NULL and explains in r. */
struct tap *tap_open(const char *path, const char *layout, const char *given, struct reply *r);
void tap_close(struct tap *t); /* NULL: nothing */

/* Returns what is said of a group, which of a large one may be brief; NULL: memory is exhausted. */
const struct verdict *tap_verdict(struct tap *t, int group);

/* Returns whether a group is not judged yet; not while the file is being written. */
bool tap_pending(const struct tap *t);
/* Judges one more group, that in view first, unless `work` stops it. Returns whether the picture of the group
 * in view may have changed: it has another reading, or mistakes. */
bool tap_work(struct tap *t, struct work *work);
/* Judges all groups. Returns whether any has a mistake, or memory was exhausted. */
bool tap_faulty(struct tap *t);
/* Returns the next group after one in which a mistake is known, -1: none. */
int tap_next_faulty(const struct tap *t, int group);

/* Appends what is said of all groups, and names that were not used. */
void tap_say(struct tap *t, enum lang lang, struct text *out);
/* Appends how many groups are judged, and which are wrong; nothing of a single group. */
void tap_say_progress(const struct tap *t, enum lang lang, struct text *out);
/* Appends a list of objects, one for each group. */
void tap_json(struct tap *t, struct text *out);

/* Looks whether the file is another one, or was written to where it is and has rested since the last look
 * (until then t->writing). */
bool tap_changed(struct tap *t);
/* Reads it again. Returns false if it cannot be read: the old one stays (t->writing). */
bool tap_again(struct tap *t);

#endif

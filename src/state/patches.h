/* What is left out and what is put in (struct patch): a list, immutable once shared, and part of a state's
 * numbers. Rows that are put in are in it, so that a state says all that it is computed from, whatever
 * becomes of the sentence that they were taken from. */
#ifndef STATE_PATCHES_H
#define STATE_PATCHES_H

#include "state/value.h"

struct patches {
    int refs, count;
    struct state_patch {
        struct patch is;   /* without its rows */
        struct value *rows; /* NULL: none; of PATCH_CARRY: not taken yet */
    } of[];                 /* what is left out comes last */
};

struct patches *patches_share(struct patches *c); /* NULL stays NULL */
void patches_drop(struct patches *c);
bool patches_same(const struct patches *a, const struct patches *b); /* to the bit, or both NULL */
size_t patches_bytes(const struct patches *c);
int patches_count(const struct patches *c, enum patch_way way);

/* Returns the index of a change of the same part and word, put in or left out as `is`; -1: there is none. */
int patches_find(const struct patches *c, const struct patch *is);

/* Adds a change in place of the one that patches_find finds (rows: taken over on success). Returns false and
 * changes nothing if out of memory. */
bool patches_put(struct patches **c, const struct patch *is, struct value *rows);

/* Keeps those of which `keeps` is true. Returns false and changes nothing if out of memory. */
bool patches_keep(struct patches **c, bool (*keeps)(const struct patch *is, const void *arg),
                  const void *arg);

/* Return whether a change leaves something out, whether it puts something in, and whether it is anything but
 * carried from another computation. */
bool patch_omits(const struct patch *is, const void *unused);
bool patch_puts_in(const struct patch *is, const void *unused);
bool patch_is_own(const struct patch *is, const void *unused);

#endif

/* Keys as data: a binding is a key name, where it holds, the command line it
 * stands for, and a note for the help and the footer. */
#ifndef SESSION_KEYMAP_H
#define SESSION_KEYMAP_H

#include <stdbool.h>

#include "base/pair.h"

/* Contexts are those of views (struct view), "lesson" while one is open, "beside"
 * while its text is on screen and "alone" while only the view is, "choice" while it asks a
 * question with letters ("hands" while these count hands), "free" in its free play, "editing" when it has the editor open, and "all". */
struct binding {
    const char *context, *key, *line;
    struct pair note;        /* empty: not in the footer */
    unsigned footer;         /* its rank in the footer and when it is there (FOOTER_…); 0: only in the help */
};

/* The rank, lowest first, and conditions. */
enum {
    FOOTER_RANK = 0xff,
    FOOTER_ENCODED = 1 << 8,     /* only where there is a positional encoding */
    FOOTER_CLOCKS = 1 << 9,      /* only where it turns clocks: nothing else has panels */
    FOOTER_VIEW = 12
};
/* Leads to a view: not in that view. */
#define FOOTER_LEADS_TO(view) (((unsigned)(view) + 1) << FOOTER_VIEW)
enum { KEYMAP_OWN = 500 };       /* bindings of the user's */

struct keymap {
    struct binding *v;       /* the user's, before the defaults; strings owned */
    int count;
};

extern const struct binding keymap_defaults[];   /* ends with key NULL */

/* What a key does in a context: the user's binding there, the user's in "all", the
 * default there, the default in "all". Several contexts, parted by blanks, are asked in
 * turn; all but the last for the user's and the default there. NULL: not bound. */
const struct binding *keymap_find(const struct keymap *k, const char *context, const char *key);

/* The key that does a line in a context, maybe as everywhere; "" when none does. */
const char *keymap_key(const struct keymap *k, const char *context, const char *line);

/* The key that now does what a default binding of the context (or of "all") does: its own
 * key unless that was bound anew. "" when none does. */
const char *keymap_key_like(const struct keymap *k, const char *context, const struct binding *b);

/* Binds (line "" unbinds). false: not a key name, no memory, or one more than KEYMAP_OWN; nothing changed. */
bool keymap_bind(struct keymap *k, const char *context, const char *key, const char *line);
/* There are as many as may be, and this key is none of them. */
bool keymap_full(const struct keymap *k, const char *context, const char *key);

/* True for a character, for Left, Enter, Space, F1 …, and for these behind C-, M-, S-
 * (each at most once): a, 猫, C-l, S-Tab. */
bool keymap_is_key(const char *name);
/* True for the contexts that are no views. */
bool keymap_is_context(const char *name);
void keymap_finish(struct keymap *k);

#endif

/* Keys as data: a binding has a context, a key name, the command line it runs, and a note for the
 * help and the footer. */
#ifndef SESSION_KEYMAP_H
#define SESSION_KEYMAP_H

#include <stdbool.h>

#include "base/lang.h"

/* Groups of the help, in its order: what a key is for. */
enum key_group {
    KEYS_OWN,
    KEYS_WALK,
    KEYS_LOOK,
    KEYS_WORDS,
    KEYS_NUMBERS,
    KEYS_TEACH,
    KEYS_FILES,
    KEY_GROUPS
};

/* Contexts: those of views (struct view), those of what is open (session/contexts.h), and "all". */
struct binding {
    const char *context, *key, *line;
    const char *note;     /* empty: omitted from the footer */
    enum key_group group; /* under which the help lists it; the user's own bindings: KEYS_OWN */
    unsigned footer; /* rank in the footer, 0: only in the help; and what the key needs (KEY_NEEDS_…) */
};

/* Rank in the low byte (lowest first); above it what must be there for the key to be offered
 * (session/contexts.c). */
enum {
    FOOTER_RANK = 0xff,
    KEY_NEEDS_ENCODING = 1 << 8,   /* a positional encoding */
    KEY_NEEDS_CLOCKS = 1 << 9,     /* an encoding that has clocks */
    KEY_NEEDS_HEADS = 1 << 10,     /* several heads */
    KEY_NEEDS_WAY_BACK = 1 << 11,  /* a place to go back to */
    KEY_NEEDS_TARGET = 1 << 12,    /* a target: without one there is no gradient */
    KEY_NEEDS_ORDERS = 1 << 13,    /* the list of orders */
    KEY_NEEDS_ONE_STATE = 1 << 14, /* the panel of one state */
    KEY_NEEDS_TRAINABLE = 1 << 15, /* a model that can be trained: not one from a file */
    KEY_NEEDS_LEARNER = 1 << 16,   /* a model that learns: a task or a target */
    KEY_NEEDS_PANELS = 1 << 17,    /* panels in the view: not every encoding has them */
    KEY_NEEDS_LAYERS = 1 << 18,    /* several layers */
    KEY_NEEDS_UNREAD = 1 << 19,    /* the reader, and a sentence that it has not learned */
    KEY_NEEDS_READOUT = 1 << 20,   /* a sentence that can go on: causal, with classes */
    KEY_NEEDS_FINDING = 1 << 21,   /* a dump in which a mistake is known */
    FOOTER_VIEW = 22
};
/* Switches to a view: hidden in that view. */
#define FOOTER_LEADS_TO(view) (((unsigned)(view) + 1) << FOOTER_VIEW)
enum { KEYMAP_OWN = 500 }; /* limit on the user's bindings */

struct keymap {
    struct binding *v; /* the user's bindings, which override the defaults; strings owned */
    int count;
};

extern const struct binding keymap_defaults[]; /* ends with key NULL */

/* Returns what a key does, or NULL if it is not bound. Order of precedence in a context: the user's
 * binding, the user's in "all", the default, the default in "all". Several contexts may be given,
 * separated by spaces, nearest first; "all" is consulted only with the last. */
const struct binding *keymap_find(const struct keymap *k, const char *context, const char *key);

/* Returns what the footer and the help call a binding: that of `cycle lang` by the next language. */
const char *binding_note(const struct binding *b, enum lang lang);

/* Returns the key that runs a line in a context or in "all", or "". */
const char *keymap_key(const struct keymap *k, const char *context, const char *line);

/* The same, if that key runs the line also among the contexts `where`. `typing`: characters type a text
 * there, so none of them is a key. */
const char *keymap_key_in(const struct keymap *k, const char *context, const char *where, bool typing,
                          const char *line);

/* Returns the key that now runs what a default binding of the context (or of "all") runs: its own
 * key unless that was rebound. Returns "" if none does. */
const char *keymap_key_like(const struct keymap *k, const char *context, const struct binding *b);

/* Binds a key; line "" unbinds it. Returns false and changes nothing if the key name is invalid,
 * the keymap is full, or memory runs out. */
bool keymap_bind(struct keymap *k, const char *context, const char *key, const char *line);
/* Returns whether KEYMAP_OWN is reached and this key is not yet among the user's bindings. */
bool keymap_full(const struct keymap *k, const char *context, const char *key);

/* Returns whether name is a key: a character, or Left, Enter, Space, F1 …, optionally prefixed by
 * C-, M-, S- (each at most once): a, 猫, C-l, S-Tab. */
bool keymap_is_key(const char *name);
void keymap_finish(struct keymap *k);

#endif

/* Where keys act: the contexts in which they are looked up, and what they need there. */
#ifndef SESSION_CONTEXTS_H
#define SESSION_CONTEXTS_H

#include "session/keymap.h"

struct session;
struct text;

/* The part of the help page that lists the keys of a context. */
enum context_page { CONTEXT_LESSON, CONTEXT_GAME, CONTEXT_OPEN };

/* A context beside those of the views (struct view) and "all". */
struct context {
    const char *name;
    enum context_page page;
    bool no_scene; /* it takes the view's place in the footer, without the keys that change the sentence: what
                    * is shown there does not show their effect */
};
extern const struct context contexts[]; /* in order of precedence; ends with name NULL */
enum { CONTEXTS_MOST = 16 };

/* Sets active[i] if a key is now looked up in contexts[i]. */
void contexts_active(const struct session *m, bool active[CONTEXTS_MOST]);

/* Writes the contexts in which a key is now looked up, nearest first, in the form that keymap_find takes. */
void contexts_now(const struct session *m, struct text *out);

/* Returns whether keys can be bound in a context of this name: one of `contexts`, a view's, or "all". */
bool contexts_has(const char *name);

/* Returns the key that now runs a line bound in a context or in "all", or "". */
const char *key_now(const struct session *m, const char *context, const char *line);

/* Returns what a key is bound to now, or NULL; of key_does also NULL if it does nothing here (key_acts). */
const struct binding *key_bound(const struct session *m, const char *key);
const struct binding *key_does(const struct session *m, const char *key);

/* Returns whether a key is worth offering: everything that it needs is there. */
bool key_offered(const struct session *m, const struct binding *b);

/* Returns whether a key would change the scene that an open question is about: it does nothing until that is
 * answered. */
bool key_gives_away(const struct session *m, const struct binding *b);

/* Returns whether a key does anything here. Some need nothing to act: without their object they say what is
 * missing. */
bool key_acts(const struct session *m, const struct binding *b);

#endif

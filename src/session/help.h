/* Help made from the tables: the keys of a view, settings, encodings, stages, terms of the trade. */
#ifndef SESSION_HELP_H
#define SESSION_HELP_H

#include "session/keymap.h"
#include "state/state.h"

struct model;

/* What is on screen and which keys it has: the lesson's when one is open, the view's, those everywhere. */
void help_here(struct text *out, const struct model *m, enum lang lang);

/* The contexts in which a key is looked up now, the nearest first, as keymap_find wants them. */
void help_contexts(const struct model *m, struct text *out);

/* What help_topic and the command lines know beside names: "commands", "set" …; ends with NULL. */
extern const char *const help_topics[];

/* A view, setting, encoding, stage, value or one of help_topics but "commands"; false: nothing of that name. */
bool help_topic(struct text *out, const char *topic, enum lang lang);
/* Views, settings, encodings, stages and keys whose explanation holds `word`, a line each. */
void help_search(struct text *out, const char *word, enum lang lang);

#endif

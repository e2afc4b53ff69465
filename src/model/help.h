/* Help made from the tables: the keys of a view, settings, encodings, stages, terms of the trade. */
#ifndef MODEL_HELP_H
#define MODEL_HELP_H

#include "model/keymap.h"
#include "model/state.h"

/* What the view in s shows and which keys it has. */
void help_view(struct text *out, const struct state *s, const struct keymap *k, enum lang lang);

/* Where keys of a view are bound: its name, "course" for the page of lessons. */
const char *help_context(int view);
/* What a lesson is and its keys. */
void help_lesson(struct text *out, enum lang lang);

/* A view by number: title and explanation. */
struct pair help_view_title(int view);
struct pair help_view_text(int view);

/* What help_topic and the command lines know beside names: "commands", "set" …; ends with NULL. */
extern const char *const help_topics[];

/* A view, setting, encoding, stage, value or one of help_topics but "commands"; false: nothing of that name. */
bool help_topic(struct text *out, const char *topic, enum lang lang);
/* Views, settings, encodings, stages and keys whose explanation holds `word`, a line each. */
void help_search(struct text *out, const char *word, enum lang lang);

#endif

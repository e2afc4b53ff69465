/* Help generated from the tables: keys of a view, settings, encodings, stages, values. */
#ifndef SESSION_HELP_H
#define SESSION_HELP_H

#include "session/keymap.h"
#include "state/state.h"

struct session;

/* Describes what is on screen and lists its keys: the open lesson's, the view's, then the global ones. */
void help_here(struct text *out, const struct session *m, enum lang lang);

/* Lists that `help NAME` writes; ends with the name NULL. */
struct help_list {
    const char *name;
    void (*write)(struct text *out, enum lang lang); /* NULL: somebody else does */
};
extern const struct help_list help_lists[];

/* Explains a view, setting, encoding, task, kind of head, stage, value, or one of help_lists except
 * "commands". Returns false if nothing has that name. */
bool help_topic(struct text *out, const char *topic, enum lang lang);

/* The page on models from files, which is part of the topic "model". */
void help_model(struct text *out, enum lang lang);

/* The card of the model that opens the program, which is part of the topic "reader". */
void help_reader(struct text *out, enum lang lang);

/* The card of the model in the box, the topic "box". */
void help_box(struct text *out, enum lang lang);

/* How much of what verbs ask in sentences of unseen words the reader gets right, by kinds: a sentence is of
 * the first kind one of whose words it has (each followed by |; NULL: no such kind in this language). */
struct help_reader_kind {
    struct pair words, name, example;
    struct {
        int right, asked;
    } score[LANG_COUNT];
};
extern const struct help_reader_kind help_reader_kinds[]; /* ends with a name of NULL in both */

/* What to look at first in a model: a question, and the commands that answer it. */
enum { HELP_LINES = 3 };
struct help_question {
    const char *asks;
    const char *line[HELP_LINES]; /* NULL after the last */
};
extern const struct help_question help_questions[]; /* ends with a question of NULL */

/* Lists views, settings, encodings, tasks, kinds of heads, stages and keys whose title or help contains
 * `word` in either language, one per line. */
void help_search(struct text *out, const char *word, enum lang lang);

#endif

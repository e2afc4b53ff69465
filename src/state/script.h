/* Writes a state as a script in the command language, which `save` stores and `load` runs.
 * Running it on a fresh state gives the same numbers and the same view. */
#ifndef STATE_SCRIPT_H
#define STATE_SCRIPT_H

#include "state/matrices.h"
#include "state/scene.h"

#define SCRIPT_FIRST_LINE "# scene format 1"

void script_write(const struct scene *scene, struct text *out);
/* Writes the lines that lead from `base`, a scene of the same words, to another: what is else in it, of
 * matrices a few entries. Some things cannot be taken back by a line, so try whether they lead there. */
void script_since(const struct scene *scene, const struct scene *base, struct text *out);

/* Writes a command followed by the words of a sequence: tokens 猫 "a b". */
void script_sequence(struct text *out, const char *command, const struct state *s, const struct sequence *q);
/* Write the command that sets a matrix (`WQ = 1 0 ; 0 1`), or the whole embedding of a word
 * given by its lexicon index (`x 猫 = 1 0`). */
void script_matrix(struct text *out, const struct state *s, struct matrix_ref m);
void script_embedding(struct text *out, const struct state *s, int word);

#define SCRIPT_LOOK "set view "
/* Writes one command, which begins with SCRIPT_LOOK, that leads from the look of `base` to that of `now`.
 * Returns false if `set` cannot express it. */
bool script_look(const struct state *base, const struct state *now, struct text *out);

/* Writes example i as the command `example` reads it, without that word. Its words are named as in a file, or
 * as they are shown in the language of the state. */
enum script_names { SCRIPT_STORED, SCRIPT_SHOWN };
void script_example(struct text *out, const struct state *s, int i, enum script_names names);

/* Writes a word as the command language reads it, quoted if needed. */
void script_word(struct text *out, const char *word);

#endif

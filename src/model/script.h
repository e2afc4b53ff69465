/* A state as a script in the command language: what `save` writes and `load`
 * runs. Running it on a fresh state gives the same numbers and the same view. */
#ifndef MODEL_SCRIPT_H
#define MODEL_SCRIPT_H

#include "model/scene.h"

#define SCRIPT_FIRST_LINE "# scene format 1"

void script_write(const struct scene *scene, struct text *out);

/* A command with the words of a sequence behind it: tokens 猫 "a b". */
void script_sequence(struct text *out, const char *command, const struct state *s, const struct sequence *q);

/* A word as the command language reads it: quoted where needed. */
void script_word(struct text *out, const char *word);

#endif

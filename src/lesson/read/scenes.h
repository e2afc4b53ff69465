/* The scenes that the program carries: lessons/scenes/NAME.scene. */
#ifndef LESSON_READ_SCENES_H
#define LESSON_READ_SCENES_H

#include "base/text.h"
#include "state/state.h"

/* Adds the names of all scenes, with blanks between them. */
void scenes_list(struct text *out);

/* Adds the name of the scene nearest to `name`, if one is within two letters. */
void scenes_nearest(const char *name, struct text *out);

/* Returns the first lesson that has a scene with the sentence of s, word by word by its name in either
 * language, as "00-who-is-it.md", and sets *scene to the name of that scene. NULL: none has. */
const char *scenes_lesson_of(const struct state *s, struct text *scene);

#endif

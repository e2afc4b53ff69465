/* The scenes that the program carries: lessons/scenes/NAME.scene. */
#ifndef LESSON_READ_SCENES_H
#define LESSON_READ_SCENES_H

#include "base/text.h"

/* Adds the names of all scenes, with blanks between them. */
void scenes_list(struct text *out);

/* Adds the name of the scene nearest to `name`, if one is within two letters. */
void scenes_nearest(const char *name, struct text *out);

#endif

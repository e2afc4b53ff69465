/* Random scenes for claims: the lines that make one, from a seed, extremes included. */
#ifndef SUPPORT_CLAIM_SCENES_H
#define SUPPORT_CLAIM_SCENES_H

#include "app/app.h"

/* Makes the scene of a seed in the session, and writes the lines that it ran. Lines that are refused in this
 * scene are left out. Returns the claims in what was told of the lines; writes the false ones to `wrong`. */
int claim_scene_make(struct app *a, unsigned seed, struct text *lines, struct text *wrong);

/* Makes a scene of the opening with a sentence as people type it (support/typed.h), in a language by the
 * seed. */
int claim_scene_type(struct app *a, unsigned seed, struct text *lines, struct text *wrong);

/* Chooses what the views show (stages, panels, cursors), again written as lines. */
void claim_scene_look(struct app *a, unsigned seed, struct text *lines, struct text *wrong);

#endif

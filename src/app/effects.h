/* What commands ask for and cannot do themselves: files, screens, leaving. */
#ifndef APP_EFFECTS_H
#define APP_EFFECTS_H

#include "app/app.h"

/* Performs what a command asked for. false: said in r. */
bool effect_perform(struct app *a, const struct outcome *o, struct reply *r);

#endif

/* The states that a session has pinned (model_pin). */
#ifndef SESSION_PINS_H
#define SESSION_PINS_H

#include "session/model.h"

/* Returns the bytes of all pinned scenes, which are never dropped to make room. */
double pins_bytes(const struct model *m);
void pins_finish(struct model *m);

#endif

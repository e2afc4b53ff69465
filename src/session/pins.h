/* The states that a session has pinned (model_pin). */
#ifndef SESSION_PINS_H
#define SESSION_PINS_H

#include "session/model.h"

/* Bytes of their scenes, which are not given up for another one. */
double pins_bytes(const struct model *m);
void pins_finish(struct model *m);

#endif

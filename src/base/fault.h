/* Messages for system errors, in the user's language. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include "base/reply.h"

/* Returns the message for an errno: our own text for common file errors, else the system's. */
const char *fault_text(int error, enum lang lang);

/* Reports a failed file operation (path and errno) in r; returns false. */
bool fault_of(const char *path, struct reply *r);

#endif

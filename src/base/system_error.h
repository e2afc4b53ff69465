/* Messages for system errors, in the user's language. */
#ifndef BASE_SYSTEM_ERROR_H
#define BASE_SYSTEM_ERROR_H

#include "base/reply.h"

/* Returns the message for an errno: our own text for common file errors, else the system's. */
const char *system_error_text(int error, enum lang lang);

/* Reports a failed file operation (path and errno) in r; returns false. */
bool system_error(const char *path, struct reply *r);

#endif

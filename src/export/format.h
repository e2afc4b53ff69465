/* Files that are not text, by their first bytes. */
#ifndef EXPORT_FORMAT_H
#define EXPORT_FORMAT_H

#include <stddef.h>

#include "base/reply.h"

bool format_is_npy(const char *bytes, size_t n);

/* Returns whether a file that begins with these bytes may be text. If not, says in r which format it is and
 * how its numbers come out of it. */
bool format_text(const char *path, const char *bytes, size_t n, struct reply *r);

#endif

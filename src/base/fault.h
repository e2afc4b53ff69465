/* Why the system refused, in the language of the person who asked. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include "base/reply.h"

/* Words for an errno: its own ones for what people meet with files, the system's for the rest. */
const char *fault_text(int error, enum lang lang);

/* What was to be done with the file failed: its path and why, from errno. false. */
bool fault_of(const char *path, struct reply *r);

#endif

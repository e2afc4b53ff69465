/* Why the system refused, in the language of the person who asked. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include "base/pair.h"

/* Words for an errno: its own ones for what people meet with files, the system's for the rest. */
const char *fault_text(int error, enum lang lang);

#endif

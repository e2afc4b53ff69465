/* How commands and options are used, in the language of the reader. */
#ifndef SESSION_USAGE_H
#define SESSION_USAGE_H

#include "base/text.h"

/* Appends a usage like "insert WORD POS"; in Chinese with Chinese placeholders. Single letters stay: the help
 * speaks of them. */
void usage_add(struct text *out, const char *usage, enum lang lang);

#endif

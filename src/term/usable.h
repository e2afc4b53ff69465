/* What can be said against a terminal before ncurses has seen it. */
#ifndef TERM_USABLE_H
#define TERM_USABLE_H

#include <stdbool.h>

#include "base/pair.h"

/* False: there is none, or it does not take UTF-8; *why says it. */
bool usable_here(struct pair *why);

#endif

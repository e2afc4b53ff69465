/* Checks the terminal before ncurses sees it. */
#ifndef TERM_USABLE_H
#define TERM_USABLE_H

#include <stdbool.h>

#include "base/pair.h"

/* Returns false with the reason in *why if there is no terminal or it does not use UTF-8. */
bool usable_here(struct pair *why);

#endif

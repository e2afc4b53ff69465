/* The export command: the whole computation, a matrix, a view's picture, words or numbers. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/words.h"
#include "view/screen.h"

/* What a line "export FORM [WHAT] FILE" asks for, added to out, a view drawn as on `screen`; *path: which word is the FILE.
 * false: said in r. */
bool export_make(struct model *m, const struct screen *screen, const struct words *w, struct text *out, int *path, struct reply *r);

/* The forms by number, NULL behind the last; whether one shows a view. */
const char *export_name(int i);
bool export_of_view(int i);

#endif

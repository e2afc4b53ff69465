/* The place in view as an address: of a lesson's step, of a view, of a scene as what is else in it than in
 * the one that opens first. */
#ifndef APP_LINK_H
#define APP_LINK_H

#include "app/app.h"

/* Appends what follows # in the address of the step or view: lesson=03/grow&lang=en. Nothing on the start
 * screen but the language. */
void link_place(const struct session *m, struct text *out);
/* Appends what it is called: "03 Why divide by √d", "flow". */
void link_title(const struct session *m, struct text *out);
/* Appends the whole address, at `page` (NULL: where the page is that runs this, or is known to be): of an
 * untouched step of a lesson, else of the scene, whose commands follow
 * scene= (blanks as +, lines ended by ;). Its last part says the language: a link without it was cut off.
 * Returns false and explains in r if a model is open. */
bool link_write(const struct app *a, const char *page, struct text *out, struct reply *r);

#endif

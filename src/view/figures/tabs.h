/* The names of a view's panels in one row, the chosen one marked, and the key for the next one. */
#ifndef VIEW_FIGURES_TABS_H
#define VIEW_FIGURES_TABS_H

#include "view/screen.h"

struct tabs {
    const char *setting; /* that chooses the panel: "terms_panel" */
    const char *context; /* in which a key goes on to the next; NULL: none is shown */
    int count, chosen;
    const char *(*name)(const struct screen *s, int i); /* NULL: it has nothing to show now */
};

/* Draws the tabs that fit, among them always the chosen one; a click on one chooses it. Returns the columns
 * they take; of a canvas without cells too. */
int tabs_draw(struct canvas c, const struct screen *s, const struct tabs *t);

#endif

/* The effect of a click. To resolve one, the picture is drawn again: the code that draws a
 * clickable item asks whether it was hit and names the command line (or key) it runs. Hence
 * exactly the visible items can be clicked, and no list of them is kept. */
#ifndef VIEW_CLICK_H
#define VIEW_CLICK_H

#include <stdbool.h>

#include "view/canvas.h"

/* Cells of the whole canvas. */
struct click_box {
    int row, col, width, rows;
};

struct click {
    int row, col; /* on the whole canvas */
    struct canvas whole;
    char line[120]; /* its command; "" if nothing was hit. The last item hit wins */
    bool key;       /* `line` is the name of a key */
    bool cell;      /* `line` moves the cursor to a number */
    bool drags;     /* `line` sets what lies where the mouse is: it follows a mouse that is dragged */
    struct click_box box,
        tried; /* of the item that was hit; of the last that was, if it turns out to be one */
};

/* Returns true if `width` cells of c from (row, col) were clicked; false if k is NULL. */
bool click_hit(struct click *k, struct canvas c, int row, int col, int width);

/* The same for all of c. */
bool click_in(struct click *k, struct canvas c);

/* Makes the click run this line … */
void click_line(struct click *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* … or this key. */
void click_key(struct click *k, const char *key);

#endif

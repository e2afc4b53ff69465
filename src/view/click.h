/* Where a click leads. A click is answered by drawing the picture once more: whoever
 * draws something that can be clicked asks whether it was hit, and says then which
 * line of the command language (or which key) it stands for. So what can be
 * clicked is always what is seen, and nothing keeps a list of it. */
#ifndef VIEW_CLICK_H
#define VIEW_CLICK_H

#include <stdbool.h>

#include "view/canvas.h"

struct click {
    int row, col;            /* on the whole canvas */
    struct canvas whole;
    char line[120];          /* what it stands for; "" when nothing was hit. The last one asked wins */
    bool key;                /* `line` is the name of a key */
};

/* True when `width` cells of c from (row, col) were clicked; k NULL: nothing is. */
bool click_hit(const struct click *k, struct canvas c, int row, int col, int width);

/* What was hit stands for this line … */
void click_line(struct click *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* … or this key. */
void click_key(struct click *k, const char *key);

#endif

/* Brings the screen up to date: sends the cells that look different from what was sent last. */
#ifndef TERM_UPDATE_H
#define TERM_UPDATE_H

#include <stdbool.h>

#include "term/pen.h"
#include "term/writer.h"
#include "view/canvas.h"

/* Zero it, then describe the writer. */
struct update {
    bool stand_in; /* narrow characters replace ambiguous ones */
    struct pens pens;
    struct writer writer;
    struct cell *last; /* the contents of the screen; NULL: unknown */
};

/* Forgets the contents of the screen: the next update sends all of it. */
void update_forget(struct update *u);

/* Begins an update to c. Returns false if memory is exhausted. */
bool update_begin(struct update *u, struct canvas c, enum colours colours, enum theme theme);
void update_row(struct update *u, struct canvas c, int row);
/* Sends everything; shows the cursor there or hides it (row -1). */
void update_end(struct update *u, int row, int col);

/* Sets default colours and shows the cursor. */
void update_leave(struct update *u);
void update_finish(struct update *u);

#endif

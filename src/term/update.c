#include "term/update.h"

#include <string.h>

#include "base/utf8.h"
#include "base/mem.h"

enum { BRIDGED = 4, BLANKS_LEAST = 4 }; /* cells that are sent again rather than skipped; blanks in a row */

void update_forget(struct update *u)
{
    mem_free(u->last);
    u->last = NULL;
}

/* An empty screen if clearing can leave one, else contents that no cell equals. */
static bool clear(struct update *u, int rows, int cols)
{
    struct canvas empty;
    if (!canvas_init(&empty, rows, cols))
        return false;
    struct pen pen = pen_of(&u->pens, empty.cells);
    writer_forget(&u->writer, u->pens.colours);
    if (!writer_clear(&u->writer, &pen, rows, cols))
        memset(empty.cells, 0, (size_t)rows * (size_t)cols * sizeof *empty.cells);
    u->last = empty.cells;
    return true;
}

bool update_begin(struct update *u, struct canvas c, enum colours colours, enum theme theme)
{
    if (pens_switch(&u->pens, colours, theme) || u->writer.rows != c.rows || u->writer.cols != c.cols)
        update_forget(u);
    return u->last || clear(u, c.rows, c.cols);
}

static bool differs(struct update *u, const struct cell *fresh, const struct cell *old)
{
    if (memcmp(fresh, old, sizeof *fresh) == 0)
        return false;
    if (fresh->width != old->width || memcmp(fresh->ch, old->ch, sizeof fresh->ch) != 0)
        return true;
    struct pen a = pen_of(&u->pens, fresh), b = pen_of(&u->pens, old);
    return !pen_same(&a, &b);
}

/* The blanks from a cell on that look the same, up to the last one that differs or to the edge. */
static int blanks(struct update *u, const struct cell *fresh, const struct cell *old, int cells,
                  const struct pen *pen)
{
    int n = 0, least = 0;
    for (; n < cells; n++) {
        struct pen p = pen_of(&u->pens, &fresh[n]);
        if (p.fg != COLOUR_UNSEEN || !pen_same(&p, pen))
            break;
        least = differs(u, &fresh[n], &old[n]) ? n + 1 : least;
    }
    return n == cells ? n : least;
}

/* Sends the few cells between the cursor and the next one to send, if that takes a byte each. */
static void bridge(struct update *u, const struct cell *fresh, int row, int col)
{
    struct writer *w = &u->writer;
    int from = w->col;
    if (w->row != row || from >= col || col - from > BRIDGED)
        return;
    for (int k = from; k < col; k++) {
        struct pen p = pen_of(&u->pens, &fresh[k]);
        if (fresh[k].width != 1 || fresh[k].ch[0] > '~' || fresh[k].ch[1] || p.shade ||
            !writer_has(w, row, from, &p))
            return;
    }
    for (int k = from; k < col; k++) {
        struct pen p = pen_of(&u->pens, &fresh[k]);
        writer_put(w, row, k, &fresh[k], &p);
    }
}

void update_row(struct update *u, struct canvas c, int row)
{
    const struct cell *fresh = c.cells + (size_t)row * (size_t)c.stride;
    struct cell *old = u->last + (size_t)row * (size_t)c.cols;
    if (memcmp(fresh, old, (size_t)c.cols * sizeof *old) == 0)
        return;
    for (int k = 0; k < c.cols; k++) {
        if (fresh[k].width == 0 || !differs(u, &fresh[k], &old[k]))
            continue;
        struct pen pen = pen_of(&u->pens, &fresh[k]);
        struct cell cell = fresh[k];
        if (u->stand_in && cell.width == 1)
            cell.ch[0] = ambiguous_stand_in(cell.ch[0]);
        int n = pen.fg == COLOUR_UNSEEN && writer_erases(&u->writer, &pen)
                    ? blanks(u, &fresh[k], &old[k], c.cols - k, &pen)
                    : 0;
        bridge(u, fresh, row, k);
        if (n >= BLANKS_LEAST) {
            writer_blanks(&u->writer, row, k, n, &pen);
            k += n - 1;
        } else {
            writer_put(&u->writer, row, k, &cell, &pen);
        }
    }
    memcpy(old, fresh, (size_t)c.cols * sizeof *old);
}

void update_end(struct update *u, int row, int col)
{
    writer_cursor(&u->writer, row, col);
    if (!writer_send(&u->writer))
        update_forget(u);
}

void update_leave(struct update *u)
{
    writer_leave(&u->writer);
}

void update_finish(struct update *u)
{
    update_forget(u);
    text_finish(&u->writer.out);
}

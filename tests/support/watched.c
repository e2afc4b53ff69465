#include "support/watched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

static struct watched *of(struct canvas_watch *w)
{
    return (struct watched *)w;
}

static void text_begun(struct canvas_watch *watch, struct canvas c, int row, int col, const char *s,
                       size_t bytes)
{
    struct watched *w = of(watch);
    int first = (int)(c.cells - w->whole.cells), stride = w->whole.stride;
    if (w->count == WATCHED_TEXTS)
        fail_msg("more than %d texts in a picture", WATCHED_TEXTS);
    struct watched_text *t = &w->v[w->at = w->count++];
    *t = (struct watched_text){.row = first / stride + row, .col = first % stride + col};
    t->end = first % stride + c.cols;
    snprintf(t->s, sizeof t->s, "%.*s", (int)bytes, s);
    struct cluster one = {0};
    bool pieces = bytes <= utf8_cluster(s, bytes, &one); /* so a text is drawn that scrolls */
    t->bar = one.ch[0] >= 0x2500 && one.ch[0] < 0x25A0;  /* a line or a block belongs to a figure */
    t->outside =
        !pieces && c.rows > 0 && c.cols > 0 && (row < 0 || row >= c.rows || col < 0 || col >= c.cols);
    t->needs = t->col + utf8_width(t->s);
}

static void text_ended(struct canvas_watch *watch, bool cut)
{
    struct watched *w = of(watch);
    struct watched_text *t = &w->v[w->at];
    if (cut)
        text_addf(&w->lost, "%s\n", t->s);
    else
        t->needs = 0;
    w->at = 0;
}

static bool inked(const struct cell *cell)
{
    return cell->width == 0 || cell->ch[0] != ' ';
}

static void cell_becomes(struct canvas_watch *watch, const struct cell *was, const struct cell *becomes)
{
    struct watched *w = of(watch);
    int *owner = &w->owner[was - w->whole.cells];
    if (*owner && *owner != w->at && (w->at || was->ch[0] != becomes->ch[0])) {
        w->v[*owner].hidden++;
        w->v[*owner].by = w->at;
    }
    if (*owner && !w->at && was->ch[0] == becomes->ch[0])
        return; /* the same in another look */
    *owner = inked(becomes) ? w->at : 0;
    w->v[w->at].drawn += inked(becomes);
}

static void part_has(struct canvas_watch *watch, struct canvas c, const char *name, int rows, int cols)
{
    if (rows > c.rows || cols > c.cols)
        text_addf(&of(watch)->narrow, "the part %s has %d x %d of %d x %d\n", name, c.cols, c.rows, cols,
                  rows);
}

void watched_begin(struct watched *w, struct canvas *c)
{
    w->watch = (struct canvas_watch){text_begun, text_ended, cell_becomes, part_has};
    w->whole = *c;
    w->count = 1;
    w->at = 0;
    w->v[0] = (struct watched_text){.row = 0};
    w->lost = w->narrow = (struct text){0};
    w->owner = calloc((size_t)c->rows * (size_t)c->stride, sizeof *w->owner);
    assert_non_null(w->owner);
    c->watch = &w->watch;
}

void watched_finish(struct watched *w)
{
    free(w->owner);
    text_finish(&w->lost);
    text_finish(&w->narrow);
}

/* Are the columns blank from `from` up to where a text that is cut would end, and one more? */
static bool has_room(const struct watched *w, const struct watched_text *t)
{
    if (t->row < 0 || t->row >= w->whole.rows || t->needs + 1 > w->whole.cols)
        return false;
    for (int col = t->end; col <= t->needs && col < w->whole.cols; col++) {
        const struct cell *cell = &w->whole.cells[t->row * w->whole.stride + col];
        if (inked(cell) || cell->bg)
            return false;
    }
    return true;
}

void watched_faults(struct watched *w, struct text *out)
{
    text_add(out, text_str(&w->narrow));
    for (int i = 1; i < w->count; i++) {
        const struct watched_text *t = &w->v[i];
        if (t->outside)
            text_addf(out, "outside of its room: %s\n", t->s);
        else if (t->needs > t->end && has_room(w, t))
            text_addf(out, "cut though there is room: %s\n", t->s);
        if (!t->bar && t->hidden > 0 && t->hidden < t->drawn)
            text_addf(out, "in part below something else: %s (%s)\n", t->s, w->v[t->by].s);
    }
}

#include "view/lesson/typeset.h"

void typeset_piece(struct typeset *t)
{
    t->row += t->row > 0;
    if (t->pieces < (int)(sizeof t->piece / sizeof *t->piece))
        t->piece[t->pieces++] = t->row;
}

void typeset_anchor(struct typeset *t)
{
    t->anchor = t->row + (t->row > 0);
}

void typeset_sign(struct typeset *t, int col, enum style style, const char *s)
{
    if (t->c.cells && t->row >= t->skip)
        canvas_put(t->c, t->row - t->skip, col, style, s);
}

void typeset_block(struct typeset *t, int indent, const struct block *b, enum style plain)
{
    struct prose_look look = t->look;
    look.dim = false;
    t->row += prose_line(canvas_part(t->c, 0, indent, t->c.rows, t->c.cols - indent), t->skip - t->row, b,
                         plain, look);
}

void typeset_text(struct typeset *t, int indent, enum style style, const char *s)
{
    struct span one = {.kind = SPAN_TEXT, .text = {s, 1, 1}};
    typeset_block(t, indent, &(struct block){.v = &one, .count = 1}, style);
}

void typeset_prose(struct typeset *t, const struct prose *p, bool dim)
{
    if (p->count == 0)
        return;
    typeset_piece(t);
    struct prose_look look = t->look;
    look.dim = dim;
    t->row += prose_draw(t->c, t->skip - t->row, p->v, p->count, look);
}

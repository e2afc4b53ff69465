#include "view/lesson/sheet.h"

void sheet_piece(struct sheet *t)
{
    t->row += t->row > 0;
    if (t->pieces < (int)(sizeof t->piece / sizeof *t->piece))
        t->piece[t->pieces++] = t->row;
}

void sheet_anchor(struct sheet *t)
{
    t->anchor = t->row + (t->row > 0);
}

void sheet_sign(struct sheet *t, int col, enum style style, const char *s)
{
    if (t->c.cells && t->row >= t->skip)
        canvas_put(t->c, t->row - t->skip, col, style, s);
}

void sheet_block(struct sheet *t, int indent, const struct block *b, enum style plain)
{
    t->row +=
        prose_line(canvas_part(t->c, 0, indent, t->c.rows, t->c.cols - indent), t->skip - t->row, b, plain);
}

void sheet_text(struct sheet *t, int indent, enum style style, const char *s)
{
    struct span one = {.kind = SPAN_TEXT, .text = {s, 1, 1}};
    sheet_block(t, indent, &(struct block){.v = &one, .count = 1}, style);
}

void sheet_prose(struct sheet *t, const struct prose *p, bool dim)
{
    if (p->count == 0)
        return;
    sheet_piece(t);
    t->row += prose_draw(t->c, t->skip - t->row, p->v, p->count, (struct prose_look){dim, t->look.ascii});
}

const char *sheet_mark(const struct sheet *t, bool right)
{
    return t->look.ascii ? (right ? "+" : "x") : right ? "✓" : "✗";
}

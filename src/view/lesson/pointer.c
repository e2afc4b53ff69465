#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "view/lesson/lesson.h"

/* ---- collecting --------------------------------------------------------------------------- */

/* Words are collected once: texts repeat them. Everyday words, which any English text is full of, point only
 * where they are emphasised (*it*). */
static size_t begins(struct prose_points *points, const struct span *v, size_t at)
{
    static const char *const everyday[] = {"a",   "an",   "and", "are",  "as", "at",  "be",  "but",
                                           "for", "if",   "in",  "is",   "it", "of",  "on",  "or",
                                           "so",  "that", "the", "this", "to", "was", "with"};
    struct pointer *p = (struct pointer *)points;
    const struct session *m = p->s->session;
    struct aim t;
    const char *expression = v->kind == SPAN_CLAIM || v->kind == SPAN_POINT ? v->target
                             : v->kind == SPAN_CODE                         ? v->text.s
                                                                            : NULL;
    size_t bytes = 0;
    bool plain = v->kind == SPAN_TEXT || v->kind == SPAN_STRONG || v->kind == SPAN_EMPH;
    if (p->spots.count == SPOTS_MAX)
        return 0;
    if (expression && at == 0 && pointing_at(m, expression, &t))
        bytes = strlen(v->text.s);
    else if (plain)
        bytes = pointing_word(&m->now.state, v->text.s, at, &t);
    for (size_t i = 0; plain && v->kind != SPAN_EMPH && i < sizeof everyday / sizeof *everyday; i++)
        if (strlen(everyday[i]) == bytes && strncasecmp(everyday[i], v->text.s + at, bytes) == 0)
            return 0;
    for (int i = 0; plain && bytes > 0 && i < p->spots.count; i++)
        if (pointing_same(&p->spots.v[i].target, &t))
            return 0;
    if (bytes == 0)
        return 0;
    p->mark[p->spots.count] = (struct mark){.word = plain};
    p->spots.v[p->spots.count++] = (struct spot){.target = t};
    return bytes;
}

static void placed(struct prose_points *points, struct canvas c, int row, int col, int width)
{
    struct pointer *p = (struct pointer *)points;
    struct mark *m = &p->mark[p->spots.count - 1];
    if (!c.cells || row < 0 || row >= c.rows)
        return;
    long first = c.cells - p->whole.cells;
    row += (int)(first / p->whole.stride);
    col += (int)(first % p->whole.stride);
    if (m->width == 0)
        *m = (struct mark){row, col, width, m->word};
    else if (row == m->row)
        m->width = col + width - m->col;
}

void pointer_begin(struct pointer *p, const struct screen *s, struct canvas whole)
{
    *p = (struct pointer){.points = {begins, placed}, .s = s, .whole = whole, .spots = {.whole = whole}};
}

/* ---- choosing ------------------------------------------------------------------------------- */

/* Returns the mark that the learner chose; else the first number, or else word, that the picture shows. A
 * question about a place must be answered by looking. -1: none. */
static int chosen(const struct pointer *p)
{
    const struct lesson_session *l = p->s->session->lesson;
    int count = p->spots.count, learner = abs(l->run.point);
    if (learner > 0)
        return count > 0 ? (learner - 1) % count : -1;
    if (lesson_asks(lesson_now(l), ASK_CELL))
        return -1;
    for (int words = 0; words < 2; words++)
        for (int i = 0; i < count; i++)
            if (p->spots.v[i].found && p->mark[i].word == words)
                return i;
    return -1;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static const struct cell *cell_at(const struct pointer *p, int row, int col)
{
    return &p->whole.cells[row * p->whole.stride + col];
}

static bool is_blank(const struct pointer *p, int row, int col)
{
    if (row < 0 || col < 0 || row >= p->whole.rows || col >= p->whole.cols)
        return false;
    const struct cell *c = cell_at(p, row, col);
    return c->width == 1 && (c->ch[0] == ' ' || c->ch[0] == 0);
}

/* Blank, and not part of a lit line or of a coloured number. */
static bool is_free(const struct pointer *p, int row, int col)
{
    const uint16_t ground = is_blank(p, row, col) ? cell_at(p, row, col)->bg : 1;
    return (ground == 0 || ground == ink_hue(HUE_GREY, LESSON_RAISED)) &&
           cell_at(p, row, col)->style != STYLE_SELECTED && cell_at(p, row, col)->style != STYLE_CURSOR;
}

/* Draws in the colour of the focus, on the cell's own ground. */
static void put_line(const struct pointer *p, int row, int col, uint32_t ch)
{
    const struct cell *c = cell_at(p, row, col);
    if (c->style == STYLE_CURSOR || c->style == STYLE_SELECTED)
        canvas_glyph(p->whole, row, col, (enum style)c->style, ch);
    else
        canvas_inked(p->whole, row, col, ch, ink_hue(HUE_FOCUS, HUE_FULL), c->bg);
}

/* A bar beside the area in the first blank column, else none: nothing is covered. */
static void bar(const struct pointer *p, const struct area *a, int col, int other)
{
    const uint32_t sides[] = {p->s->ascii ? '[' : 0x2590, p->s->ascii ? ']' : 0x258C};
    bool left = col < other;
    for (int i = 0; i < a->rows; i++) {
        int row = a->row + i;
        if (is_free(p, row, col))
            put_line(p, row, col, left ? sides[0] : sides[1]);
        else if (is_blank(p, row, other))
            put_line(p, row, other, left ? sides[1] : sides[0]);
    }
}

/* A frame where there is room for one, else a bar at both sides. */
static void frame(const struct pointer *p, const struct area *a)
{
    const int left = a->col - 1, right = a->col + a->cols, below = a->row + a->rows;
    bool boxed = true;
    for (int row = a->row - 1; row <= below; row++)
        for (int col = left; col <= right; col++)
            if (row < a->row || row == below || col == left || col == right)
                boxed = boxed && is_free(p, row, col);
    if (!boxed) {
        bar(p, a, left, a->col);
        bar(p, a, right, right - 1);
        return;
    }
    for (int col = a->col; col < right; col++) {
        put_line(p, a->row - 1, col, 0x2500);
        put_line(p, below, col, 0x2500);
    }
    for (int row = a->row - 1; row <= below; row++) {
        bool first = row < a->row, last = row == below;
        put_line(p, row, left, first ? 0x250C : last ? 0x2514 : 0x2502);
        put_line(p, row, right, first ? 0x2510 : last ? 0x2518 : 0x2502);
    }
}

/* A line from column `from` to `to`: drawn behind what is there, with a blank column. */
static void line_behind(const struct pointer *p, int row, int from, int to)
{
    bool before = true; /* what was at the left is blank, or the line itself */
    for (int col = from; col <= to; col++) {
        bool blank = is_blank(p, row, col), after = col == to || is_blank(p, row, col + 1);
        if (before && after && is_free(p, row, col))
            put_line(p, row, col, 0x2500);
        before = blank;
    }
}

/* The way from the wall to an area in one row, up to the first text, such as the name of the row. */
struct way {
    int row, end; /* the last free column, which is `to` at most */
    int to;
};

static struct way way_in(const struct pointer *p, int row, int wall, int to)
{
    struct way w = {row, wall, to};
    while (w.end < to && is_free(p, row, w.end + 1))
        w.end++;
    return w;
}

/* Finds the row nearest to the mark's that is free up to the area; else the nearest row, if its text names
 * the mark and the way does not stop before another wall: a line would seem to mean what is on its near side,
 * such as a row of the list of stages. Returns false if there is none. */
static bool find_way(const struct pointer *p, int i, int wall, struct way *out)
{
    const struct area *a = &p->spots.v[i].area;
    int from = p->mark[i].row, last = a->row + a->rows - 1, to = a->col - 2;
    int nearest = from < a->row ? a->row : from > last ? last : from;
    for (int k = 0; k < 2 * a->rows; k++) {
        int row = nearest + (k % 2 ? -(k + 1) / 2 : k / 2);
        if (row < a->row || row > last)
            continue;
        *out = way_in(p, row, wall, to);
        if (out->end >= to)
            return true;
    }
    *out = way_in(p, nearest, wall, to);
    for (int col = out->end + 1; col <= to; col++) {
        const struct cell *c = cell_at(p, nearest, col); /* the rim of a dial has this style but is no wall */
        if (c->style == STYLE_BORDER && (c->ch[0] == 0x2502 || c->ch[0] == '|'))
            return false;
    }
    return p->spots.v[i].named;
}

/* From the end of the mark's line to the wall, along it, and on to the area; it ends in an arrow if it comes
 * there. */
static void lead(const struct pointer *p, int i, int wall)
{
    const struct mark *m = &p->mark[i];
    struct way w;
    int end = wall - 1;
    if (!find_way(p, i, wall, &w))
        return;
    while (end > m->col + m->width && is_blank(p, m->row, end - 1))
        end--;
    line_behind(p, m->row, end + 1, wall - 1);
    line_behind(p, w.row, wall + 1, w.end - 1);
    if (w.end == w.to && w.end > wall)
        put_line(p, w.row, w.to, 0x25B6);
    for (int r = m->row < w.row ? m->row : w.row; r <= (m->row < w.row ? w.row : m->row); r++)
        put_line(p, r, wall, 0x2502);
    if (w.row == m->row) {
        put_line(p, m->row, wall, 0x2500);
        return;
    }
    put_line(p, m->row, wall, w.row > m->row ? 0x256E : 0x256F);
    put_line(p, w.row, wall, w.row > m->row ? 0x2570 : 0x256D);
}

void pointer_draw(struct pointer *p, int wall)
{
    const int i = chosen(p);
    const struct mark *m = i >= 0 ? &p->mark[i] : NULL;
    const struct spot *spot = i >= 0 ? &p->spots.v[i] : NULL;
    /* 1. A click on a mark jumps to its place. */
    for (int k = 0; k < p->spots.count; k++)
        if (p->mark[k].width > 0 &&
            click_hit(p->s->click, p->whole, p->mark[k].row, p->mark[k].col, p->mark[k].width))
            click_line(p->s->click, "point %d", k + 1);
    /* 2. The commands are told what can be chosen, and where the chosen mark leads. */
    if (p->s->reach) {
        struct text line = SCREEN_TEXT(p->s);
        p->s->reach->points = p->spots.count;
        if (spot)
            pointing_line(p->s->session, &spot->target, &line);
        snprintf(p->s->reach->line, sizeof p->s->reach->line, "%s", text_str(&line));
    }
    /* 3. The chosen mark is underlined, on its own ground, and what it means framed. */
    if (spot && m->width > 0 && (spot->found || p->s->session->lesson->run.point != 0)) {
        uint16_t ground = cell_at(p, m->row, m->col)->bg;
        canvas_restyle(p->whole, m->row, m->col, m->width, STYLE_MARK);
        canvas_ink(p->whole, m->row, m->col, m->width, ground);
        if (ground)
            canvas_tint(p->whole, m->row, m->col, m->width, ink_hue(HUE_FOCUS, HUE_FULL));
    }
    if (!spot || !spot->found)
        return;
    frame(p, &spot->area);
    if (m->width > 0 && wall >= 0)
        lead(p, i, wall);
}

#include "view/stages/stages.h"

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "session/contexts.h"
#include "study/cursor.h"
#include "view/cell_name.h"
#include "view/stages/arithmetic_lines.h"

/* Steps from … to-1. */
struct stretch {
    int from, to;
};

/* Returns the rows of a step, with the heads of its table before it. */
static int step_rows(const struct page *p, int step)
{
    return arithmetic_line(p, p->nowhere, step) + arithmetic_begins(p, step);
}

static int span_rows(const struct page *p, struct stretch span)
{
    int rows = 0;
    for (int i = span.from; i < span.to; i++)
        rows += step_rows(p, i);
    return rows;
}

/* Returns the steps around `at` that fit in `room` rows. */
static struct stretch around(const struct page *p, int at, int count, int room)
{
    struct stretch span = {at, at + 1};
    int rows = step_rows(p, at) + !arithmetic_begins(p, at);
    while (span.from > 0 && rows + step_rows(p, span.from - 1) <= room / 2 + 1)
        rows += step_rows(p, --span.from);
    while (span.to < count && rows + step_rows(p, span.to) <= room)
        rows += step_rows(p, span.to++);
    while (span.from > 0 && rows + step_rows(p, span.from - 1) <= room)
        rows += step_rows(p, --span.from);
    return span;
}

/* Draws steps. The heads of a table that began before them go before the first; the line matters more than
 * its heads. Returns the rows they took. */
static int draw_span(const struct page *p, struct canvas c, struct stretch span, bool first)
{
    int row = 0, col, width, factor = p->s->session->now.state.look.stages.factor;
    if (first && c.rows > 1 && span.from > 0 && span.from < span.to && !arithmetic_begins(p, span.from))
        row += arithmetic_heads(p, c, span.from);
    for (int i = span.from; i < span.to; i++) {
        struct canvas at = canvas_part(c, row, 0, c.rows, c.cols);
        bool headed = arithmetic_begins(p, i) && at.rows > 1;
        if (headed)
            arithmetic_heads(p, at, i);
        at = canvas_part(at, headed, 0, at.rows, at.cols);
        row += headed + arithmetic_line(p, at, i);
        if (i == p->cursor && arithmetic_named(p, i))
            canvas_restyle(at, 0, 0, p->label, STYLE_SELECTED);
        if (i == p->cursor && derivation_factor(p->d, i, factor)) {
            arithmetic_factor(p, i, factor, &col, &width);
            canvas_restyle(at, 0, col, width, STYLE_CURSOR);
        }
    }
    return row;
}

/* Draws as many of `count` steps as fit: those around the cursor, the last ones of a walk, or the first and
 * the last with a gap between them. Returns the rows they took. */
static int draw_steps(const struct page *p, struct canvas c, int count)
{
    struct stretch head = {0, count}, tail = {count, count};
    if (count == 0 || span_rows(p, head) <= c.rows)
        return draw_span(p, c, head, true);
    if (p->cursor >= 0 || p->fades)
        return draw_span(p, c, around(p, p->cursor >= 0 ? p->cursor : count - 1, count, c.rows), true);
    while (tail.from > 0 && span_rows(p, (struct stretch){tail.from - 1, count}) <= c.rows / 2)
        tail.from--;
    int left = c.rows - 1 - span_rows(p, tail);
    head.to = 0;
    while (head.to < tail.from && span_rows(p, (struct stretch){0, head.to + 1}) <= left)
        head.to++;
    int row = draw_span(p, c, head, true);
    const char *key = key_now(p->s->session, "stages", "cycle pane 1");
    int col = canvas_putf(c, row, 2, STYLE_KEY, screen_text(p->s, TEXT("%s %d more lines")), "⋮",
                          tail.from - head.to);
    if (*key)
        canvas_putf(c, row, col, STYLE_KEY, screen_text(p->s, TEXT(" (%s)")), key);
    row++;
    return row + draw_span(p, canvas_part(c, row, 0, c.rows, c.cols), tail, false);
}

int arithmetic_rows(struct canvas c, const struct screen *s, const struct derivation *d)
{
    const struct look *look = &s->session->now.state.look;
    struct page measure = {
        .s = s, .d = d, .digits = look->digits, .number = look->digits + 6, .nowhere = {.cols = c.cols}};
    return 2 + (look->stages.pane == PANE_ARITHMETIC) + span_rows(&measure, (struct stretch){0, d->count});
}

void arithmetic_draw(struct canvas c, const struct screen *s, const struct derivation *d)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    if (s->hidden || d->count == 0)
        return;
    struct page p = arithmetic_page(c, s, d);
    struct derive_from here = derivation_here(&d->cell);
    int count = 0; /* the steps that the walk has reached */
    while (count < d->count && d->v[count].shown <= p.walk)
        count++;
    p.cursor = p.cursor < count ? p.cursor : count - 1;
    int foot = 1 + (p.cursor >= 0);
    /* 1. the cell, and the line under the cursor */
    int col = canvas_put(c, 0, 0, STYLE_TITLE, said_cell(s, &here));
    if (p.cursor >= 0 && d->count > 1) {
        col = canvas_putf(c, 0, col + 2, STYLE_DIM, screen_text(s, TEXT("line %d of %d")), p.cursor + 1,
                          d->count);
        if (count > 0 && span_rows(&p, (struct stretch){0, count}) > c.rows - 1 - foot)
            canvas_put(c, 0, col + 1, STYLE_KEY, s->ascii ? "Up Down" : "↑↓");
    }
    int row = 1;
    if (c.rows > 1 + foot)
        row += draw_steps(&p, canvas_part(c, 1, 0, c.rows - 1 - foot, c.cols), count);
    /* 2. = 0.30545, with two more decimals than elsewhere */
    bool walks = p.walk < d->segments;
    col = canvas_put(
        c, row, 0, STYLE_CURSOR,
        said_values(s, "= %s",
                    walks ? "?" : said_fixed(s, derive_result(&d->v[d->count - 1].is), p.wanted + 2, 24)));
    if (row < c.rows)
        arithmetic_landing(&p, canvas_part(c, row, 0, 1, c.cols));
    if (p.fades)
        canvas_putf(c, row, col + 2, STYLE_DIM, "%d/%d", p.walk, d->segments);
    /* 3. where Enter leads from the line under the cursor */
    if (p.cursor >= 0) {
        const struct derive_from *from = derivation_factor(d, p.cursor, look->stages.factor);
        int view = from ? -1 : cursor_origin(&now->state, &now->config, d->v[p.cursor].is.kind);
        const char *to = screen_text(s, TEXT("from the lines above"));
        col = 0;
        if (from || view >= 0) {
            col = 1 + canvas_put(c, row + 1, 0, STYLE_KEY, "Enter");
            to = said_values(s, s->ascii ? "-> %s" : "→ %s",
                             from ? said_cell(s, from) : screen_text(s, views[view]->title));
        }
        canvas_put(c, row + 1, col, STYLE_DIM, to);
    }
}

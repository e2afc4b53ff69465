#include "view/stages/arithmetic.h"

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "session/contexts.h"
#include "study/cursor.h"
#include "view/cell_name.h"
#include "view/stages/arithmetic_lines.h"
#include "view/stages/curve.h"

/* Steps from … to-1. */
struct stretch {
    int from, to;
};

static int height(const struct page *p, int step)
{
    return arithmetic_line(p, p->nowhere, step) + arithmetic_begins(p, step);
}

static int height_of(const struct page *p, struct stretch span)
{
    int rows = 0;
    for (int i = span.from; i < span.to; i++)
        rows += height(p, i);
    return rows;
}

/* Returns the number of steps that the walk has reached. */
static int appeared(const struct page *p)
{
    int n = 0;
    while (n < p->d->count && p->d->v[n].shown <= p->walk)
        n++;
    return n;
}

/* Returns the steps around `at` that fit in `room` rows. */
static struct stretch around(const struct page *p, int at, int count, int room)
{
    struct stretch span = {at, at + 1};
    int rows = height(p, at) + !arithmetic_begins(p, at);
    while (span.from > 0 && rows + height(p, span.from - 1) <= room / 2 + 1)
        rows += height(p, --span.from);
    while (span.to < count && rows + height(p, span.to) <= room)
        rows += height(p, span.to++);
    while (span.from > 0 && rows + height(p, span.from - 1) <= room)
        rows += height(p, --span.from);
    return span;
}

/* Finds the first and the last steps that fit in `room` rows, one of which is for the gap. */
static void both_ends(const struct page *p, int count, int room, struct stretch out[2])
{
    out[0] = (struct stretch){0, 0};
    out[1] = (struct stretch){count, count};
    while (out[1].from > 0 && height_of(p, (struct stretch){out[1].from - 1, count}) <= room / 2)
        out[1].from--;
    int left = room - 1 - height_of(p, out[1]);
    while (out[0].to < out[1].from && height_of(p, (struct stretch){0, out[0].to + 1}) <= left)
        out[0].to++;
}

static int draw_step(const struct page *p, struct canvas at, int step, int cursor)
{
    const struct look *look = &p->s->model->now.state.look;
    int row = arithmetic_begins(p, step) && at.rows > 1; /* the line matters more than its heads */
    int col, width;
    if (row)
        arithmetic_heads(p, at, step);
    int rows = arithmetic_line(p, canvas_part(at, row, 0, at.rows, at.cols), step);
    if (step != cursor)
        return row + rows;
    if (arithmetic_named(p, step))
        canvas_restyle(at, row, 0, p->label, STYLE_SELECTED);
    if (!derivation_factor(p->d, step, look->factor))
        return row + rows;
    arithmetic_factor(p, step, look->factor, &col, &width);
    canvas_restyle(at, row, col, width, STYLE_CURSOR);
    return row + rows;
}

static int draw_span(const struct page *p, struct canvas c, struct stretch span, int cursor, bool first)
{
    int row = 0;
    if (first && c.rows > 1 && span.from > 0 && span.from < span.to && !arithmetic_begins(p, span.from))
        row += arithmetic_heads(p, c, span.from);
    for (int i = span.from; i < span.to; i++)
        row += draw_step(p, canvas_part(c, row, 0, c.rows, c.cols), i, cursor);
    return row;
}

static void more(struct canvas c, int row, const struct screen *s, int left)
{
    const char *key = key_now(s->model, "stages", "cycle pane 1");
    int col = canvas_putf(c, row, 2, STYLE_KEY, screen_text(s, TEXT("%s %d more lines", "%s 还有 %d 行")),
                          s->ascii ? ":" : "⋮", left);
    if (*key)
        canvas_putf(c, row, col, STYLE_KEY, screen_text(s, TEXT(" (%s)", "（%s）")), key);
}

/* Draws as many steps as fit; returns the rows they took. */
static int body(const struct page *p, struct canvas c, int cursor)
{
    struct stretch ends[2] = {{0, appeared(p)}, {0, 0}};
    int count = ends[0].to;
    if (count == 0 || height_of(p, ends[0]) <= c.rows)
        return draw_span(p, c, ends[0], cursor, true);
    if (cursor >= 0 || p->fades)
        return draw_span(p, c, around(p, cursor >= 0 ? cursor : count - 1, count, c.rows), cursor, true);
    both_ends(p, count, c.rows, ends);
    int row = draw_span(p, c, ends[0], cursor, true);
    more(c, row++, p->s, ends[1].from - ends[0].to);
    return row + draw_span(p, canvas_part(c, row, 0, c.rows, c.cols), ends[1], cursor, false);
}

/* Draws = 0.30545, with two more decimals than elsewhere. */
static void result(struct canvas c, int row, const struct page *p)
{
    struct text t = SCREEN_TEXT(p->s);
    text_add(&t, "= ");
    if (p->walk < p->d->segments)
        text_add(&t, "?");
    else
        number_fixed(&t, derive_result(&p->d->v[p->d->count - 1].is), p->wanted + 2, 24);
    int col = canvas_put(c, row, 0, STYLE_CURSOR, text_str(&t));
    if (row < c.rows)
        arithmetic_landing(p, canvas_part(c, row, 0, 1, c.cols));
    if (p->fades)
        canvas_putf(c, row, col + 2, STYLE_DIM, "%d/%d", p->walk, p->d->segments);
}

/* Draws where Enter leads from the line under the cursor. */
static void way(struct canvas c, int row, const struct page *p, int cursor)
{
    struct text t = SCREEN_TEXT(p->s);
    const struct derive_from *from = derivation_factor(p->d, cursor, p->s->model->now.state.look.factor);
    const struct scene *now = &p->s->model->now;
    int view = from ? -1 : cursor_origin(&now->state, &now->config, p->d->v[cursor].is.kind);
    if (from || view >= 0) {
        int col = canvas_put(c, row, 0, STYLE_KEY, "Enter");
        text_add(&t, p->s->ascii ? "-> " : "→ ");
        if (from)
            cell_name(&t, p->s, from);
        else
            text_add(&t, screen_pair(p->s, views[view]->title));
        canvas_put(c, row, col + 1, STYLE_DIM, text_str(&t));
    } else {
        canvas_put(c, row, 0, STYLE_DIM, screen_text(p->s, TEXT("from the lines above", "来自上面几行")));
    }
}

/* Returns the rows for the curve below: over a given number or, on a high screen, over a setting. The picture
 * of the weights needs more of the screen. */
static int curve_rows(const struct screen *s)
{
    enum { HIGH = 36, HIGHER = 48 };
    const struct look *look = &s->model->now.state.look;
    int needed = s->model->curve.knob.kind == KNOB_CELL ? 0 : look->stage == STAGE_WEIGHTS ? HIGHER : HIGH;
    return look->view == VIEW_STAGES && curve_shown(s) && s->model->rows >= needed ? 1 + CURVE_ROWS : 0;
}

int arithmetic_rows(struct canvas c, const struct screen *s, const struct derivation *d)
{
    struct page p = arithmetic_page(c, s, d);
    return 2 + curve_rows(s) + (s->model->now.state.look.pane == PANE_ARITHMETIC) +
           height_of(&p, (struct stretch){0, d->count});
}

void arithmetic_draw(struct canvas c, const struct screen *s, const struct derivation *d)
{
    if (s->hidden)
        return;
    enum { WIDE = 48 };
    const struct look *look = &s->model->now.state.look;
    struct page p = arithmetic_page(c, s, d);
    struct derive_from here = derivation_here(&d->cell);
    struct text t = SCREEN_TEXT(s);
    int count = appeared(&p), cursor = look->pane != PANE_ARITHMETIC ? -1
                                       : look->line < count          ? look->line
                                                                     : count - 1;
    int foot = 1 + (cursor >= 0), curve = curve_rows(s);
    if (d->count == 0)
        return;
    cell_name(&t, s, &here);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    if (cursor >= 0 && d->count > 1) {
        col = canvas_putf(c, 0, col + 2, STYLE_DIM,
                          screen_text(s, TEXT("line %d of %d", "第 %d 行，共 %d 行")), cursor + 1, d->count);
        if (count > 0 && height_of(&p, (struct stretch){0, count}) > c.rows - 1 - foot)
            canvas_put(c, 0, col + 1, STYLE_KEY, s->ascii ? "Up Down" : "↑↓");
    }
    int rows = c.rows > 1 + foot ? body(&p, canvas_part(c, 1, 0, c.rows - 1 - foot, c.cols), cursor) : 0;
    result(c, 1 + rows, &p);
    if (cursor >= 0)
        way(c, 2 + rows, &p, cursor);
    struct canvas below = canvas_part(c, 2 + rows + foot, 0, curve ? CURVE_ROWS : 0, c.cols);
    curve_draw(canvas_part(below, 0, 0, below.rows, c.cols < WIDE ? c.cols : WIDE), s);
}

/* All heads at once, and what each does, measured from its weights. */
#include <stdint.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/head_kind.h"
#include "view/arcs/arcs.h"
#include "view/stages/stages.h"

enum { GAP = 2, MARKER = 1, TITLE = 1, WIDE_LEAST = 7, HIGH_LEAST = 3, TITLE_WIDE = 24, READ_MOST = 8 };

/* The page: which head is where. */
struct page {
    const struct screen *s;
    const struct scene *now;
    int heads, abreast, wide, high; /* of a thumbnail's matrix: columns and lines at most */
    struct grid_dots dots;
    bool digits;
};

static int head_here(const struct page *p)
{
    return p->now->state.look.head;
}

static void part_of(struct stages_part *part, const struct page *p, int head)
{
    stages_part_of(part, p->s, head, (struct stages_marks){NULL, false});
    part->g.no_cursor = false;
    if (part->g.map == GRID_SEQUENTIAL) {
        part->g.map = GRID_HUED;
        part->g.hue = hue_of_head(head);
    }
}

static int bands(const struct page *p, int abreast)
{
    return (p->heads + abreast - 1) / abreast;
}

/* Returns false if the last row would be shorter than it needs to be. */
static bool balanced(const struct page *p, int abreast)
{
    int rows = bands(p, abreast);
    return abreast == (p->heads + rows - 1) / rows;
}

/* Finds the arrangement that shows most heads at once, of these the one with the most dots, then with the
 * largest ones. */
static void arrange(struct page *p, const struct grid *g, int rows, int cols)
{
    int64_t best = -1;
    for (int a = 1; a <= p->heads; a++) {
        int wide = (cols + GAP) / a - GAP - MARKER, high = rows / bands(p, a) - 1 - TITLE;
        if (a > 1 && wide < WIDE_LEAST)
            break;
        if (!balanced(p, a))
            continue;
        high = high < HIGH_LEAST ? HIGH_LEAST : high; /* the rest scrolls */
        int shown = rows / (high + 1 + TITLE) * a;
        shown = shown < p->heads ? shown : p->heads;
        struct grid_dots d = grid_dots_fit(p->s, g, high, wide);
        int64_t worth = ((int64_t)shown << 40) + ((int64_t)d.rows * d.cols << 16) + (int64_t)d.wide * d.high;
        if (worth > best) {
            best = worth;
            p->abreast = a;
            p->wide = wide;
            p->high = high;
            p->dots = d;
        }
    }
}

/* Makes cells with digits as large as the room allows; very large ones leave `text` rows free. Returns false
 * if not all heads fit at once. */
static bool arrange_digits(struct page *p, struct grid *g, int rows, int cols, int text)
{
    enum { WIDEST = 16, HIGHEST = 6 };
    for (int a = p->heads; a > 0; a--) {
        int wide = (cols + GAP) / a - GAP, high = rows / bands(p, a) - 1 - TITLE;
        if (!balanced(p, a) || wide <= grid_width(g) || high < grid_rows(g))
            continue;
        int cell = (wide - 1 - grid_margin(g)) / g->m.cols, tall = (high - 1) / g->m.rows,
            highest = ((rows - text) / bands(p, a) - 2 - TITLE) / g->m.rows;
        highest = highest > HIGHEST ? highest : HIGHEST;
        int widest = 3 * highest > WIDEST + 4 ? 3 * highest : WIDEST;
        g->min_width = cell < widest ? cell : widest;
        tall = tall < highest ? tall : highest;
        g->height = tall < g->min_width / 2 ? tall : g->min_width / 2;
        p->abreast = a;
        p->wide = grid_width(g);
        p->high = grid_rows(g);
        return true;
    }
    return false;
}

static struct head_weights weights_of(const struct page *p, int head)
{
    const struct look *look = &p->now->state.look;
    return head_weights_of(p->now, look->layer, look->stage, head);
}

/* head 2 done-to: near */
static void draw_title(struct canvas c, const struct page *p, int h)
{
    bool here = h == head_here(p);
    struct head_weights w = weights_of(p, h);
    struct text t = SCREEN_TEXT(p->s), brief = SCREEN_TEXT(p->s);
    const char *name = head_name(p->now, p->now->state.look.stage, h),
               *kind = screen_pair(p->s, head_kinds[head_kind_of(&w)].title);
    text_addf(&t, screen_text(p->s, TEXT("head %d", "第 %d 头")), h + 1);
    text_addf(&brief, "%d", h + 1);
    bool full = utf8_width(text_str(&t)) + 2 + utf8_width(kind) <= c.cols;
    const char *number = text_str(full ? &t : &brief);
    int col = here ? canvas_put(c, 0, 0, STYLE_SELECTED, number)
                   : canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(hue_of_head(h), HUE_FULL), number);
    if (full && *name && col + 3 + utf8_width(name) + utf8_width(kind) < c.cols) {
        col = canvas_put(c, 0, col + 1, STYLE_STRONG, name);
        col = canvas_put(c, 0, col, STYLE_NOTE, screen_text(p->s, TEXT(": ", "：")));
    } else {
        col++;
    }
    canvas_put(c, 0, col, here ? STYLE_TITLE : STYLE_NOTE, kind);
    if (click_hit(p->s->click, c, 0, 0, c.cols))
        click_line(p->s->click, "head %d", h);
}

/* The heights of dots, half lines or lines, that make a line. */
static int per_line(const struct page *p)
{
    return p->s->ascii || screen_mono(p->s) ? 1 : 2;
}

/* The arrows at the line of the asking word and below the column of the one that is read. */
static void draw_markers(struct canvas c, const struct page *p, const struct grid *g)
{
    const struct grid_dots *d = &p->dots;
    int per = per_line(p), row = grid_dot_of(g->row, d->rows, g->m.rows),
        col = grid_dot_of(g->col, d->cols, g->m.cols);
    canvas_put(c, (row * d->high + d->high / 2) / per, 0, STYLE_TITLE, p->s->ascii ? ">" : "▸");
    canvas_put(c, grid_dots_lines(p->s, d), MARKER + col * d->wide + (d->wide - 1) / 2, STYLE_TITLE,
               p->s->ascii ? "^" : "▴");
}

static void draw_one(struct canvas c, const struct page *p, int h, const struct grid *like)
{
    struct stages_part part;
    part_of(&part, p, h);
    draw_title(canvas_part(c, 0, p->digits ? 0 : MARKER, 1, c.cols), p, h);
    struct canvas below = canvas_part(c, TITLE, 0, c.rows, c.cols);
    part.g.corner = NULL;
    if (p->digits) {
        part.g.no_cursor = h != head_here(p);
        part.g.min_width = like->min_width;
        part.g.height = like->height;
        part.g.digits = like->digits;
        grid_draw(below, p->s, &part.g);
        return;
    }
    draw_markers(below, p, &part.g);
    part.g.row_lit = p->dots.high < per_line(p); /* the arrow is beside more than one row */
    part.g.no_cursor = !part.g.row_lit;
    grid_dots_draw(canvas_part(below, 0, MARKER, below.rows, p->wide), p->s, &part.g, &p->dots);
}

/* Returns the lines that the heads took. */
static int draw_all(struct canvas c, const struct page *p, const struct grid *like)
{
    int high = p->digits ? p->high : grid_dots_lines(p->s, &p->dots),
        wide = p->digits ? p->wide : MARKER + p->dots.cols * p->dots.wide, step = high + TITLE + 1;
    int shown = c.rows / step, all = bands(p, p->abreast), last = 0;
    int least = wide > TITLE_WIDE ? wide : TITLE_WIDE,
        pitch = GAP + (p->digits                  ? wide
                       : least < p->wide + MARKER ? least
                                                  : p->wide + MARKER);
    int first = shown < all ? screen_first_shown(head_here(p) / p->abreast, all, shown) : 0;
    for (int h = first * p->abreast; h < p->heads && (shown <= 0 || h < (first + shown) * p->abreast); h++) {
        last = (h / p->abreast - first) * step;
        draw_one(canvas_part(c, last, h % p->abreast * pitch, step, pitch - GAP + 1), p, h, like);
    }
    return last + step;
}

/* ---- whom the asking word reads ------------------------------------------------------------ */

/* The keys' words, also where the stage's columns are dimensions. */
static void add_key(struct text *out, const struct page *p, int j)
{
    const struct sequence *rows, *keys;
    int stage = stage_weights_of(p->now->state.look.stage);
    cursor_stage_words(&p->now->state, &p->now->config, stage, &rows, &keys);
    screen_word(&p->now->state, keys, j, out);
}

/* The head that reads key j most. */
static int reader_of(const struct page *p, int query, int j, double *most)
{
    int best = 0;
    *most = -1;
    for (int h = 0; h < p->heads; h++) {
        double x = mat_at(weights_of(p, h).weights, query, j);
        if (x > *most) {
            *most = x;
            best = h;
        }
    }
    return best;
}

/* Returns the key that is read most after `above`, with equal ones from left to right; -1: none. */
static int next_read(const struct page *p, int query, const bool *done, int keys)
{
    int best = -1;
    double most = 0, x;
    for (int j = 0; j < keys; j++) {
        reader_of(p, query, j, &x);
        if (!done[j] && x > most) {
            most = x;
            best = j;
        }
    }
    return best;
}

#define SHOWN_FROM 0.005 /* less would be written 0.00 */

/* What is said in place of whom a word reads: with some head it has overflowed, or with all it reads nobody.
 */
static const char *reads_none(const struct page *p, int query)
{
    const char *none = NULL;
    bool somebody = false;
    for (int h = 0; h < p->heads; h++) {
        struct mat row = mat_rows(weights_of(p, h).weights, query, 1);
        none = screen_reads_none(p->s, row);
        somebody = somebody || !none;
        if (mat_overflowed(row))
            return none;
    }
    return somebody ? NULL : none;
}

/* was reads most: that 0.66 (1)  baker 0.20 (3) … Returns the lines it took. */
static int draw_read(struct canvas c, const struct page *p, const struct stages_part *part)
{
    enum { LINES = 2 };
    bool done[CONFIG_MAX_WORDS] = {false};
    struct text t = SCREEN_TEXT(p->s);
    int keys = weights_of(p, 0).weights.cols, row = 0;
    part->g.row_label(part->g.arg, part->g.row, &t);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    col = canvas_put(c, 0, col, STYLE_NOTE,
                     screen_text(p->s, TEXT(" reads most, by head: ", "最关注（括号里是头）：")));
    const char *none = reads_none(p, part->g.row);
    if (none)
        canvas_put(c, 0, col, STYLE_NOTE, none);
    for (int i = 0; !none && i < READ_MOST && i < keys; i++) {
        double x;
        int j = next_read(p, part->g.row, done, keys), h;
        if (j < 0)
            break;
        done[j] = true;
        h = reader_of(p, part->g.row, j, &x);
        if (x < SHOWN_FROM)
            break;
        text_clear(&t);
        add_key(&t, p, j);
        text_addf(&t, " %.2f (%d)", x, h + 1);
        if (col + utf8_width(text_str(&t)) > c.cols) {
            if (++row == LINES)
                break;
            col = 2;
        }
        col = canvas_put_ink(c, row, col, STYLE_STRONG, ink_hue(hue_of_head(h), HUE_FULL), text_str(&t)) + 3;
    }
    return row < LINES ? row + 1 : LINES;
}

/* The arcs of all heads, or of the one in focus if there are many. */
static void draw_arcs(struct canvas c, const struct page *p)
{
    enum { HEADS = 4 };
    const struct look *look = &p->now->state.look;
    const struct attention *a = stage_attention(&p->now->trace.layer[look->layer], look->stage);
    bool all = p->heads <= HEADS, crosses = config_crosses(&p->now->config) || stage_crosses(look->stage);
    arcs_draw(c, &(struct arcs){p->s, p->now, a, crosses, look->query, look->key, all ? 0 : look->head,
                                all ? p->heads : 1, READ_MOST, NULL});
}

/* Returns the lines it took. */
static int draw_legend(struct canvas c, const struct page *p, const struct grid *g)
{
    bool words = ((const struct stages_labels *)g->arg)->cols != NULL; /* not dimensions */
    struct text t = SCREEN_TEXT(p->s);
    const struct canvas one = {.rows = p->high, .cols = p->wide};
    if (p->digits && grid_pictured(one, p->s, g))
        text_add(&t, screen_text(p->s, TEXT("per cent; ", "百分数；")));
    grid_say_shade(&t, p->s, g, p->digits ? NULL : &p->dots);
    const char *more = screen_text(p->s, TEXT("; rows ask, columns are read", "；行在问，列被读"));
    if (words && utf8_width(text_str(&t)) + utf8_width(more) <= c.cols)
        text_add(&t, more);
    return canvas_flow(c, 0, STYLE_DIM, text_str(&t));
}

/* Whom the asking word reads: by name, then over the running text. */
static void draw_reading(struct canvas c, const struct page *p, const struct stages_part *part)
{
    enum { ARCS_LEAST = 2, ARCS_AIRY = 6 };
    int row = draw_read(c, p, part) + 1;
    if (c.rows >= row + (p->digits ? ARCS_AIRY : ARCS_LEAST))
        draw_arcs(canvas_part(c, row, 0, c.rows - row, c.cols), p);
}

void stages_heads_draw(struct canvas c, const struct screen *s)
{
    enum { NOTES = 4, NOTES_NEED = 10, HIGH = 24 };
    struct page p = {.s = s, .now = &s->model->now, .heads = s->model->now.config.heads, .abreast = 1};
    struct stages_part part;
    c = canvas_part(c, 0, 0, c.rows, c.cols - 1); /* air at the edge */
    if (stages_layers_draw(c, s))
        return;
    part_of(&part, &p, head_here(&p));
    part.g.corner = NULL;
    int rows = c.rows - (c.rows >= NOTES_NEED ? NOTES : 1), text = c.rows >= HIGH ? c.rows / 3 + 1 : 0;
    for (int spare = 0; spare <= NOTES && !p.digits; spare += NOTES / 2)
        for (int digits = p.now->state.look.digits; digits > 0 && !p.digits; digits--) {
            part.g.digits = digits;
            p.digits = arrange_digits(&p, &part.g, rows + spare, c.cols, text);
        }
    if (!p.digits)
        arrange(&p, &part.g, rows - text, c.cols);
    int row = draw_all(c, &p, &part.g);
    row += draw_legend(canvas_part(c, row, 0, c.rows - row, c.cols), &p, &part.g);
    row += c.rows >= NOTES_NEED + NOTES;
    if (row < c.rows && !s->hidden)
        draw_reading(canvas_part(c, row, 0, c.rows - row, c.cols), &p, &part);
}

/* All heads at once, and what each does, measured from its weights. */
#include <stdint.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "study/head_kind.h"
#include "view/arcs/arcs.h"
#include "view/stages/stages.h"

enum { GAP = 2, MARKER = 1, TITLE = 1, WIDE_LEAST = 7, HIGH_LEAST = 3, TITLE_WIDE = 24, READ_MOST = 8 };

/* The page: which head is where. */
struct thumbs {
    const struct screen *s;
    const struct scene *now;
    int rows;                       /* of the page */
    int heads, abreast, wide, high; /* of a thumbnail's matrix: columns and lines at most */
    struct grid_dots dots;
    bool digits;
    int per_line; /* the heights of dots, half lines or lines, that make a line */
};

void stages_hued_part(struct stages_part *part, const struct screen *s, int head, enum hue hue)
{
    stages_part_of(part, s, head, (struct stages_marks){NULL, false});
    part->g.no_cursor = false;
    part->g.corner = NULL;
    if (part->g.map == GRID_SEQUENTIAL) {
        part->g.map = GRID_HUED;
        part->g.hue = hue;
    }
}

/* Returns the rows of heads; 0: the last one would be shorter than it needs to be. */
static int bands(const struct thumbs *p, int abreast)
{
    int rows = (p->heads + abreast - 1) / abreast;
    return abreast == (p->heads + rows - 1) / rows ? rows : 0;
}

/* Finds the arrangement that shows most heads at once, of these the one with the most dots, then with the
 * largest ones. */
static void arrange_dots(struct thumbs *p, const struct grid *g, int rows, int cols)
{
    int64_t best = -1;
    for (int a = 1; a <= p->heads; a++) {
        int wide = (cols + GAP) / a - GAP - MARKER;
        if (a > 1 && wide < WIDE_LEAST)
            break;
        if (!bands(p, a))
            continue;
        int high = rows / bands(p, a) - 1 - TITLE;
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

/* Makes cells with digits as large as the room allows; cells of several lines leave `few` of the rows.
 * Returns false if not all heads fit at once. */
static bool arrange_digits(struct thumbs *p, struct grid *g, int rows, int few, int cols)
{
    for (int a = p->heads; a > 0; a--) {
        int wide = (cols + GAP) / a - GAP, high = bands(p, a) ? (rows + 1) / bands(p, a) - 1 - TITLE : 0;
        if (wide <= grid_width(g) || high < grid_rows(g))
            continue;
        int tall = ((few + 1) / bands(p, a) - 2 - TITLE) / g->m.rows;
        g->min_width = (wide - 1 - grid_margin(g)) / g->m.cols;
        g->height = tall < stages_cell_height(g->min_width) ? tall : stages_cell_height(g->min_width);
        p->abreast = a;
        p->wide = grid_width(g);
        p->high = grid_rows(g);
        return true;
    }
    return false;
}

/* Arranges the heads with the most digits with which they fit, else as dots; `like` is the one in focus.
 * What is said of them needs some rows, the running text a third of a high page; but all heads are seen.
 * Returns the lines that they take. */
static int arrange(struct thumbs *p, struct stages_part *like, int cols)
{
    enum { SAID = 5 };
    int rows = p->rows - (p->rows >= 24 ? p->rows / 3 + 1 : SAID), lines = p->rows;
    stages_hued_part(like, p->s, p->now->state.look.head, hue_of_head(p->now->state.look.head));
    p->digits = false;
    for (int digits = p->now->state.look.digits; digits > 0 && !p->digits; digits--) {
        like->g.digits = digits;
        p->digits = arrange_digits(p, &like->g, p->rows - SAID, rows, cols);
    }
    for (int all = 0; all < 2 && lines > rows; all++) {
        if (!p->digits)
            arrange_dots(p, &like->g, all ? p->rows : rows, cols);
        lines = (p->heads + p->abreast - 1) / p->abreast *
                    ((p->digits ? p->high : grid_dots_lines(p->s, &p->dots)) + TITLE + 1) -
                p->digits;
    }
    return lines < p->rows ? lines : p->rows; /* the rest scrolls */
}

static struct head_weights weights_of(const struct thumbs *p, int head)
{
    const struct look *look = &p->now->state.look;
    return head_weights_of(p->now, look->layer, look->stage, head);
}

/* Draws head 2 done-to: near, and its matrix; as dots with arrows at the line of the asking word and below
 * the column of the one that is read. */
static void draw_head(struct canvas c, const struct thumbs *p, int h, const struct grid *like)
{
    const struct look *look = &p->now->state.look;
    const struct grid_dots *d = &p->dots;
    bool here = h == look->head;
    struct head_weights w = weights_of(p, h);
    /* 1. the title: its number alone where its kind then has room */
    struct canvas title = canvas_part(c, 0, p->digits ? 0 : MARKER, 1, c.cols);
    const char *name = head_name(p->now, look->stage, h),
               *kind = screen_text(p->s, head_kinds[head_kind_of(&w)].title),
               *number = say(p->s, TEXT_AS("heads", "head %d"), h + 1);
    bool full = utf8_width(number) + 2 + utf8_width(kind) <= title.cols;
    number = full ? number : said_values(p->s, "%d", h + 1);
    int col = here ? canvas_put(title, 0, 0, STYLE_SELECTED, number)
                   : canvas_put_ink(title, 0, 0, STYLE_STRONG, ink_hue(hue_of_head(h), HUE_FULL), number);
    if (full && *name && col + 3 + utf8_width(name) + utf8_width(kind) < title.cols) {
        col = canvas_put(title, 0, col + 1, STYLE_STRONG, name);
        col = canvas_put(title, 0, col, STYLE_NOTE, screen_text(p->s, TEXT(": ")));
    } else {
        col++;
    }
    canvas_put(title, 0, col, here ? STYLE_TITLE : STYLE_NOTE, kind);
    if (click_hit(p->s->click, title, 0, 0, title.cols))
        click_line(p->s->click, "head %d", h);
    /* 2. the matrix */
    struct stages_part part;
    stages_hued_part(&part, p->s, h, hue_of_head(h));
    struct grid *g = &part.g;
    struct canvas below = canvas_part(c, TITLE, 0, c.rows, c.cols);
    if (p->digits) {
        g->no_cursor = !here;
        g->min_width = like->min_width;
        g->height = like->height;
        g->digits = like->digits;
        grid_draw(below, p->s, g);
        return;
    }
    int row = grid_dot_of(g->row, d->rows, g->m.rows) * d->high + d->high / 2,
        at = grid_dot_of(g->col, d->cols, g->m.cols) * d->wide + (d->wide - 1) / 2;
    canvas_put(below, row / p->per_line, 0, STYLE_TITLE, "▸");
    canvas_put(below, grid_dots_lines(p->s, d), MARKER + at, STYLE_TITLE, "▴");
    g->row_lit = d->high < p->per_line; /* the arrow is beside more than one row */
    g->no_cursor = !g->row_lit;
    grid_dots_draw(canvas_part(below, 0, MARKER, below.rows, p->wide), p->s, g, d);
}

static int thumbs_draw(struct canvas c, const void *of)
{
    struct thumbs p = *(const struct thumbs *)of;
    struct stages_part like;
    int rows = arrange(&p, &like, c.cols);
    int high = p.digits ? p.high : grid_dots_lines(p.s, &p.dots),
        wide = p.digits ? p.wide : MARKER + p.dots.cols * p.dots.wide, step = high + TITLE + 1;
    int shown = (c.rows + p.digits) / step, all = (p.heads + p.abreast - 1) / p.abreast;
    int least = wide > TITLE_WIDE ? wide : TITLE_WIDE,
        pitch = GAP + (p.digits                  ? wide
                       : least < p.wide + MARKER ? least
                                                 : p.wide + MARKER);
    int first = shown < all ? screen_first_shown(p.now->state.look.head / p.abreast, all, shown) : 0;
    for (int h = first * p.abreast; c.cells && h < p.heads && (shown <= 0 || h < (first + shown) * p.abreast);
         h++)
        draw_head(
            canvas_part(c, (h / p.abreast - first) * step, h % p.abreast * pitch, step, pitch - GAP + 1), &p,
            h, &like.g);
    return rows;
}

#define SHOWN_FROM 0.005 /* less would be written 0.00 */

/* Draws was reads most, by head: that 0.66 (1)   baker 0.20 (3) …, equal ones from left to right, the first
 * head of equal ones; or that it has overflowed with some head, or nobody with all. Returns the lines. */
static int draw_read(struct canvas c, const void *of)
{
    enum { LINES = 2 };
    const struct thumbs *p = of;
    struct stages_part part;
    stages_hued_part(&part, p->s, 0, hue_of_head(0));
    int query = part.g.row, keys = weights_of(p, 0).weights.cols, row = 0;
    struct text word = SCREEN_TEXT(p->s);
    part.g.row_label(part.g.arg, query, &word);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&word));
    col = canvas_put(c, 0, col, STYLE_NOTE, screen_text(p->s, TEXT(" reads most, by head: ")));
    /* 1. nobody */
    const char *none = NULL;
    bool somebody = false, overflowed = false;
    for (int h = 0; h < p->heads && !overflowed; h++) {
        struct mat weights = mat_rows(weights_of(p, h).weights, query, 1);
        none = screen_reads_none(p->s, weights);
        somebody = somebody || !none;
        overflowed = mat_overflowed(weights);
    }
    if (none && (overflowed || !somebody)) {
        canvas_put(c, 0, col, STYLE_NOTE, none);
        return 1;
    }
    /* 2. the keys' words, also where the stage's columns are dimensions */
    const struct sequence *rows, *words;
    cursor_stage_words(&p->now->state, &p->now->config, stage_weights_of(p->now->state.look.stage), &rows,
                       &words);
    bool done[CONFIG_MAX_WORDS] = {false};
    for (int i = 0; i < READ_MOST && i < keys; i++) {
        int best = -1, head = 0;
        double most = 0;
        for (int j = 0; j < keys; j++)
            for (int h = 0; h < p->heads && !done[j]; h++) {
                double x = mat_at(weights_of(p, h).weights, query, j);
                if (x > most) {
                    most = x;
                    best = j;
                    head = h;
                }
            }
        if (best < 0 || most < SHOWN_FROM)
            break;
        done[best] = true;
        const char *read = said_values(p->s, "%s %s (%d)", said_word(p->s, &p->now->state, words, best),
                                       share_text(p->s, most, SHARE_PLAIN), head + 1);
        if (col + utf8_width(read) > c.cols) {
            if (++row == LINES)
                break;
            col = 2;
        }
        col = canvas_put_ink(c, row, col, STYLE_STRONG, ink_hue(hue_of_head(head), HUE_FULL), read) + 3;
    }
    return row < LINES ? row + 1 : LINES;
}

/* Draws what full colour means in the thumbnails; returns the lines. */
static int draw_shade(struct canvas c, const void *of)
{
    struct thumbs p = *(const struct thumbs *)of;
    struct stages_part like;
    arrange(&p, &like, c.cols);
    const struct canvas one = {.rows = p.high, .cols = p.wide};
    bool pictured = p.digits && grid_pictured(one, p.s, &like.g);
    return stages_shade_draw(c, p.s, &like.g, p.digits ? NULL : &p.dots,
                             pictured ? screen_text(p.s, TEXT("per cent; ")) : "", like.labels.cols);
}

/* Draws whom the asking word reads over the running text, with all heads, or with the one in focus if there
 * are many. */
static void arcs_part_draw(struct canvas c, const void *of)
{
    enum { ARCS_HEADS = 4 };
    const struct thumbs *p = of;
    bool all = p->heads <= ARCS_HEADS;
    struct arcs arcs = stages_arcs(p->s, all ? 0 : p->now->state.look.head, all ? p->heads : 1, READ_MOST);
    arcs_draw(c, &arcs);
}

void stages_heads_draw(struct canvas c, const struct screen *s)
{
    enum { LEAST = 24 };
    struct thumbs p = {.s = s,
                       .now = &s->session->now,
                       .rows = c.rows,
                       .heads = s->session->now.config.heads,
                       .abreast = 1,
                       .per_line = s->ascii || screen_mono(s) ? 1 : 2};
    const struct page_size reads = {.cols = LEAST, .lines = draw_read}, arcs = {.rows = 3, .cols = LEAST};
    const struct page_part parts[] = {
        {"thumbs", 0, {.cols = WIDE_LEAST + MARKER, .lines = thumbs_draw}, NULL, NULL},
        {"shade", 0, {.cols = LEAST, .lines = draw_shade}, NULL, NULL},
        {"reads", 0, s->hidden ? PAGE_ABSENT : reads, NULL, NULL},
        {"arcs", 1, s->hidden ? PAGE_ABSENT : arcs, NULL, arcs_part_draw},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"thumbs / gap / shade / gap / reads / gap / arcs?",
                                        "thumbs / shade / reads?", "thumbs", NULL};
    c = canvas_part(c, 0, 0, c.rows, c.cols - 1); /* air at the edge */
    if (!stages_layers_draw(c, s))
        page_draw(c, forms, parts, &p);
}

/* Without positions: the row of every word, x, beside the row that attention reads, h; and both again with
 * the words in reverse, where every word brings the same rows. */
#include <math.h>

#include "view/encoding/encoding.h"

/* Columns of the names, between the two strips; the most of an entry; the most rows of a strip. */
enum { NAME = 10, GAP = 4, WIDEST = 5, HIGHEST = 3 };

/* Strips of `count` entries, each `wide` columns. */
struct nothing {
    const struct screen *s;
    struct mat x, h;
    double limit;
    int count, wide;
    bool same; /* h is x */
};

static bool same_matrix(struct mat a, struct mat b)
{
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            if (fabs(mat_at(a, i, j) - mat_at(b, i, j)) > 0)
                return false;
    return true;
}

static void row_strip(struct canvas c, const struct nothing *n, const double *row)
{
    for (int k = 0; k < n->count; k++)
        encoding_shade(canvas_part(c, 0, k * n->wide, c.rows, n->wide), n->s, row[k], n->limit);
}

/* Draws a heading and the strips of all words, the last one first if `reverse`. */
static void words_block(struct canvas c, const struct nothing *n, bool reverse)
{
    const struct state *now = &n->s->session->now.state;
    const int right = NAME + n->count * n->wide + GAP, words = n->x.rows < c.rows ? n->x.rows : c.rows - 1,
              high = words > 0 ? (c.rows - 1) / words : 1;
    struct text t = SCREEN_TEXT(n->s);
    canvas_put(c, 0, 0, STYLE_DIM, reverse ? screen_text(n->s, TEXT("reversed")) : "");
    canvas_putf(c, 0, NAME, STYLE_STRONG, "x%s", n->count < n->x.cols ? " ›" : "");
    canvas_putf(c, 0, right, STYLE_STRONG, "h%s", n->count < n->x.cols ? " ›" : "");
    for (int k = 0; k < words; k++) {
        int i = reverse ? n->x.rows - 1 - k : k, at = 1 + k * high, middle = at + (high - 1) / 2;
        text_clear(&t);
        screen_word_in(now, now->sentence, i, NAME - 1, &t);
        canvas_put(c, middle, 0, STYLE_STRONG, text_str(&t));
        row_strip(canvas_part(c, at, NAME, high, c.cols - NAME), n, mat_row(n->x, i));
        row_strip(canvas_part(c, at, right, high, c.cols - right), n, mat_row(n->h, i));
        canvas_put(c, middle, right - GAP / 2 - 1, STYLE_STRONG, n->same ? "=" : "→");
    }
}

static void in_order_draw(struct canvas c, const void *n)
{
    words_block(c, n, false);
}

static void reversed_draw(struct canvas c, const void *n)
{
    words_block(c, n, true);
}

static void nothing_scale_draw(struct canvas c, const void *of)
{
    const struct nothing *n = of;
    encoding_scale_draw(c, 0, NAME, n->s, n->limit);
}

void encoding_nothing_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct trace *t = &s->session->now.trace;
    struct nothing n = {.s = s, .x = t->X, .h = t->layer[0].in, .limit = fmax(mat_max_abs(t->X), 1e-9)};
    int room = (c.cols - NAME - GAP) / 2, words = n.x.rows;
    n.limit = fmax(n.limit, mat_max_abs(n.h));
    n.same = same_matrix(n.x, n.h);
    n.wide = room / n.x.cols;
    n.wide = n.wide < 1 ? 1 : n.wide > WIDEST ? WIDEST : n.wide;
    n.count = n.x.cols < room / n.wide ? n.x.cols : room / n.wide;
    int high = (c.rows / 2 - 2) / words; /* of each strip, alike in both blocks */
    high = high < 1 ? 1 : high > HIGHEST ? HIGHEST : high;
    const struct page_size block = {.rows = 1 + high * words, .most_rows = 1 + high * words};
    const struct page_part parts[] = {{"words", 1, block, NULL, in_order_draw},
                                      {"reversed", 1, block, NULL, reversed_draw},
                                      {"scale", 0, {.rows = 1}, NULL, nothing_scale_draw},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"words / gap / reversed / scale", "words / reversed / scale",
                                        "words / scale", "words:2 / scale", NULL};
    page_draw(c, forms, parts, &n);
}

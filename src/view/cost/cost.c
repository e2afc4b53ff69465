/* The costs: operations per architecture, and the path from one word to another.
 *
 * A bill for one size and curves over all sizes say the same, because neither alone does: the bill has the
 * numbers, the curves show where attention stops being cheap. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/cost.h"
#include "view/braille.h"
#include "view/screen.h"
#include "view/spots.h"
#include "view/table.h"

/* The rows of the bill; the first ROUTES of them have a route through the sentence. */
static const struct {
    enum cost_arch arch;
    const char *names;
} rows[] = {
    {COST_RNN, "RNN"},
    {COST_CNN, "CNN"},
    {COST_DILATED, TEXT("CNN, dilated|dilated CNN|dilated")},
    {COST_ATTN, TEXT("attention, scores only|scores only|scores")},
    {COST_FULL, TEXT("attention, with projections|attention, all|attention")},
};
enum { ROWS = sizeof rows / sizeof *rows, ROUTES = 4, ROUTE_FROM = 11, ROUTE_MOST = 70 };

/* ---- the curves ---------------------------------------------------------------- */

enum { AXIS = 6, HEAD = 1, FEET = 2, NAMES = 12, SMALL = 12, CURVES_ROWS = 7, CURVES_COLS = 38 };

/* The curves, with a hue each and, without colours, dashes: `drawn` of `every` dots; 0: none. A dilated CNN
 * costs what a CNN costs. */
static const struct {
    enum cost_arch arch;
    enum hue hue;
    const char *name;
    int every, drawn;
} curves[] = {
    {COST_CNN, HUE_HEAD + 3, "CNN", 4, 2},
    {COST_RNN, HUE_HEAD + 7, "RNN", 10, 7},
    {COST_FULL, HUE_HEAD + 1, TEXT("attention"), 6, 2},
    {COST_ATTN, HUE_HEAD, TEXT_AS("cost", "scores only"), 0, 0},
};
enum { CURVES = sizeof curves / sizeof *curves };

/* The hue of an architecture's curve. */
static uint16_t cost_ink(enum cost_arch arch)
{
    int i = 0;
    while (curves[i].arch != (arch == COST_DILATED ? COST_CNN : arch))
        i++;
    return ink_hue(curves[i].hue, HUE_FULL);
}

/* log10 of n and of the multiplications at the edges. */
struct chart {
    struct canvas c;
    const struct screen *s;
    double left, right, low, high;
};

/* log10 of the multiplications; between two numbers of words, of both in proportion. */
static double cost_height(const struct chart *g, int i, double log_n)
{
    const struct look *l = &g->s->session->now.state.look;
    double n = pow(10, log_n), low = floor(n);
    double below = (double)cost_mul(curves[i].arch, (int64_t)low, l->cost_d, l->cost_k),
           above = (double)cost_mul(curves[i].arch, (int64_t)low + 1, l->cost_d, l->cost_k);
    return log10(below + (above - below) * (n - low));
}

static struct point dot_at(const struct chart *g, double log_n, double log_cost)
{
    return (struct point){(log_n - g->left) / (g->right - g->left) * (2 * g->c.cols - 1),
                          (g->high - log_cost) / (g->high - g->low) * (4 * g->c.rows - 1)};
}

/* 10^0 … as 1 10 100 1k 10k … */
static void power_add(struct text *out, int power)
{
    static const char *const units[] = {"", "k", "M", "G", "T", "P", "E"};
    static const char *const digits[] = {"1", "10", "100"};
    text_addf(out, "%s%s", digits[power % 3], units[power / 3 < 6 ? power / 3 : 6]);
}

/* Draws the powers of ten along both axes; faint dots across for each. */
static void axes(struct canvas c, const struct chart *g)
{
    struct braille b = {g->c, g->s->ascii};
    int every = (int)((g->high - g->low) * 2 / g->c.rows) + 1, end = 0;
    struct text t = SCREEN_TEXT(g->s);
    for (int p = (int)g->low; p <= (int)g->high; p += every) {
        int y = (int)lround(dot_at(g, g->left, p).y);
        text_clear(&t);
        power_add(&t, p);
        canvas_right(c, HEAD + y / 4, 0, AXIS - 1, STYLE_LABEL, text_str(&t));
        for (int x = 0; x < braille_width(&b) && !g->s->ascii; x += 6)
            braille_dot(&b, x, y, STYLE_BORDER, 0);
    }
    for (int p = (int)g->left; p <= (int)g->right; p++) {
        int x = (int)lround(dot_at(g, p, g->low).x) / 2;
        text_clear(&t);
        power_add(&t, p);
        int width = utf8_width(text_str(&t));
        x = x + width > g->c.cols ? g->c.cols - width : x;
        if (x >= end)
            end = canvas_put(c, HEAD + g->c.rows, AXIS + x, STYLE_LABEL, text_str(&t)) - AXIS + 1;
    }
}

/* A dotted line up from n, named below: to the right of it, or to the left and before the column `before`, if
 * that is not 0. Returns the column of the name. */
static int stake(struct canvas c, const struct chart *g, int n, char letter, int before)
{
    const struct look *l = &g->s->session->now.state.look;
    enum style style = letter == 'd' ? STYLE_KEY : STYLE_NOTE;
    struct braille b = {g->c, g->s->ascii};
    struct text t = SCREEN_TEXT(g->s);
    int x = (int)lround(dot_at(g, log10(n), g->low).x), room = c.cols - AXIS - x / 2;
    for (int y = 0; y < braille_height(&b); y += 3)
        braille_dot(&b, x, y, style, 0);
    text_addf(&t, "%s%d", l->cost_n == l->cost_d ? "n = d = " : letter == 'd' ? "d = " : "n = ", n);
    int width = utf8_width(text_str(&t)), col = AXIS + x / 2;
    if (before > 0)
        col = (col < before - 2 ? col : before - 2) + 1 - width;
    else if (width > room)
        col = c.cols - width;
    if (col >= 0)
        canvas_put(c, HEAD + g->c.rows + 1, col, style, text_str(&t));
    return col;
}

/* Without colours the curves have dashes of their own, in dots along the curve; the scores, of which the
 * title speaks, have none. */
static bool in_dash(const struct chart *g, int i, double along)
{
    enum { LARGE = 40 }; /* columns below which dashes do not show */
    const int every = curves[i].every;
    return every == 0 || !screen_mono(g->s) || g->c.cols < LARGE || (int)along % every < curves[i].drawn;
}

/* Names the curves at their right ends, from above; each at least one row below the last. */
static void names(struct canvas c, const struct chart *g)
{
    int row = -1;
    bool named[CURVES] = {false};
    for (int k = 0; k < CURVES; k++) {
        int top = -1;
        for (int i = 0; i < CURVES; i++)
            if (!named[i] && (top < 0 || cost_height(g, i, g->right) > cost_height(g, top, g->right)))
                top = i;
        named[top] = true;
        int y = (int)lround(dot_at(g, g->right, cost_height(g, top, g->right)).y) / 4;
        row = y > row ? y : row + 1;
        canvas_put_ink(c, row, 0, STYLE_STRONG, cost_ink(curves[top].arch),
                       screen_text(g->s, curves[top].name));
    }
}

/* Draws the multiplications of each architecture over the number of words, on two logarithmic axes, with the
 * current n and the crossing of attention's scores and the RNN (n = d) marked; not the crossing while a
 * lesson asks. */
static void curves_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct look *l = &s->session->now.state.look;
    struct canvas inner = canvas_part(c, HEAD, AXIS, c.rows - HEAD - FEET, c.cols - AXIS - NAMES - 1);
    /* n from one word to well beyond both n and d, costs from 1 to the largest. */
    int most = l->cost_n > l->cost_d ? l->cost_n : l->cost_d;
    struct chart g = {inner, s, 0, ceil(log10(most) + 0.5), 1e9, 0};
    for (int i = 0; i < CURVES; i++) {
        g.low = fmin(g.low, cost_height(&g, i, 0));
        g.high = fmax(g.high, cost_height(&g, i, g.right));
    }
    g.low = floor(g.low);
    g.high = fmax(ceil(g.high), g.low + 1);
    const char *plain = screen_text(s, TEXT("Multiplications over n")),
               *brief = screen_text(s, TEXT("scores: fewer multiplications than an RNN while n < d")),
               *whole = screen_text(
                   s,
                   TEXT("Multiplications over n words: the scores cost less than an RNN while n is below d"));
    canvas_either(c, 0, 0, STYLE_TITLE, screen_predicts(s) ? plain : whole,
                  utf8_width(brief) <= c.cols ? brief : plain);
    axes(c, &g);
    /* The larger of n and d is named to the right, the smaller to the left of it. */
    bool swapped = l->cost_n > l->cost_d;
    int right = stake(c, &g, swapped ? l->cost_n : l->cost_d, swapped ? 'n' : 'd', 0);
    if (l->cost_n != l->cost_d)
        stake(c, &g, swapped ? l->cost_d : l->cost_n, swapped ? 'd' : 'n', right);
    for (int i = 0; i < CURVES; i++) {
        struct braille b = {g.c, g.s->ascii};
        uint16_t ink = cost_ink(curves[i].arch);
        struct point from = dot_at(&g, g.left, cost_height(&g, i, g.left));
        double along = 0;
        for (int x = 1; x < braille_width(&b); x++) {
            double log_n = g.left + (g.right - g.left) * x / (braille_width(&b) - 1);
            struct point to = dot_at(&g, log_n, cost_height(&g, i, log_n));
            for (int thick = 0; thick < (g.c.rows < SMALL ? 1 : 2) && in_dash(&g, i, along); thick++)
                braille_line(&b, (struct point){from.x, from.y + thick}, (struct point){to.x, to.y + thick},
                             STYLE_TEXT, ink);
            along += hypot(to.x - from.x, to.y - from.y);
            from = to;
        }
    }
    if (!screen_predicts(s)) {
        /* Marks where the scores of attention cost as much as the RNN. */
        const struct look *sizes = &g.s->session->now.state.look;
        double log_d = log10(sizes->cost_d);
        struct point at = dot_at(&g, log_d, log_d * 3);
        canvas_glyph(g.c, (int)lround(at.y) / 4, (int)lround(at.x) / 2, STYLE_KEY, g.s->ascii ? 'X' : 0x25CF);
    }
    names(canvas_part(c, HEAD, c.cols - NAMES, inner.rows, NAMES), &g);
}

/* ---- the bill ------------------------------------------------------------------ */

/* Writes 5 120 000, digits in groups of three, in three wordings, then 5.12M: three digits and a unit. */
static const char *cost_number(const struct screen *s, int64_t number)
{
    enum { SHORTENED = 100000 };
    static const char units[] = " kMGTPE";
    struct text plain = SCREEN_TEXT(s), grouped = SCREEN_TEXT(s), all = SCREEN_TEXT(s);
    int unit = 0;
    double few = (double)number;
    text_addf(&plain, "%" PRId64, number);
    for (size_t i = 0; i < plain.len; i++) {
        text_add(&grouped, i > 0 && (plain.len - i) % 3 == 0 ? " " : "");
        text_add_bytes(&grouped, text_str(&plain) + i, 1);
    }
    for (; few >= 999.5 && units[unit + 1]; unit++)
        few /= 1000;
    for (int i = 0; i < 3; i++)
        text_addf(&all, "%s|", text_str(&grouped));
    if (number < SHORTENED)
        text_add(&all, text_str(&grouped));
    else
        text_addf(&all, "%.*f%c", few >= 99.95 ? 0 : few >= 9.995 ? 1 : 2, few, units[unit]);
    return text_str(&all);
}

static const char *bill_head(const struct table *t, int col)
{
    static const char *const heads[] = {[BILL_MUL] = TEXT("multiplications|multiply"),
                                        [BILL_SERIAL] = TEXT("serial steps|serial"),
                                        [BILL_PATH] = TEXT("longest path|path")};
    return col < 0 ? "" : screen_text(t->s, heads[col]);
}

static const char *bill_name(const struct table *t, int row)
{
    return screen_text(t->s, rows[row].names);
}

static const char *bill_cell(const struct table *t, int row, int col)
{
    const struct look *l = &t->s->session->now.state.look;
    enum cost_arch arch = rows[row].arch;
    return cost_number(t->s, col == BILL_MUL      ? cost_mul(arch, l->cost_n, l->cost_d, l->cost_k)
                             : col == BILL_SERIAL ? cost_serial(arch, l->cost_n)
                                                  : cost_path(arch, l->cost_n, l->cost_k));
}

static struct canvas_look bill_look(const struct table *t, int row, int col)
{
    (void)t;
    return col < 0 ? (struct canvas_look){STYLE_STRONG, cost_ink(rows[row].arch)}
                   : (struct canvas_look){STYLE_TEXT, 0};
}

static bool bill_is(const struct table *t, const struct aim *aim, int row, int col)
{
    (void)t;
    return aim->row == (int)rows[row].arch && aim->col == col;
}

static struct table bill_of(const struct screen *s)
{
    return (struct table){.s = s,
                          .rows = ROWS,
                          .cols = BILL_PATH + 1,
                          .head = bill_head,
                          .name = bill_name,
                          .cell = bill_cell,
                          .look = bill_look,
                          .target = TARGET_COST,
                          .is = bill_is};
}

static struct page_size bill_size(const void *s, int cols)
{
    struct table t = bill_of(s);
    (void)cols;
    return table_size(&t);
}

static void bill_draw(struct canvas c, const void *s)
{
    struct table t = bill_of(s);
    table_draw(c, &t);
}

/* The same in fewer rows. */
static void low_draw(struct canvas c, const void *s)
{
    struct table t = bill_of(s);
    t.turned = true;
    table_draw(c, &t);
}

/* ---- sizes, routes, the sentence -------------------------------------------------- */

/* Draws n = 100 + -: the sizes and the keys that change them. */
static void sizes_draw(struct canvas c, const void *of)
{
    static const char *const steps[] = {"1", "-1"};
    const struct screen *s = of;
    const struct look *l = &s->session->now.state.look;
    const int value[] = {l->cost_n, l->cost_d, l->cost_k};
    for (int i = 0, col = 0; i < 3; i++, col += 2) {
        col = canvas_putf(c, 0, col, STYLE_TITLE, "%c = %d", "ndk"[i], value[i]);
        for (int k = 0; k < 2; k++) {
            struct text line = SCREEN_TEXT(s);
            text_addf(&line, "add cost_%c %s", "ndk"[i], steps[k]);
            const char *key = keymap_key(&s->session->keymap, "cost", text_str(&line));
            if (click_hit(s->click, c, 0, col + 1, utf8_width(key)))
                click_line(s->click, "%s", text_str(&line));
            col = canvas_put(c, 0, col + 1, STYLE_KEY, key);
        }
    }
}

/* Returns the words through which an architecture hands the first word to the last. */
static const char *route_text(const struct screen *s, enum cost_arch arch)
{
    const struct state *st = &s->session->now.state;
    int stop[64], n = st->sentence->count;
    int count = cost_route(arch, 0, n - 1, st->look.cost_k, stop, 64);
    struct text t = SCREEN_TEXT(s);
    for (int i = 0; i < count && i < 64; i++) {
        text_add(&t, i ? " → " : "");
        if (i > 0 && stop[i] == stop[i - 1]) /* a layer of dilated windows hands it on in place */
            text_add(&t, screen_text(s, TEXT("(stays)")));
        else if (stop[i] >= 0 && stop[i] < n)
            state_label(st, st->sentence, stop[i], &t);
    }
    return text_str(&t);
}

static struct page_size routes_size(const void *of, int cols)
{
    const struct screen *s = of;
    int widest = 0;
    (void)cols;
    for (int i = 0; i < ROUTES; i++)
        widest = (int)fmax(widest, utf8_width(route_text(s, rows[i].arch)));
    return (struct page_size){.rows = 1 + ROUTES,
                              .cols = ROUTE_FROM + (widest < ROUTE_MOST ? widest : ROUTE_MOST)};
}

static void routes_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    canvas_either(c, 0, 0, STYLE_LABEL, screen_text(s, TEXT("in this sentence, first word to last:")),
                  screen_text(s, TEXT("first word to last:")));
    for (int i = 0; i < ROUTES; i++) {
        struct canvas name = canvas_part(c, 1 + i, 0, 1, ROUTE_FROM - 1);
        const char *names = screen_text(s, rows[i].names), *brief = strrchr(names, '|');
        canvas_put_ink(name, 0, 0, STYLE_STRONG, cost_ink(rows[i].arch), brief ? brief + 1 : names);
        canvas_put(c, 1 + i, ROUTE_FROM, STYLE_TEXT, route_text(s, rows[i].arch));
    }
}

/* Returns how the scores of attention compare with an RNN; "" while a lesson asks. */
static const char *cost_says(const struct screen *s)
{
    const struct look *l = &s->session->now.state.look;
    struct text t = SCREEN_TEXT(s);
    int n = l->cost_n, d = l->cost_d;
    double ratio = (double)cost_mul(COST_RNN, n, d, l->cost_k) / (double)cost_mul(COST_ATTN, n, d, l->cost_k);
    if (screen_predicts(s))
        return "";
    screen_add(s, &t, n == 1 ? TEXT("%d word: ") : TEXT("%d words: "), n);
    if (n == d)
        text_add(&t, screen_text(s, TEXT("the scores take as many multiplications as an RNN")));
    else
        screen_add(s, &t,
                   n < d ? TEXT("an RNN takes %.1f times the multiplications of the scores")
                         : TEXT("the scores take %.1f times the multiplications of an RNN"),
                   n < d ? ratio : 1 / ratio);
    if (n != d && d > 1)
        screen_add(s, &t,
                   n < d ? TEXT("; above %d words (n = d), fewer") : TEXT("; below %d words (n = d), fewer"),
                   d);
    text_add(&t, screen_text(s, TEXT(". Attention joins any two words in one step.")));
    return text_str(&t);
}

static struct page_size says_size(const void *s, int cols)
{
    enum { SAYS_LEAST = 30, SAYS_MOST = 46 };
    struct page_size size = page_text(cost_says(s), cols, SAYS_LEAST);
    size.most_cols = SAYS_MOST;
    return size;
}

static void says_draw(struct canvas c, const void *s)
{
    canvas_flow(c, 0, STYLE_STRONG, cost_says(s));
}

static void draw_cost(struct canvas c, const struct screen *s)
{
    static const struct page_part parts[] = {
        {"sizes", 0, {.rows = 1, .cols = 24}, NULL, sizes_draw},
        {"bill", 1, {0}, bill_size, bill_draw},
        {"curves", 2, {.rows = CURVES_ROWS, .cols = CURVES_COLS}, NULL, curves_draw},
        {"low", 0, {.rows = BILL_PATH + 2, .cols = 50}, NULL, low_draw},
        {"routes", 0, {0}, routes_size, routes_draw},
        {"says", 1, {0}, says_size, says_draw},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"sizes / gap / ((bill / gap / routes / gap / says?)*9 | curves)",
                                        "sizes / gap / ((bill / gap / says?)*9 | curves) / gap / routes",
                                        "sizes / bill / gap / curves / gap / routes? / says?",
                                        "sizes / curves / low",
                                        "sizes / gap / bill / gap / routes? / gap / says?",
                                        NULL};
    page_draw(canvas_part(c, 0, 1, c.rows, c.cols - 2), forms, parts, s);
}

static void tell_costs(const struct teller *t)
{
    const struct look *l = &t->now->state.look;
    struct table bill = bill_of(&t->screen);
    tell(t, TEXT("What layers cost for n = %d words of width d = %d, with kernels of k = %d:\n"), l->cost_n,
         l->cost_d, l->cost_k);
    table_tell(t, &bill);
}

const struct view view_cost = {
    .name = "cost",
    .context = "cost",
    .title = TEXT("cost"),
    .help = TEXT("What an RNN, a CNN with kernels of width k and attention cost for n words of width d, and "
                 "how far apart two words are. The keys next to n, d and k change them (:set cost_n 1000 "
                 "sets a value). Below: the words of this sentence through which the first one reaches the "
                 "last. The curves: multiplications over n, on axes where every step is ten times the last; "
                 "the scores of attention cross the RNN where n = d."),
    .still = true,
    .draw = draw_cost,
    .tell = tell_costs,
};

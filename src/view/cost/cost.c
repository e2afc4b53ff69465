/* The costs: operations per architecture, and the path from one word to another.
 *
 * A bill for one size and curves over all sizes say the same, because neither alone does: the bill has the
 * numbers, the curves show where attention stops being cheap. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/cost.h"
#include "view/figures/chart.h"
#include "view/screen.h"
#include "view/spots.h"
#include "view/figures/table.h"

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

/* An architecture at the present sizes. */
struct costs {
    const struct look *look;
    enum cost_arch arch;
};

/* Returns log10 of the multiplications over log10 of n; between two numbers of words, of both in proportion.
 */
static double cost_height(const void *of, double from, double to)
{
    const struct costs *at = of;
    double n = pow(10, (from + to) / 2), low = floor(n);
    double below = (double)cost_mul(at->arch, (int64_t)low, at->look->cost.d, at->look->cost.k),
           above = (double)cost_mul(at->arch, (int64_t)low + 1, at->look->cost.d, at->look->cost.k);
    return log10(below + (above - below) * (n - low));
}

/* Draws n and d as stakes with their names below. */
static void draw_sizes_on(const struct chart *g, const struct look *l)
{
    const bool one = l->cost.n == l->cost.d;
    const struct chart_mark n = {log10(l->cost.n), {STYLE_NOTE, 0}, say(g->s, "n = %d", l->cost.n)},
                            d = {log10(l->cost.d),
                                 {STYLE_KEY, 0},
                                 say(g->s, one ? "n = d = %d" : "d = %d", l->cost.d)};
    const struct chart_mark marks[] = {n.x > d.x ? n : d, n.x > d.x ? d : n}; /* the smaller to the left */
    chart_marks(g, marks, 2 - one);
}

/* Draws the multiplications of each architecture over the number of words, on two logarithmic axes, with the
 * current n and the crossing of attention's scores and the RNN (n = d) marked; not the crossing while a
 * lesson asks. */
static void curves_draw(struct canvas c, const void *of)
{
    enum { LARGE = 40 }; /* columns below which dashes do not show */
    const struct screen *s = of;
    const struct look *l = &s->session->now.state.look;
    const char *plain = screen_text(s, TEXT("Multiplications over n")),
               *brief = screen_text(s, TEXT("scores: fewer multiplications than an RNN while n < d")),
               *whole = screen_text(
                   s,
                   TEXT("Multiplications over n words: the scores cost less than an RNN while n is below d"));
    canvas_either(c, 0, 0, STYLE_TITLE, screen_predicts(s) ? plain : whole,
                  utf8_width(brief) <= c.cols ? brief : plain);
    struct chart g = chart_in(canvas_part(c, 1, 0, c.rows - 1, c.cols), s,
                              (struct chart_edges){.left = 6, .right = 13, .below = 1});
    struct chart_line line[CURVES];
    struct costs costs[CURVES];
    bool dashes = screen_mono(s) && g.in.cols >= LARGE;
    /* n from one word to well beyond both n and d, costs from 1 to the largest. */
    g.tens = true;
    g.right = ceil(log10(l->cost.n > l->cost.d ? l->cost.n : l->cost.d) + 0.5);
    g.low = 1e9;
    for (int i = 0; i < CURVES; i++) {
        costs[i] = (struct costs){l, curves[i].arch};
        line[i] = (struct chart_line){.at = cost_height,
                                      .of = &costs[i],
                                      .name = screen_text(s, curves[i].name),
                                      .look = {STYLE_TEXT, cost_ink(curves[i].arch)},
                                      .thick = true,
                                      .every = dashes ? curves[i].every : 0,
                                      .drawn = curves[i].drawn};
        g.low = fmin(g.low, floor(cost_height(&costs[i], 0, 0)));
        g.high = fmax(g.high, ceil(cost_height(&costs[i], g.right, g.right)));
    }
    chart_heights(&g);
    draw_sizes_on(&g, l);
    for (int i = 0; i < CURVES; i++)
        chart_curve(&g, &line[i]);
    if (!screen_predicts(s)) {
        /* Marks where the scores of attention cost as much as the RNN. */
        struct point at = chart_dot(&g, log10(l->cost.d), 3 * log10(l->cost.d));
        canvas_glyph(g.in, (int)lround(at.y) / 4, (int)lround(at.x) / 2, STYLE_KEY, s->ascii ? 'X' : 0x25CF);
    }
    chart_names(&g, line, CURVES);
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
    return cost_number(t->s, col == BILL_MUL      ? cost_mul(arch, l->cost.n, l->cost.d, l->cost.k)
                             : col == BILL_SERIAL ? cost_serial(arch, l->cost.n)
                                                  : cost_path(arch, l->cost.n, l->cost.k));
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
    const int value[] = {l->cost.n, l->cost.d, l->cost.k};
    for (int i = 0, col = 0; i < 3; i++, col += 2) {
        col = canvas_putf(c, 0, col, STYLE_TITLE, "%c = %d", "ndk"[i], value[i]);
        for (int k = 0; k < 2; k++) {
            const char *line = said_values(s, "add cost_%c %s", "ndk"[i], steps[k]);
            const char *key = keymap_key(&s->session->keymap, "cost", line);
            if (click_hit(s->click, c, 0, col + 1, utf8_width(key)))
                click_line(s->click, "%s", line);
            col = canvas_put(c, 0, col + 1, STYLE_KEY, key);
        }
    }
}

/* Returns the words through which an architecture hands the first word to the last. */
static const char *route_text(const struct screen *s, enum cost_arch arch)
{
    const struct state *st = &s->session->now.state;
    int stop[64], n = st->sentence->count;
    int count = cost_route(arch, 0, n - 1, st->look.cost.k, stop, 64);
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
    enum { TITLE = 40 };
    int widest = 0;
    (void)cols;
    for (int i = 0; i < ROUTES; i++)
        widest = (int)fmax(widest, utf8_width(route_text(s, rows[i].arch)));
    widest = ROUTE_FROM + (widest < ROUTE_MOST ? widest : ROUTE_MOST);
    return (struct page_size){
        .rows = 1 + ROUTES, .cols = widest, .most_cols = widest > TITLE ? widest : TITLE};
}

static void routes_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    canvas_either(c, 0, 0, STYLE_LABEL, screen_text(s, TEXT("in this sentence, first word to last:")),
                  screen_text(s, TEXT("first word to last:")));
    for (int i = 0; i < ROUTES; i++) {
        struct canvas name = canvas_part(c, 1 + i, 0, 1, ROUTE_FROM - 1);
        bool whole = rows[i].arch == COST_ATTN; /* the route is attention's, however much of it is counted */
        const char *names = screen_text(s, rows[whole ? ROWS - 1 : i].names), *brief = strrchr(names, '|');
        canvas_put_ink(name, 0, 0, STYLE_STRONG, cost_ink(rows[i].arch), brief ? brief + 1 : names);
        canvas_put(c, 1 + i, ROUTE_FROM, STYLE_TEXT, route_text(s, rows[i].arch));
    }
}

/* Returns how the scores of attention compare with an RNN; "" while a lesson asks. */
static const char *cost_says(const struct screen *s)
{
    const struct look *l = &s->session->now.state.look;
    struct text t = SCREEN_TEXT(s);
    int n = l->cost.n, d = l->cost.d;
    double ratio = (double)cost_mul(COST_RNN, n, d, l->cost.k) / (double)cost_mul(COST_ATTN, n, d, l->cost.k);
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

static void draw_cost(struct canvas c, const struct screen *s)
{
    struct page_size says = page_flow(cost_says(s), STYLE_STRONG, 30);
    const struct table bill = bill_of(s);
    struct page_size sized = table_size(&bill);
    says.most_cols = sized.most_cols = 48; /* the longest names are for who hears them */
    const struct page_part parts[] = {{"sizes", 0, {.rows = 1, .cols = 24}, NULL, sizes_draw},
                                      {"bill", 1, sized, NULL, bill_draw},
                                      {"curves", 2, {.rows = 7, .cols = 38}, NULL, curves_draw},
                                      {"low", 0, {.rows = BILL_PATH + 2, .cols = 50}, NULL, low_draw},
                                      {"routes", 0, {0}, routes_size, routes_draw},
                                      {"says", 1, says, NULL, NULL},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"sizes / gap / ((bill / gap / routes / gap / says?)*9 | curves)",
                                        "sizes / gap / ((bill / gap / says?)*9 | curves) / gap / routes",
                                        "sizes / bill / gap / curves / gap / routes? / says?",
                                        "sizes / curves / low",
                                        "sizes / gap / bill / gap / routes? / gap / says?",
                                        "bill",
                                        NULL};
    page_draw(canvas_part(c, 0, 1, c.rows, c.cols - 2), forms, parts, s);
}

static void tell_costs(const struct teller *t)
{
    const struct look *l = &t->now->state.look;
    struct table bill = bill_of(&t->screen);
    tell(t, TEXT("What layers cost for n = %d words of width d = %d, with kernels of k = %d:\n"), l->cost.n,
         l->cost.d, l->cost.k);
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

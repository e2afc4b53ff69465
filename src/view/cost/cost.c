/* The costs: operations per architecture, and the path from one word to another.
 *
 * A bill for one size and curves over all sizes say the same, because neither alone does: the bill has the
 * numbers, the curves show where attention stops being cheap. */
#include <inttypes.h>
#include <math.h>

#include "core/cost.h"
#include "view/braille.h"
#include "view/screen.h"
#include "view/spots.h"
#include "view/tell/tell.h"

static const struct {
    enum cost_arch arch;
    const char *brief, *briefest;
} rows[] = {
    {COST_RNN, "RNN", "RNN"},
    {COST_CNN, "CNN", "CNN"},
    {COST_DILATED, TEXT("dilated CNN"), TEXT("dilated")},
    {COST_ATTN, TEXT("scores only"), TEXT_AS("cost", "scores")},
    {COST_FULL, TEXT("attention, all"), TEXT("attention")},
};

/* First row and number of the routes below the bill; least columns of the curves beside the narrow bill and
 * the wide one, least rows; rows of the bill, and of the curves below it. */
enum { ROUTED = 9, ROUTES = 4, BESIDE = 38, ROOMY = 80, TALL = 18, BILL = 8, UNDER = 12 };
/* The bill that lies below the curves: its rows, the columns of its labels and of each number, and the least
 * size of a view that has it. */
enum { LOW = 4, LABEL = 9, EACH = 10, LOW_ROWS = 13, LOW_COLS = LABEL + 5 * EACH };

/* End columns of the numbers, and the first column of a route. Beside a lesson, half the width is left. */
struct columns {
    int mul, serial, path, route;
    int digits; /* width of a number */
    bool brief;
};

static const struct columns wide = {48, 62, 76, 32, 16, false}, narrow = {28, 35, 41, 19, 11, true};

static const char *arch_name(const struct screen *s, const struct columns *at, int i)
{
    return screen_text(s, at->brief ? rows[i].brief : cost_title(rows[i].arch));
}

static void right_end(struct canvas c, int row, int end, enum style style, const char *text)
{
    canvas_right(c, row, end - 16, 16, style, text);
}

/* ---- the curves ---------------------------------------------------------------- */

enum { AXIS = 6, HEAD = 1, FEET = 2, NAMES = 12, LEAST = 12, SMALL = 12 };

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

static double cost_height(const struct chart *g, int i, double log_n)
{
    const struct look *l = &g->s->session->now.state.look;
    double n = pow(10, log_n);
    return log10((double)cost_mul(curves[i].arch, (int64_t)llround(n), l->cost_d, l->cost_k));
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
static void cost_curves_draw(struct canvas c, const struct screen *s)
{
    const struct look *l = &s->session->now.state.look;
    struct canvas inner = canvas_part(c, HEAD, AXIS, c.rows - HEAD - FEET, c.cols - AXIS - NAMES - 1);
    if (inner.rows < 3 || inner.cols < LEAST)
        return;
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

/* Writes 5 120 000, digits in groups of three, or 1e+18 if that does not fit. */
static void right_number(struct canvas c, const struct screen *s, int row, int end, int digits,
                         int64_t number)
{
    enum { FEW = 8 };
    struct text plain = SCREEN_TEXT(s), t = SCREEN_TEXT(s);
    text_addf(&plain, "%" PRId64, number);
    for (size_t i = 0; i < plain.len; i++) {
        text_add(&t, i > 0 && (plain.len - i) % 3 == 0 ? " " : "");
        text_add_bytes(&t, text_str(&plain) + i, 1);
    }
    if (t.len > (size_t)digits) {
        text_clear(&t);
        text_addf(&t, digits < FEW ? "%.0e" : "%.2e", (double)number);
    }
    right_end(c, row, end, STYLE_TEXT, text_str(&t));
}

/* Writes 26.2M: three digits and a unit of thousands. */
static void short_number(struct canvas c, const struct screen *s, int row, int col, double number)
{
    static const char units[] = " kMGTPE";
    struct text t = SCREEN_TEXT(s);
    int unit = 0;
    for (; number >= 999.5 && units[unit + 1]; unit++)
        number /= 1000;
    text_addf(&t, "%.*f", unit == 0 || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2, number);
    if (unit > 0)
        text_add_char(&t, units[unit]);
    canvas_right(c, row, col, EACH, STYLE_TEXT, text_str(&t));
}

/* Draws the bill with a column for each architecture, named in the hue of its curve, and reports the numbers
 * that the text beside the view speaks of. */
static void low_bill(struct canvas c, const struct screen *s)
{
    static const char *const labels[] = {
        [BILL_MUL] = TEXT("multiply"), [BILL_SERIAL] = TEXT("serial"), [BILL_PATH] = TEXT("path")};
    const struct look *l = &s->session->now.state.look;
    for (int k = BILL_MUL; k <= BILL_PATH; k++)
        canvas_put(c, 1 + k, 1, STYLE_LABEL, screen_text(s, labels[k]));
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        enum cost_arch arch = rows[i].arch;
        int col = LABEL + i * EACH;
        canvas_right(c, 0, col, EACH, STYLE_STRONG, screen_text(s, rows[i].briefest));
        canvas_tint(c, 0, col, EACH, cost_ink(arch));
        short_number(c, s, 1 + BILL_MUL, col, (double)cost_mul(arch, l->cost_n, l->cost_d, l->cost_k));
        short_number(c, s, 1 + BILL_SERIAL, col, (double)cost_serial(arch, l->cost_n));
        short_number(c, s, 1 + BILL_PATH, col, (double)cost_path(arch, l->cost_n, l->cost_k));
        for (struct spot *p = NULL; (p = spots_next(s, TARGET_COST, p));)
            if (p->target.row == (int)arch) {
                p->named = true;
                spots_found(s, p, c, (struct area){1 + p->target.col, col + 2, 1, EACH - 2});
            }
    }
}

static void bill(struct canvas c, const struct screen *s, const struct columns *at)
{
    const struct look *l = &s->session->now.state.look;
    right_end(c, 2, at->path, STYLE_LABEL, screen_text(s, at->brief ? TEXT("path") : TEXT("longest path")));
    right_end(c, 2, at->serial, STYLE_LABEL,
              screen_text(s, at->brief ? TEXT("serial") : TEXT("serial steps")));
    right_end(c, 2, at->mul, STYLE_LABEL, screen_text(s, TEXT("multiplications")));
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        right_number(c, s, 3 + i, at->path, at->path - at->serial - 1,
                     cost_path(rows[i].arch, l->cost_n, l->cost_k));
        right_number(c, s, 3 + i, at->serial, at->serial - at->mul - 1, cost_serial(rows[i].arch, l->cost_n));
        right_number(c, s, 3 + i, at->mul, at->digits,
                     cost_mul(rows[i].arch, l->cost_n, l->cost_d, l->cost_k));
        canvas_put(c, 3 + i, 1, STYLE_TEXT, arch_name(s, at, i));
        /* Reports the numbers of a row that the text beside the view speaks of. */
        const int end[] = {[BILL_MUL] = at->mul, [BILL_SERIAL] = at->serial, [BILL_PATH] = at->path},
                  digits[] = {at->digits, at->serial - at->mul - 1, at->path - at->serial - 1};
        for (struct spot *p = NULL; (p = spots_next(s, TARGET_COST, p));)
            if (p->target.row == (int)rows[i].arch) {
                p->named = true;
                spots_found(s, p, c,
                            (struct area){3 + i, end[p->target.col] - digits[p->target.col], 1,
                                          digits[p->target.col]});
            }
    }
}

static void route(struct canvas c, const struct screen *s, enum cost_arch arch)
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
    canvas_put(c, 0, 0, STYLE_TEXT, text_str(&t));
}

/* Draws n = 100 + -: a size and the keys that change it. Returns the column for the next size. */
static int size(struct canvas c, const struct screen *s, int col, char letter, int value, const char *add)
{
    static const char *const steps[] = {"1", "-1"};
    col = canvas_putf(c, 0, col, STYLE_TITLE, "%c = %d", letter, value);
    for (int i = 0; i < 2; i++) {
        struct text line = SCREEN_TEXT(s);
        text_addf(&line, "%s %s", add, steps[i]);
        const char *key = keymap_key(&s->session->keymap, "cost", text_str(&line));
        if (click_hit(s->click, c, 0, col + 1, utf8_width(key)))
            click_line(s->click, "%s", text_str(&line));
        col = canvas_put(c, 0, col + 1, STYLE_KEY, key);
    }
    return col + 2;
}

static void routes(struct canvas c, const struct screen *s, const struct columns *at, int row)
{
    canvas_put(c, row, 1, STYLE_LABEL, screen_text(s, TEXT("in this sentence, first word to last:")));
    for (int i = 0; i < ROUTES && row + 1 + i < c.rows; i++) {
        canvas_put(c, row + 1 + i, 1, STYLE_TEXT, arch_name(s, at, i));
        route(canvas_part(c, row + 1 + i, at->route, 1, c.cols - at->route), s, rows[i].arch);
    }
}

/* Says how the scores of attention compare with an RNN, if it fits into c. */
static void cost_say(struct canvas c, const struct screen *s)
{
    if (screen_predicts(s))
        return;
    const struct look *l = &s->session->now.state.look;
    struct text t = SCREEN_TEXT(s);
    int n = l->cost_n, d = l->cost_d;
    double ratio = (double)cost_mul(COST_RNN, n, d, l->cost_k) / (double)cost_mul(COST_ATTN, n, d, l->cost_k);
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
    if (canvas_flow((struct canvas){.rows = c.rows, .cols = c.cols}, 0, STYLE_STRONG, text_str(&t)) <= c.rows)
        canvas_flow(c, 0, STYLE_STRONG, text_str(&t));
}

static void draw_cost(struct canvas c, const struct screen *s)
{
    bool roomy = c.cols >= wide.path + ROOMY;
    const struct look *l = &s->session->now.state.look;
    int col = size(c, s, 1, 'n', l->cost_n, "add cost_n");
    col = size(c, s, col, 'd', l->cost_d, "add cost_d");
    size(c, s, col, 'k', l->cost_k, "add cost_k");
    if (c.rows >= TALL && c.cols >= narrow.path + BESIDE) {
        /* Draws the bill at the left and the curves beside it; the routes below the bill or, if they are too
         * long, below everything. */
        const struct columns *at = roomy ? &wide : &narrow;
        /* The longest route, through every word, fits below the bill. */
        enum { ARROW = 3 };
        const struct state *st = &s->session->now.state;
        int width = at->route;
        for (int i = 0; i < st->sentence->count && width <= at->path; i++) {
            struct text word = SCREEN_TEXT(s);
            state_label(st, st->sentence, i, &word);
            width += utf8_width(text_str(&word)) + (i ? ARROW : 0);
        }
        bool tall = roomy || width <= at->path; /* the curves take all rows */
        int below = tall ? ROUTED : c.rows - ROUTES - 1;
        bill(canvas_part(c, 0, 0, c.rows, at->path + 1), s, at);
        struct canvas left = canvas_part(c, 0, 0, c.rows, tall ? at->path + 1 : c.cols);
        routes(left, s, at, below);
        cost_say(canvas_part(left, below + ROUTES + 2, 1, left.rows, left.cols - 2), s);
        cost_curves_draw(canvas_part(c, 0, at->path + 3, tall ? c.rows : below - 1, c.cols - at->path - 4),
                         s);
    } else if (c.rows >= LOW_ROWS && c.rows < BILL + 1 + UNDER && c.cols >= LOW_COLS) {
        cost_curves_draw(canvas_part(c, 1, 1, c.rows - LOW - 1, c.cols - 2), s);
        low_bill(canvas_part(c, c.rows - LOW, 0, LOW, c.cols), s);
    } else {
        /* Draws the bill, and below it the curves, if they have room, and the routes. */
        const struct columns *at = c.cols < wide.path + 2 ? &narrow : &wide;
        bool curved = c.rows >= BILL + 1 + UNDER, routed = !curved || c.rows >= BILL + 1 + UNDER + ROUTES + 2;
        int from = curved ? c.rows - ROUTES - 1 : c.rows > ROUTED + ROUTES ? ROUTED : ROUTED - 1;
        bill(c, s, at);
        if (routed)
            routes(c, s, at, from);
        if (curved)
            cost_curves_draw(canvas_part(c, BILL + 1, 1, (routed ? from - 1 : c.rows) - BILL - 1, c.cols - 2),
                             s);
        else
            cost_say(canvas_part(c, from + ROUTES + 2, 1, c.rows, c.cols - 2), s);
    }
}

static void tell_costs(const struct teller *t)
{
    static const enum cost_arch told[] = {COST_RNN, COST_CNN, COST_DILATED, COST_ATTN, COST_FULL};
    const struct look *l = &t->now->state.look;
    tell(t, TEXT("What layers cost for n = %d words of width d = %d, with kernels of k = %d:\n"), l->cost_n,
         l->cost_d, l->cost_k);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        tell(t, TEXT("%s: multiplications %lld, serial steps %lld, longest path %lld\n"),
             screen_text(&t->screen, cost_title(told[i])),
             (long long)cost_mul(told[i], l->cost_n, l->cost_d, l->cost_k),
             (long long)cost_serial(told[i], l->cost_n), (long long)cost_path(told[i], l->cost_n, l->cost_k));
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

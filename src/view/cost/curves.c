#include "view/cost/curves.h"

#include <math.h>

#include "core/cost.h"
#include "view/braille.h"

enum { AXIS = 6, HEAD = 1, FEET = 2, NAMES = 12, LEAST = 12, SMALL = 12 };

/* The curves, with a hue each and, without colours, dashes: `drawn` of `every` dots; 0: none. A dilated CNN
 * costs what a CNN costs. */
static const struct {
    enum cost_arch arch;
    enum hue hue;
    struct pair name;
    int every, drawn;
} curves[] = {
    {COST_CNN, HUE_HEAD + 3, PAIR("CNN", "CNN"), 4, 2},
    {COST_RNN, HUE_HEAD + 7, PAIR("RNN", "RNN"), 10, 7},
    {COST_FULL, HUE_HEAD + 1, PAIR("attention", "注意力"), 6, 2},
    {COST_ATTN, HUE_HEAD, PAIR("scores only", "仅得分"), 0, 0},
};
enum { CURVES = sizeof curves / sizeof *curves };

uint16_t cost_ink(enum cost_arch arch)
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

static double height_of(const struct chart *g, int i, double log_n)
{
    const struct look *l = &g->s->model->now.state.look;
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
    const struct look *l = &g->s->model->now.state.look;
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
            if (!named[i] && (top < 0 || height_of(g, i, g->right) > height_of(g, top, g->right)))
                top = i;
        named[top] = true;
        int y = (int)lround(dot_at(g, g->right, height_of(g, top, g->right)).y) / 4;
        row = y > row ? y : row + 1;
        canvas_put_ink(c, row, 0, STYLE_STRONG, cost_ink(curves[top].arch),
                       screen_pair(g->s, curves[top].name));
    }
}

/* Marks where the scores of attention cost as much as the RNN. */
static void crossing(const struct chart *g)
{
    const struct look *l = &g->s->model->now.state.look;
    double log_d = log10(l->cost_d);
    struct point at = dot_at(g, log_d, log_d * 3);
    canvas_glyph(g->c, (int)lround(at.y) / 4, (int)lround(at.x) / 2, STYLE_KEY, g->s->ascii ? 'X' : 0x25CF);
}

void cost_curves_draw(struct canvas c, const struct screen *s)
{
    const struct look *l = &s->model->now.state.look;
    struct canvas inner = canvas_part(c, HEAD, AXIS, c.rows - HEAD - FEET, c.cols - AXIS - NAMES - 1);
    if (inner.rows < 3 || inner.cols < LEAST)
        return;
    /* n from one word to well beyond both n and d, costs from 1 to the largest. */
    int most = l->cost_n > l->cost_d ? l->cost_n : l->cost_d;
    struct chart g = {inner, s, 0, ceil(log10(most) + 0.5), 1e9, 0};
    for (int i = 0; i < CURVES; i++) {
        g.low = fmin(g.low, height_of(&g, i, 0));
        g.high = fmax(g.high, height_of(&g, i, g.right));
    }
    g.low = floor(g.low);
    g.high = fmax(ceil(g.high), g.low + 1);
    const char *plain = screen_text(s, TEXT("Multiplications over n", "乘法次数随 n 的变化")),
               *brief = screen_text(s, TEXT("scores: fewer multiplications than an RNN while n < d",
                                            "n 小于 d 时，算得分的乘法比 RNN 少")),
               *whole = screen_text(
                   s,
                   TEXT("Multiplications over n words: the scores cost less than an RNN while n is below d",
                        "乘法次数随词数 n 的变化：n 小于 d 时，算得分比 RNN 省"));
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
        struct point from = dot_at(&g, g.left, height_of(&g, i, g.left));
        double along = 0;
        for (int x = 1; x < braille_width(&b); x++) {
            double log_n = g.left + (g.right - g.left) * x / (braille_width(&b) - 1);
            struct point to = dot_at(&g, log_n, height_of(&g, i, log_n));
            for (int thick = 0; thick < (g.c.rows < SMALL ? 1 : 2) && in_dash(&g, i, along); thick++)
                braille_line(&b, (struct point){from.x, from.y + thick}, (struct point){to.x, to.y + thick},
                             STYLE_TEXT, ink);
            along += hypot(to.x - from.x, to.y - from.y);
            from = to;
        }
    }
    if (!screen_predicts(s))
        crossing(&g);
    names(canvas_part(c, HEAD, c.cols - NAMES, inner.rows, NAMES), &g);
}

/* Three ways of passing a word on: hand to hand (RNN), by windows that widen (CNN), all at once (attention).
 * One step of time is the same in all three. */
#include <inttypes.h>
#include <math.h>

#include "core/cost.h"
#include "view/braille.h"
#include "view/machine/machine.h"
#include "view/figures/page.h"

enum { FAINT = 5, MIDDLE = 10, DOTS = 4 };

static const struct way {
    enum cost_arch arch;
    enum hue hue;
    const char *name, *like, *brief;
} ways[] = {
    {COST_RNN, MACHINE_HUE_RNN, "RNN", TEXT("relay race: hand to hand"), TEXT("relay race")},
    {COST_CNN, MACHINE_HUE_CNN, "CNN", TEXT("telescope: every layer sees further"), TEXT("telescope")},
    {COST_ATTN, MACHINE_HUE_ATTENTION, TEXT("attention"), TEXT("conference call: all hear all"),
     TEXT("conference call")},
};
enum { WAYS = sizeof ways / sizeof *ways };

struct paths {
    const struct screen *s;
    struct passing at;
    struct word_row words;
    bool side_by_side;               /* the words */
    int64_t steps[WAYS];             /* until the last word has heard of the first; INT64_MAX: never */
    int64_t after[CONFIG_MAX_WORDS]; /* layers of attention until each word has */
    int64_t lines;                   /* of the conference call: the mask lets a word hear another */
};

static struct paths paths_of(const struct screen *s, int cols)
{
    const struct state *st = &s->session->now.state;
    int n = st->sentence->count;
    struct paths p = {.s = s, .at = passing_at(st->look.machine.pass, passing_steps(n))};
    p.side_by_side = word_row_plan(&p.words, s, st->sentence, cols);
    passing_heard(&s->session->now.config, p.after);
    for (int i = 0; i < WAYS; i++)
        p.steps[i] = ways[i].arch == COST_ATTN ? p.after[n - 1] : cost_path(ways[i].arch, n, st->look.cost.k);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            p.lines += passing_hears(&s->session->now.config, j, i);
    return p;
}

/* RNN  relay race: hand to hand          3 of 9 steps
 * Returns what is below; nothing if there are too many words to fit side by side: then a bar says how many
 * steps it takes. */
static struct canvas below_heading(struct canvas c, const struct paths *p, int i)
{
    const struct screen *s = p->s;
    const struct way *w = &ways[i];
    const struct canvas below = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    int64_t steps = p->steps[i], most = p->steps[0] > 0 ? p->steps[0] : 1;
    /* 1. when the first word is there, briefly where room is short */
    const char *there = screen_text(s, TEXT("does not get there")), *brief = there;
    if (steps != INT64_MAX && p->at.done < steps) {
        brief = there = say(s, TEXT("step %d of %lld"), p->at.done, (long long)steps);
    } else if (steps != INT64_MAX) {
        brief = say(s, steps == 1 ? TEXT("%lld step") : TEXT("%lld steps"), (long long)steps);
        there = say(s, steps == 1 ? TEXT("there after %lld step") : TEXT("there after %lld steps"),
                    (long long)steps);
    }
    int least = utf8_width(screen_text(s, w->name)) + 2 + utf8_width(screen_text(s, w->brief));
    there = least + 1 + utf8_width(there) > c.cols ? brief : there;
    canvas_right(c, 0, 0, c.cols, p->at.done >= steps ? STYLE_GOOD : STYLE_TEXT, there);
    /* 2. what the way is like: under a mask not all hear all */
    bool masked = w->arch == COST_ATTN && p->lines < cost_pairs(s->session->now.state.sentence->count);
    const char *like = masked ? TEXT("conference call: as far as the mask lets them") : w->like;
    c = canvas_part(c, 0, 0, 1, c.cols - utf8_width(there) - 1);
    int col = canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(w->hue, HUE_FULL), screen_text(s, w->name));
    canvas_either(c, 0, col + 2, STYLE_TEXT, screen_text(s, like), screen_text(s, w->brief));
    /* 3. the bar */
    if (p->side_by_side)
        return below;
    double share = steps == INT64_MAX ? 0 : fmin(1, (double)steps / (double)most);
    for (int x = 0; x < (int)ceil(share * below.cols); x++)
        canvas_inked(below, 0, x, 0x2588, ink_hue(w->hue, HUE_FULL), 0);
    return canvas_part(below, 0, 0, 0, 0);
}

static struct point dot_of(const struct paths *p, struct canvas c, int word, int row, int rows)
{
    double y = rows > 1 ? (double)row * (DOTS * c.rows - DOTS) / (rows - 1) : 0;
    return (struct point){2 * word_row_middle(&p->words, word) + 0.5, y + 1.5};
}

static void node(struct canvas c, const struct paths *p, struct point at, enum hue hue, bool lit)
{
    uint32_t ch = lit ? (p->s->ascii ? '@' : 0x25CF) : (p->s->ascii ? 'o' : 0x25CB);
    canvas_inked(c, (int)at.y / DOTS, (int)at.x / 2, ch, ink_hue(hue, lit ? HUE_FULL : MIDDLE), 0);
}

static struct point point_between(struct point a, struct point b, double t)
{
    return (struct point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/* The dots of a cell share one colour: faint lines are drawn after lit ones and pass below them. Without
 * colours there are none. */
static void line(struct canvas c, const struct paths *p, struct point from, struct point to, enum hue hue,
                 bool faint)
{
    struct braille b = {c, p->s->ascii};
    uint16_t ink = ink_hue(hue, faint ? FAINT : HUE_FULL);
    int steps = (int)ceil(fmax(fabs(to.x - from.x), fabs(to.y - from.y)));
    for (int k = 0; k <= steps && !(faint && screen_mono(p->s)); k++) {
        struct point at = point_between(from, to, steps > 0 ? (double)k / steps : 0);
        int x = (int)lround(at.x), y = (int)lround(at.y);
        struct canvas cell = canvas_part(c, y / DOTS, x / 2, 1, 1);
        if (cell.cols > 0 && (!faint || cell.cells->ch[0] == ' ' || cell.cells->fg == ink))
            braille_dot(&b, x, y, STYLE_TEXT, ink);
    }
}

/* A jump from each word to the next. */
static void relay(struct canvas c, const void *of)
{
    const struct paths *p = of;
    const struct way *w = &ways[0];
    enum { PIECES = 12 };
    int n = p->words.n;
    c = below_heading(c, p, 0);
    for (int faint = 0; faint < 2; faint++)
        for (int i = 0; i + 1 < n && c.rows > 1; i++) {
            double part = faint || i < p->at.done ? 1 : i == p->at.done ? p->at.part : 0;
            struct point from = dot_of(p, c, i, 1, 2), to = dot_of(p, c, i + 1, 1, 2), last = from;
            for (int k = 1; k <= (int)lround(part * PIECES); k++) {
                double x = (double)k / PIECES;
                struct point next = point_between(from, to, x);
                next.y -= 4 * x * (1 - x) * (from.y - 1);
                line(c, p, last, next, w->hue, faint);
                last = next;
            }
        }
    for (int i = 0; i < n; i++)
        node(c, p, (struct point){dot_of(p, c, i, 0, 2).x, DOTS * c.rows - 1}, w->hue, i <= p->at.done);
}

/* A node of layer l sees itself and the k - 1 before it in the layer above. */
static void telescope(struct canvas c, const void *of)
{
    const struct paths *p = of;
    const struct way *w = &ways[1];
    int n = p->words.n, k = p->s->session->now.state.look.cost.k, layers = (int)p->steps[1];
    c = below_heading(c, p, 1);
    bool roomy = c.rows >= 2 * layers + 1 || layers < 2;
    for (int faint = 0; faint < 2; faint++)
        for (int l = 0; l < layers; l++)
            for (int j = 0; j < n; j++)
                for (int i = j - k + 1 < 0 ? 0 : j - k + 1; i <= j; i++) {
                    bool heard = i <= l * (k - 1) && l <= p->at.done;
                    double part = faint || l < p->at.done ? 1 : p->at.part;
                    struct point from = dot_of(p, c, i, l, layers + 1),
                                 to = dot_of(p, c, j, l + 1, layers + 1);
                    if (faint || heard)
                        line(c, p, from, point_between(from, to, part), w->hue, faint);
                }
    for (int l = 0; l <= layers; l++)
        for (int j = 0; j < n && (roomy || l == 0 || l == layers || c.rows > layers); j++)
            node(c, p, dot_of(p, c, j, l, layers + 1), w->hue, l <= p->at.done && j <= l * (k - 1));
}

/* One layer, drawn once: with a mask that needs more of them, those who pass it on light up above as well. A
 * word hands on what it has heard of the first one if the last has not heard of it before. */
static void conference(struct canvas c, const void *of)
{
    const struct paths *p = of;
    const struct way *w = &ways[2];
    int n = p->words.n;
    bool heard[WORD_ROW_MOST] = {false}; /* of it by now, from one that hands it on */
    c = below_heading(c, p, 2);
    for (int faint = 0; faint < 2; faint++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                bool lit = p->after[i] < p->steps[2];
                int64_t starts = lit ? p->after[i] : 0;
                double part = p->at.done > starts ? 1 : p->at.done == starts ? p->at.part : 0;
                struct point from = dot_of(p, c, i, 0, 2), to = dot_of(p, c, j, 1, 2);
                if (lit == faint || !passing_hears(&p->s->session->now.config, j, i))
                    continue;
                heard[j] = heard[j] || (lit && p->after[i] < p->at.done);
                line(c, p, from, point_between(from, to, part), w->hue, faint);
            }
    for (int i = 0; i < n; i++) {
        bool hands_on = p->after[i] < p->steps[2] && p->after[i] <= p->at.done;
        node(c, p, dot_of(p, c, i, 0, 2), w->hue, hands_on);
        node(c, p, dot_of(p, c, i, 1, 2), w->hue, p->at.done > 0 && heard[i]);
    }
}

const char *machine_paths_says(const struct screen *s)
{
    const struct state *st = &s->session->now.state;
    struct paths p = paths_of(s, 0);
    struct text t = SCREEN_TEXT(s);
    int n = st->sentence->count;
    text_addf(&t, "%s → %s", state_word(st, st->sentence, 0), state_word(st, st->sentence, n - 1));
    screen_add(s, &t, TEXT(": RNN %lld, CNN %lld"), (long long)p.steps[0], (long long)p.steps[1]);
    if (p.steps[2] == INT64_MAX)
        text_add(&t, screen_text(s, TEXT(", attention never")));
    else
        screen_add(s, &t, TEXT(", attention %lld"), (long long)p.steps[2]);
    if (p.lines == cost_pairs(n))
        screen_add(s, &t, TEXT(" (for %d·%d = %lld lines)"), n, n, (long long)p.lines);
    else
        screen_add(s, &t, TEXT(" (for %lld of %d·%d lines)"), (long long)p.lines, n, n);
    return text_str(&t);
}

static void words_draw(struct canvas c, const void *of)
{
    const struct paths *p = of;
    if (p->side_by_side)
        word_row_draw(c, p->s, &p->words, p->words.n);
}

void machine_paths_draw(struct canvas c, const void *screen)
{
    const struct screen *s = screen;
    const struct page_part parts[] = {
        {"words", 0, {.rows = 1}, NULL, words_draw},
        {"rnn", 2, {.rows = 2}, NULL, relay},
        {"cnn", 4, {.rows = 4}, NULL, telescope},
        {"attention", 3, {.rows = 3}, NULL, conference},
        {"says", 0, page_flow(machine_paths_says(s), STYLE_NOTE, 1), NULL, NULL},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"words / rnn / cnn / attention / says",
                                        "words / rnn:1*0 / cnn:1*0 / attention:1*1 / says", NULL};
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    struct paths p = paths_of(s, c.cols - 2);
    page_draw(c, forms, parts, &p);
}

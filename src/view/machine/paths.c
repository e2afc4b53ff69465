/* Three ways of passing a word on: hand to hand (RNN), by windows that widen (CNN), all at once (attention).
 * One step of time is the same in all three. */
#include <inttypes.h>
#include <math.h>

#include "core/cost.h"
#include "view/braille.h"
#include "view/machine/machine.h"

enum { FAINT = 5, MIDDLE = 10, DOTS = 4 };

static const struct way {
    enum cost_arch arch;
    enum hue hue;
    struct pair name, like, brief;
} ways[] = {
    {COST_RNN, MACHINE_HUE_RNN, PAIR("RNN", "RNN"),
     PAIR("relay race: hand to hand", "接力赛：一个传给下一个"), PAIR("relay race", "接力赛")},
    {COST_CNN, MACHINE_HUE_CNN, PAIR("CNN", "CNN"),
     PAIR("telescope: every layer sees further", "望远镜：每多一层就看得更远"), PAIR("telescope", "望远镜")},
    {COST_ATTN, MACHINE_HUE_ATTENTION, PAIR("attention", "注意力"),
     PAIR("conference call: all hear all", "电话会议：所有人同时听到"), PAIR("conference call", "电话会议")},
};
enum { WAYS = sizeof ways / sizeof *ways };

struct paths {
    const struct screen *s;
    const struct word_row *words;
    struct passing at;
    int64_t steps[WAYS];             /* until the last word has heard of the first; INT64_MAX: never */
    int64_t after[CONFIG_MAX_WORDS]; /* layers of attention until each word has */
};

static struct paths paths_of(const struct screen *s, const struct word_row *words)
{
    const struct state *st = &s->model->now.state;
    int n = st->sentence->count;
    struct paths p = {.s = s, .words = words, .at = passing_at(st->look.pass, passing_steps(n))};
    passing_heard(&s->model->now.config, p.after);
    for (int i = 0; i < WAYS; i++)
        p.steps[i] = ways[i].arch == COST_ATTN ? p.after[n - 1] : cost_path(ways[i].arch, n, st->look.cost_k);
    return p;
}

/* Returns whether the mask lets word j hear word i. */
static bool hears(const struct screen *s, int j, int i)
{
    return passing_hears(&s->model->now.config, j, i);
}

/* Returns the lines of the conference call. */
static int64_t lines_of(const struct screen *s)
{
    int n = s->model->now.state.sentence->count;
    int64_t lines = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            lines += hears(s, j, i);
    return lines;
}

/* What a way is like: under a mask not all hear all. */
static struct pair like_of(const struct screen *s, const struct way *w)
{
    bool masked = w->arch == COST_ATTN && lines_of(s) < cost_pairs(s->model->now.state.sentence->count);
    return masked ? BOTH("conference call: as far as the mask lets them",
                         "电话会议：同时听到，但只听得到掩码允许的")
                  : w->like;
}

/* there after 3 steps */
static void arrival(const struct paths *p, int i, bool brief, struct text *out)
{
    const struct screen *s = p->s;
    int64_t steps = p->steps[i];
    if (steps == INT64_MAX)
        text_add(out, screen_text(s, TEXT("does not get there", "到不了")));
    else if (p->at.done < steps)
        screen_add(s, out, TEXT("step %d of %" PRId64, "第 %d 步，共 %" PRId64 " 步"), p->at.done, steps);
    else if (brief)
        screen_add(s, out,
                   EITHER(steps == 1, TEXT("%" PRId64 " step", "%" PRId64 " 步"),
                          TEXT("%" PRId64 " steps", "%" PRId64 " 步")),
                   steps);
    else
        screen_add(s, out,
                   EITHER(steps == 1, TEXT("there after %" PRId64 " step", "%" PRId64 " 步就到"),
                          TEXT("there after %" PRId64 " steps", "%" PRId64 " 步才到")),
                   steps);
}

/* RNN  relay race: hand to hand          3 of 9 steps */
static void heading(struct canvas c, const struct paths *p, int i)
{
    struct text t = SCREEN_TEXT(p->s);
    int least =
        utf8_width(screen_pair(p->s, ways[i].name)) + 2 + utf8_width(screen_pair(p->s, ways[i].brief));
    arrival(p, i, false, &t);
    if (least + 1 + utf8_width(text_str(&t)) > c.cols) {
        text_clear(&t);
        arrival(p, i, true, &t);
    }
    int room = c.cols - utf8_width(text_str(&t)) - 1;
    canvas_right(c, 0, 0, c.cols, p->at.done >= p->steps[i] ? STYLE_GOOD : STYLE_TEXT, text_str(&t));
    c = canvas_part(c, 0, 0, 1, room);
    int col = canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(ways[i].hue, HUE_FULL),
                             screen_pair(p->s, ways[i].name));
    canvas_either(c, 0, col + 2, STYLE_TEXT, screen_pair(p->s, like_of(p->s, &ways[i])),
                  screen_pair(p->s, ways[i].brief));
}

static struct point dot_of(const struct paths *p, struct canvas c, int word, int row, int rows)
{
    double y = rows > 1 ? (double)row * (DOTS * c.rows - DOTS) / (rows - 1) : 0;
    return (struct point){2 * word_row_middle(p->words, word) + 0.5, y + 1.5};
}

static void node(struct canvas c, const struct paths *p, struct point at, enum hue hue, bool lit)
{
    uint32_t ch = lit ? (p->s->ascii ? '@' : 0x25CF) : (p->s->ascii ? 'o' : 0x25CB);
    canvas_inked(c, (int)at.y / DOTS, (int)at.x / 2, ch, ink_hue(hue, lit ? HUE_FULL : MIDDLE), 0);
}

/* Returns blank cells for what is drawn behind; none if memory is exhausted. */
static struct canvas behind(struct canvas c, const struct paths *p)
{
    size_t doubles = (size_t)c.rows * (size_t)c.cols * sizeof(struct cell) / sizeof(double) + 1;
    struct canvas b = {.rows = c.rows, .cols = c.cols, .stride = c.cols};
    if (!arena_more(p->s->scratch, doubles))
        return (struct canvas){0};
    b.cells = (struct cell *)(void *)arena_doubles(p->s->scratch, doubles);
    canvas_clear(b);
    return b;
}

/* Shows the background where nothing is in front: the dots of a cell share one colour. */
static void show_behind(struct canvas c, const struct paths *p, struct canvas behind)
{
    for (int row = 0; row < behind.rows && !screen_mono(p->s); row++) /* no faint colour */
        for (int col = 0; col < behind.cols; col++) {
            const struct cell *b = &behind.cells[row * behind.stride + col];
            if (b->ch[0] != ' ' && c.cells[row * c.stride + col].ch[0] == ' ')
                canvas_inked(c, row, col, b->ch[0], b->fg, 0);
        }
}

static struct point between(struct point a, struct point b, double t)
{
    return (struct point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/* A jump from one to the next, as a part of it. */
static void jump(const struct braille *b, struct point from, struct point to, double part, uint16_t ink)
{
    enum { PIECES = 12 };
    struct point last = from;
    double high = from.y - 1;
    for (int i = 1; i <= (int)lround(part * PIECES); i++) {
        struct point next = between(from, to, (double)i / PIECES);
        double x = (double)i / PIECES;
        next.y -= 4 * x * (1 - x) * high;
        braille_line(b, last, next, STYLE_TEXT, ink);
        last = next;
    }
}

static void relay(struct canvas c, const struct paths *p, const struct way *w)
{
    struct braille b = {c, p->s->ascii};
    int n = p->words->n;
    for (int lit = screen_mono(p->s); lit < 2; lit++)
        for (int i = 0; i + 1 < n && c.rows > 1; i++) {
            double part = !lit || i < p->at.done ? 1 : i == p->at.done ? p->at.part : 0;
            jump(&b, dot_of(p, c, i, 1, 2), dot_of(p, c, i + 1, 1, 2), part,
                 ink_hue(w->hue, lit ? HUE_FULL : FAINT));
        }
    for (int i = 0; i < n; i++)
        node(c, p, (struct point){dot_of(p, c, i, 0, 2).x, DOTS * c.rows - 1}, w->hue, i <= p->at.done);
}

/* A node of layer l sees itself and the k - 1 before it in the layer above. */
static void telescope(struct canvas c, const struct paths *p, const struct way *w)
{
    struct canvas far = behind(c, p);
    struct braille b[2] = {{far, p->s->ascii}, {c, p->s->ascii}};
    int n = p->words->n, k = p->s->model->now.state.look.cost_k, layers = (int)p->steps[1];
    bool roomy = c.rows >= 2 * layers + 1 || layers < 2;
    for (int lit = 0; lit < 2; lit++)
        for (int l = 0; l < layers; l++)
            for (int j = 0; j < n; j++)
                for (int i = j - k + 1 < 0 ? 0 : j - k + 1; i <= j; i++) {
                    bool heard = i <= l * (k - 1) && l <= p->at.done;
                    double part = l < p->at.done ? 1 : p->at.part;
                    struct point from = dot_of(p, c, i, l, layers + 1),
                                 to = dot_of(p, c, j, l + 1, layers + 1);
                    if (!lit || heard)
                        braille_line(&b[lit], from, between(from, to, lit ? part : 1), STYLE_TEXT,
                                     ink_hue(w->hue, lit ? HUE_FULL : FAINT));
                }
    show_behind(c, p, far);
    for (int l = 0; l <= layers; l++)
        for (int j = 0; j < n && (roomy || l == 0 || l == layers || c.rows > layers); j++)
            node(c, p, dot_of(p, c, j, l, layers + 1), w->hue, l <= p->at.done && j <= l * (k - 1));
}

/* Word i hands on what it has heard of the first word: the last has not heard of it before. */
static bool passes_on(const struct paths *p, int i)
{
    return p->after[i] < p->steps[2];
}

/* Word j has heard it by now, from one of those. */
static bool heard(const struct paths *p, int j)
{
    for (int i = 0; i < p->words->n; i++)
        if (passes_on(p, i) && p->after[i] < p->at.done && hears(p->s, j, i))
            return true;
    return false;
}

/* One layer, drawn once: with a mask that needs more of them, those who pass it on light up above as well. */
static void conference(struct canvas c, const struct paths *p, const struct way *w)
{
    struct canvas far = behind(c, p);
    struct braille b[2] = {{far, p->s->ascii}, {c, p->s->ascii}};
    int n = p->words->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            bool lit = passes_on(p, i);
            int64_t starts = lit ? p->after[i] : 0;
            double part = p->at.done > starts ? 1 : p->at.done == starts ? p->at.part : 0;
            struct point from = dot_of(p, c, i, 0, 2), to = dot_of(p, c, j, 1, 2);
            if (hears(p->s, j, i))
                braille_line(&b[lit], from, between(from, to, part), STYLE_TEXT,
                             ink_hue(w->hue, lit ? HUE_FULL : FAINT));
        }
    show_behind(c, p, far);
    for (int i = 0; i < n; i++) {
        node(c, p, dot_of(p, c, i, 0, 2), w->hue, passes_on(p, i) && p->after[i] <= p->at.done);
        node(c, p, dot_of(p, c, i, 1, 2), w->hue, p->at.done > 0 && heard(p, i));
    }
}

/* Too many words to fit side by side: how far the first word has come, as bars. */
static void bars(struct canvas c, const struct paths *p)
{
    for (int i = 0; i < WAYS && 2 * i + 1 < c.rows; i++) {
        double all = (double)(p->steps[0] > 0 ? p->steps[0] : 1);
        bool never = p->steps[i] == INT64_MAX;
        int width = never ? 0 : (int)ceil(fmin(1, (double)p->steps[i] / all) * c.cols);
        heading(canvas_part(c, 2 * i, 0, 1, c.cols), p, i);
        for (int col = 0; col < width; col++)
            canvas_inked(c, 2 * i + 1, col, p->s->ascii ? '#' : 0x2588, ink_hue(ways[i].hue, HUE_FULL), 0);
    }
}

static void lanes(struct canvas c, const struct paths *p)
{
    static void (*const lane[])(struct canvas c, const struct paths *p,
                                const struct way *w) = {relay, telescope, conference};
    int top = c.rows > 24, rest = c.rows - 1 - WAYS - top, high[WAYS], row = 1 + top;
    word_row_draw(canvas_part(c, top, 0, 1, c.cols), p->s, p->words, p->words->n);
    high[0] = rest * 2 / 9 < 1 ? 1 : rest * 2 / 9;
    high[2] = (rest - high[0]) * 2 / 5;
    high[1] = rest - high[0] - high[2];
    for (int i = 0; i < WAYS; i++) {
        heading(canvas_part(c, row, 0, 1, c.cols), p, i);
        lane[i](canvas_part(c, row + 1, 0, high[i], c.cols), p, &ways[i]);
        row += 1 + high[i];
    }
}

void machine_paths_say(const struct screen *s, struct text *out)
{
    const struct state *st = &s->model->now.state;
    struct paths p = paths_of(s, NULL);
    int n = st->sentence->count;
    text_add(out, state_word(st, st->sentence, 0));
    text_add(out, s->ascii ? " -> " : " → ");
    text_add(out, state_word(st, st->sentence, n - 1));
    screen_add(s, out, TEXT(": RNN %" PRId64 ", CNN %" PRId64, "：RNN %" PRId64 " 步，CNN %" PRId64 " 步"),
               p.steps[0], p.steps[1]);
    if (p.steps[2] == INT64_MAX)
        text_add(out, screen_text(s, TEXT(", attention never", "，注意力到不了")));
    else
        screen_add(s, out, TEXT(", attention %" PRId64, "，注意力 %" PRId64 " 步"), p.steps[2]);
    int64_t lines = lines_of(s);
    if (lines == cost_pairs(n))
        screen_add(s, out, TEXT(" (for %d·%d = %" PRId64 " lines)", "（要 %d·%d = %" PRId64 " 条线）"), n, n,
                   lines);
    else
        screen_add(s, out,
                   TEXT(" (for %" PRId64 " of %d·%d lines)", "（掩码留下 %" PRId64 " 条线，共 %d·%d 条）"),
                   lines, n, n);
}

void machine_paths_draw(struct canvas c, const struct screen *s)
{
    struct word_row words;
    struct text t = SCREEN_TEXT(s);
    machine_paths_say(s, &t);
    struct canvas inner = machine_say(c, &t);
    bool side_by_side = word_row_plan(&words, s, s->model->now.state.sentence, inner.cols - 2);
    struct paths p = paths_of(s, &words);
    (side_by_side ? lanes : bars)(inner, &p);
}

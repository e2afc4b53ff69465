/* Whom the asked word of a run reads, as ribbons, and what it answers. Many words: only those that it reads
 * most. */
#include <math.h>

#include "base/number.h"
#include "view/braille.h"
#include "view/paint.h"
#include "view/train/train.h"

enum {
    HEADS = 4,
    WORDS = 12,
    GUTTER = 8,
    GUTTER_NEEDS = 36,
    BOX_MOST = 14,
    PITCH_MOST = 18,
    NUMBER = 6,
    THIN = 6,
    FINE = 6 /* fewer rows need fine edges */
};
#define LEAST 0.02 /* a share that is drawn */

struct reads {
    const struct train *f;
    const struct train_run *run;
    const struct attention *a, *before; /* of the last layer; at step 0, NULL: not known */
    bool placed;                        /* words repeat, so each is told by its place */
    int query, heads;
    int key[WORDS], count; /* the words shown */
    int left, pitch, box;  /* columns before the words, from one to the next, of a head's whole */
};

static double weight(const struct attention *a, const struct reads *r, int h, int key)
{
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], h), r->query, key);
}

/* The most that a head reads of a word; the asked word is always shown. */
static double most_read(const struct reads *r, int key)
{
    double most = key == r->query ? 2 : 0;
    for (int h = 0; h < r->heads; h++)
        most = fmax(most, weight(r->a, r, h, key));
    return most;
}

static void label(const struct reads *r, int t, struct text *out)
{
    const struct state *st = &r->run->scene->state;
    if (r->placed)
        text_addf(out, "%d ", t);
    text_add(out, state_word(st, st->sentence, t));
}

/* Chooses as many words as fit, those read most, in the order of the sentence. */
static void choose_words(struct reads *r, int cols)
{
    int n = r->run->scene->config.n, widest = NUMBER - 1, room;
    for (int t = 0; t < n; t++) {
        struct text name = TEXT_HERE;
        label(r, t, &name);
        int width = utf8_width(text_str(&name));
        text_finish(&name);
        widest = width > widest ? width : widest;
    }
    room = (cols - r->left) / (widest + 1);
    room = room > WORDS ? WORDS : room < 1 ? 1 : room;
    for (int t = 0; t < n; t++) {
        int better = 0;
        for (int u = 0; u < n; u++)
            better += most_read(r, u) > most_read(r, t) || (u < t && most_read(r, u) >= most_read(r, t));
        if (better < room && r->count < room) /* NaN is never better: then the room decides */
            r->key[r->count++] = t;
    }
    r->pitch = (cols - r->left) / (r->count > 0 ? r->count : 1);
    r->pitch = r->pitch > PITCH_MOST ? PITCH_MOST : r->pitch;
    r->box = (r->pitch - 1) / r->heads;
    r->box = r->box > BOX_MOST ? BOX_MOST : r->box < 1 ? 1 : r->box;
}

static enum hue hue_of(const struct reads *r, int h)
{
    return r->heads > 1 ? hue_of_head(h) : r->run->hue;
}

static int column(const struct reads *r, int i)
{
    return r->left + i * r->pitch;
}

/* 0.93, brighter the more it is. */
static void numbers(struct canvas c, int row, const struct reads *r, const struct attention *a, int h)
{
    bool now = a == r->a;
    for (int i = 0; i < r->count; i++) {
        struct text x = TEXT_HERE;
        double w = weight(a, r, h, r->key[i]);
        number_fixed(&x, w, 2, NUMBER);
        canvas_put_ink(c, row, column(r, i),
                       now && w >= 0.5 ? STYLE_STRONG
                       : now           ? STYLE_TEXT
                                       : STYLE_DIM,
                       now ? ink_hue(hue_of(r, h), HUE_FULL) : 0, text_str(&x));
        text_finish(&x);
    }
    if (r->left && !now)
        canvas_put(c, row, 0, STYLE_DIM, screen_text(r->f->s, TEXT("step 0", "第 0 步")));
    else if (r->left && r->heads > 1)
        canvas_putf(c, row, 0, STYLE_LABEL, screen_text(r->f->s, TEXT("head %d", "头 %d")), h + 1);
}

/* The bands of a head fill its box below the asked word: one whole, shared out. */
static void bands(struct canvas area, const struct paint *p, const struct reads *r, int h, int asks)
{
    bool coarse = r->f->st->look.run && area.rows >= FINE; /* few cells change from frame to frame */
    double at = (column(r, asks) + h * r->box) * PAINT_SUB;
    struct braille dots = {area, r->f->s->ascii};
    for (int i = 0; i < r->count; i++) {
        double share = weight(r->a, r, h, r->key[i]), width = share * r->box * PAINT_SUB;
        struct ribbon one = {.top = (column(r, i) + h * r->box) * PAINT_SUB,
                             .top_width = width,
                             .bottom = at,
                             .bottom_width = width,
                             .rim = coarse ? 0 : 2,
                             .coarse = coarse,
                             .hue = hue_of(r, h),
                             .faint = HUE_FULL * (share < 0.5 ? 5 : 8) / 10};
        if (width >= THIN)
            paint_ribbon(p, &one);
        else if (share >= LEAST) {
            /* A band too narrow for a ribbon: a line of dots down its way. */
            int height = braille_height(&dots);
            double top = (one.top + one.top_width / 2) / 4,
                   bottom = (one.bottom + one.bottom_width / 2) / 4; /* in dots */
            for (int y = 0; y + 1 < height; y++)
                braille_line(&dots, (struct point){paint_along(top, bottom, (y + 0.5) / height), y},
                             (struct point){paint_along(top, bottom, (y + 1.5) / height), y + 1}, STYLE_TEXT,
                             ink_hue(one.hue, HUE_FULL * 3 / 4));
        }
        at += width;
    }
}

static void ribbons(struct canvas area, const struct reads *r)
{
    const struct screen *s = r->f->s;
    struct paint p;
    int asks = 0;
    for (int i = 0; i < r->count; i++)
        asks = r->key[i] == r->query ? i : asks;
    if (area.rows < 1 || !paint_begin(&p, s->scratch, area.rows, area.cols))
        return;
    for (int h = 0; h < r->heads; h++)
        bands(area, &p, r, h, asks);
    paint_show(&p, area, (struct paint_look){screen_theme(s), screen_mono(s), s->ascii});
}

/* ---- what it answers ------------------------------------------------------------------------ */

/* Returns the class that the asked word should say, -1: it is not asked. */
static int wanted(const struct reads *r)
{
    const struct config *c = &r->run->scene->config;
    for (int k = 0; k < c->target_count; k++)
        if (c->target[k].head < 0 && c->target[k].at == r->query)
            return c->target[k].to;
    return -1;
}

/* 猫 ██████████░░░  99 % ✓ */
static void answer(struct canvas c, const struct reads *r, int class, bool right)
{
    enum { NAME = 8, SHARE = 6, MARK = 2 };
    const struct scene *now = r->run->scene;
    double share = mat_at(now->trace.probs, r->query, class);
    struct text name = TEXT_HERE, part = TEXT_HERE;
    state_label(&now->state, now->state.classes, class, &name);
    train_percent(&part, share);
    canvas_field(c, 0, 0, NAME, right ? STYLE_STRONG : STYLE_TEXT, text_str(&name));
    struct canvas room = canvas_part(c, 0, NAME, 1, c.cols - NAME - SHARE - MARK);
    int eighths = (int)lround(share * 8 * room.cols);
    bool ascii = r->f->s->ascii;
    for (int k = 0; k < room.cols; k++, eighths -= 8) {
        uint32_t full = eighths >= 8 ? 0x2588 : 0x2590 - (uint32_t)eighths, empty = ascii ? ' ' : 0x2591;
        bool in = eighths > 0;
        canvas_inked(room, 0, k, in ? (ascii ? '#' : full) : empty,
                     ink_hue(in ? r->run->hue : HUE_GREY, in ? HUE_FULL : HUE_FULL / 4), 0);
    }
    canvas_right(c, 0, c.cols - SHARE - MARK, SHARE, right ? STYLE_STRONG : STYLE_TEXT, text_str(&part));
    if (right)
        canvas_put(c, 0, c.cols - MARK + 1, STYLE_GOOD, r->f->s->ascii ? "<" : "✓");
    text_finish(&name);
    text_finish(&part);
}

/* The class with rank `rank`, the likeliest is 0. */
static int ranked(const struct reads *r, int rank)
{
    struct mat m = r->run->scene->trace.probs;
    for (int k = 0; k < m.cols; k++) {
        int better = 0;
        for (int j = 0; j < m.cols; j++)
            better += mat_at(m, r->query, j) > mat_at(m, r->query, k) ||
                      (j < k && mat_at(m, r->query, j) >= mat_at(m, r->query, k));
        if (better == rank)
            return k;
    }
    return 0;
}

static void says(struct canvas c, int row, const struct reads *r)
{
    struct text name = TEXT_HERE;
    label(r, r->query, &name);
    canvas_putf(c, row, 0, STYLE_LABEL, screen_text(r->f->s, TEXT("%s says", "%s 说")), text_str(&name));
    text_finish(&name);
}

/* The likeliest answers; the right one is always among them. */
static void answers(struct canvas c, const struct reads *r)
{
    int right = wanted(r), classes = r->run->scene->config.classes,
        shown = c.rows < classes ? c.rows : classes;
    bool seen = right < 0;
    for (int i = 0; i < shown; i++) {
        int class = ranked(r, i);
        class = i == shown - 1 && !seen && class != right ? right : class;
        seen = seen || class == right;
        answer(canvas_part(c, i, 0, 1, c.cols), r, class, class == right);
    }
}

/* head 1 should read 猫: 99 % ✓, or head 1, 猫: 99 % ✓ */
static void aims(struct canvas c, const struct reads *r)
{
    enum { MARK = 2 };
    const struct config *config = &r->run->scene->config;
    const struct state *st = &r->run->scene->state;
    for (int k = 0, row = 0; k < config->target_count && row < c.rows; k++) {
        const struct target *one = &config->target[k];
        struct text t = TEXT_HERE, brief = TEXT_HERE, name = TEXT_HERE;
        if (one->head < 0 || one->at != r->query || one->layer != config->layers - 1)
            continue;
        double share = weight(r->a, r, one->head, one->to);
        state_label(st, st->sentence, one->to, &name);
        screen_add(r->f->s, &t, TEXT("head %d should read %s: ", "头 %d 该读 %s："), one->head + 1,
                   text_str(&name));
        screen_add(r->f->s, &brief, TEXT("head %d, %s: ", "头 %d，%s："), one->head + 1, text_str(&name));
        train_percent(&t, share);
        train_percent(&brief, share);
        int col = canvas_put_ink(c, row, 0, STYLE_TEXT, ink_hue(hue_of(r, one->head), HUE_FULL),
                                 text_str(utf8_width(text_str(&t)) + MARK <= c.cols ? &t : &brief));
        canvas_put(c, row++, col + 1, STYLE_GOOD, share > 0.5 ? (r->f->s->ascii ? "<" : "✓") : "");
        text_finish(&t);
        text_finish(&brief);
        text_finish(&name);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Rows of answers where `spare` are left beside the least of everything. */
static int answer_rows(int spare)
{
    static const int from[] = {3, 6, 9};
    int rows = 1;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        rows += spare >= from[i];
    return rows;
}

void train_reads_draw(struct canvas c, const struct train *f, int run)
{
    enum { NAMED = 3, RIBBONS = 2 };
    const struct train_run *of = &f->run[run];
    int last = of->scene->config.layers - 1;
    const struct attention *start = &f->l->start.trace.layer[last].self;
    struct reads r = {.f = f, .run = of, .a = &of->scene->trace.layer[last].self, .query = f->st->look.query};
    r.heads = r.a->heads < HEADS ? r.a->heads : HEADS;
    r.before = run == 0 ? start : NULL;
    r.left = c.cols >= GUTTER_NEEDS ? GUTTER : 0;
    bool again = false;
    for (int t = 0; t < of->scene->state.sentence->count; t++)
        for (int u = 0; u < t; u++)
            again = again || of->scene->state.sentence->id[u] == of->scene->state.sentence->id[t];
    r.placed = again;
    choose_words(&r, c.cols);
    bool readout = r.run->scene->config.classes > 0;
    int spare = c.rows - 2 - r.heads - RIBBONS, row = 0, below = readout ? answer_rows(spare) : 0;
    /* the numbers at step 0 need their name beside them; without a row between, the ribbons run into the bars
     */
    bool named = readout && spare >= NAMED, before = r.before && r.left && spare >= NAMED + r.heads;
    if (!readout && spare > 0)
        below = spare < r.heads ? spare : r.heads;
    struct text t = TEXT_HERE;
    int layers = r.run->scene->config.layers;
    train_name(r.f, run, &t);
    int col = canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(r.run->hue, HUE_FULL), text_str(&t));
    text_clear(&t);
    screen_add(r.f->s, &t, TEXT("layer %d of %d", "第 %d 层，共 %d 层"), layers, layers);
    if (layers > 1 && col + 1 + utf8_width(text_str(&t)) <= c.cols)
        canvas_put(c, 0, col + 1, STYLE_DIM, text_str(&t));
    text_finish(&t);
    int rows = ++row;
    for (int i = 0; i < r.count; i++) {
        struct text name = TEXT_HERE;
        bool asks = r.key[i] == r.query;
        label(&r, r.key[i], &name);
        canvas_put_ink(c, rows, column(&r, i), STYLE_STRONG, asks ? ink_hue(HUE_FOCUS, HUE_FULL) : 0,
                       text_str(&name));
        if (click_hit(r.f->s->click, c, rows, column(&r, i), r.pitch))
            click_line(r.f->s->click, "set query %d", r.key[i]);
        text_finish(&name);
    }
    if (r.left)
        canvas_put(c, rows, 0, STYLE_LABEL, screen_text(r.f->s, TEXT("reads", "读")));
    for (int h = 0; h < r.heads; h++)
        numbers(c, ++row, &r, r.a, h);
    for (int h = 0; h < r.heads && before; h++)
        numbers(c, ++row, &r, r.before, h);
    row++;
    int end = c.rows - below - named;
    ribbons(canvas_part(c, row, 0, end - row, c.cols), &r);
    if (named)
        says(c, end, &r);
    (readout ? answers : aims)(canvas_part(c, end + named, 0, below, c.cols), &r);
}

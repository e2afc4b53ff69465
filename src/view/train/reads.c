/* Whom the asked word of a run reads, as ribbons, and what it answers. Many words: only those that it reads
 * most. */
#include <math.h>

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

static const char *read_label(const struct reads *r, int t)
{
    const struct state *st = &r->run->scene->state;
    struct text out = SCREEN_TEXT(r->f->s);
    if (r->placed)
        text_addf(&out, "%d ", t);
    text_add(&out, state_word(st, st->sentence, t));
    return text_str(&out);
}

/* Chooses as many words as fit, those read most, in the order of the sentence. */
static void choose_words(struct reads *r, int cols)
{
    int n = r->run->scene->config.n, widest = NUMBER - 1, room;
    for (int t = 0; t < n; t++)
        widest = (int)fmax(widest, utf8_width(read_label(r, t)));
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

static int word_column(const struct reads *r, int i)
{
    return r->left + i * r->pitch;
}

/* 0.93, brighter the more it is. */
static void head_numbers(struct canvas c, int row, const struct reads *r, const struct attention *a, int h)
{
    bool now = a == r->a;
    for (int i = 0; i < r->count; i++) {
        double w = weight(a, r, h, r->key[i]);
        canvas_put_ink(c, row, word_column(r, i),
                       !now       ? STYLE_DIM
                       : w >= 0.5 ? STYLE_STRONG
                                  : STYLE_TEXT,
                       now ? ink_hue(hue_of(r, h), HUE_FULL) : 0, share_text(r->f->s, w, SHARE_PLAIN));
    }
    if (r->left && !now)
        canvas_put(c, row, 0, STYLE_DIM, screen_text(r->f->s, TEXT("step 0")));
    else if (r->left && r->heads > 1)
        canvas_putf(c, row, 0, STYLE_LABEL, screen_text(r->f->s, TEXT("head %d")), h + 1);
}

/* The bands of a head fill its box below the asked word: one whole, shared out. */
static void bands(struct canvas area, const struct paint *p, const struct reads *r, int h, int asks)
{
    bool coarse = r->f->st->look.run && area.rows >= FINE; /* few cells change from frame to frame */
    double at = (word_column(r, asks) + h * r->box) * PAINT_SUB;
    struct braille dots = {area, r->f->s->ascii};
    for (int i = 0; i < r->count; i++) {
        double share = weight(r->a, r, h, r->key[i]), width = share * r->box * PAINT_SUB;
        struct ribbon one = {.top = (word_column(r, i) + h * r->box) * PAINT_SUB,
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

/* ---- what it answers ------------------------------------------------------------------------ */

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

/* The likeliest answers; the right one is always among them. */
static void answers(struct canvas c, const struct reads *r)
{
    const struct config *config = &r->run->scene->config;
    int right = -1, shown = c.rows < config->classes ? c.rows : config->classes;
    for (int k = config->target_count - 1; k >= 0; k--)
        if (config->target[k].head < 0 && config->target[k].at == r->query)
            right = config->target[k].to;
    bool seen = right < 0;
    for (int i = 0; i < shown; i++) {
        int class = ranked(r, i);
        class = i == shown - 1 && !seen && class != right ? right : class;
        seen = seen || class == right;
        /* 猫 ██████████░░░  99 % ✓ */
        struct canvas part = canvas_part(c, i, 0, 1, c.cols);
        bool rights = class == right;
        enum { NAME = 8, SHARE = 6, MARK = 2 };
        const struct scene *now = r->run->scene;
        double share = mat_at(now->trace.probs, r->query, class);
        struct text name = SCREEN_TEXT(r->f->s);
        enum style style = rights ? STYLE_STRONG : STYLE_TEXT;
        state_label(&now->state, now->state.classes, class, &name);
        canvas_field(part, 0, 0, NAME, style, text_str(&name));
        struct canvas room = canvas_part(part, 0, NAME, 1, part.cols - NAME - SHARE - MARK);
        int eighths = (int)lround(share * 8 * room.cols);
        bool ascii = r->f->s->ascii;
        for (int k = 0; k < room.cols; k++, eighths -= 8) {
            uint32_t full = eighths >= 8 ? 0x2588 : 0x2590 - (uint32_t)eighths, empty = ascii ? ' ' : 0x2591;
            bool in = eighths > 0;
            canvas_inked(room, 0, k, in ? (ascii ? '#' : full) : empty,
                         ink_hue(in ? r->run->hue : HUE_GREY, in ? HUE_FULL : HUE_FULL / 4), 0);
        }
        canvas_right(part, 0, part.cols - SHARE - MARK, SHARE, style,
                     share_text(r->f->s, share, SHARE_PERCENT));
        if (rights)
            canvas_put(part, 0, part.cols - MARK + 1, STYLE_GOOD, ascii ? "<" : "✓");
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
        struct text name = SCREEN_TEXT(r->f->s);
        if (one->head < 0 || one->at != r->query || one->layer != config->layers - 1)
            continue;
        double share = weight(r->a, r, one->head, one->to);
        const char *percent = share_text(r->f->s, share, SHARE_PERCENT);
        state_label(st, st->sentence, one->to, &name);
        const char *whole =
            say(r->f->s, TEXT("head %d should read %s: %s"), one->head + 1, text_str(&name), percent);
        int col =
            canvas_put_ink(c, row, 0, STYLE_TEXT, ink_hue(hue_of(r, one->head), HUE_FULL),
                           utf8_width(whole) + MARK <= c.cols ? whole
                                                              : say(r->f->s, TEXT("head %d, %s: %s"),
                                                                    one->head + 1, text_str(&name), percent));
        canvas_put(c, row++, col + 1, STYLE_GOOD, share > 0.5 ? (r->f->s->ascii ? "<" : "✓") : "");
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

void train_reads_draw(struct canvas c, const struct train *f, int run)
{
    enum { NAMED = 3, RIBBONS = 2 };
    const struct train_run *of = &f->run[run];
    int last = of->scene->config.layers - 1;
    struct reads r = {.f = f,
                      .run = of,
                      .a = &of->scene->trace.layer[last].self,
                      .before = run == 0 ? &f->l->start.trace.layer[last].self : NULL,
                      .query = f->st->look.query,
                      .left = c.cols >= GUTTER_NEEDS ? GUTTER : 0};
    const struct sequence *sentence = of->scene->state.sentence;
    r.heads = r.a->heads < HEADS ? r.a->heads : HEADS;
    for (int t = 0; t < sentence->count; t++)
        for (int u = 0; u < t; u++)
            r.placed = r.placed || sentence->id[u] == sentence->id[t];
    choose_words(&r, c.cols);
    bool readout = r.run->scene->config.classes > 0;
    int spare = c.rows - 2 - r.heads - RIBBONS, row = 0, below = 0;
    /* numbers at step 0 need their name beside them; with no row between, ribbons run into the bars */
    bool named = readout && spare >= NAMED, before = r.before && r.left && spare >= NAMED + r.heads;
    if (readout) /* the more answers, the more rows are left beside the least of everything */
        below = 1 + (spare >= 3) + (spare >= 6) + (spare >= 9);
    else if (spare > 0)
        below = spare < r.heads ? spare : r.heads;
    int col = canvas_put_ink(c, row++, 0, STYLE_STRONG, ink_hue(of->hue, HUE_FULL), train_name(f, run)) + 1;
    const char *layer = say(f->s, TEXT("layer %d of %d"), last + 1, last + 1);
    if (last > 0 && col + utf8_width(layer) <= c.cols)
        canvas_put(c, 0, col, STYLE_DIM, layer);
    for (int i = 0; i < r.count; i++) {
        canvas_put_ink(c, row, word_column(&r, i), STYLE_STRONG,
                       r.key[i] == r.query ? ink_hue(HUE_FOCUS, HUE_FULL) : 0, read_label(&r, r.key[i]));
        if (click_hit(f->s->click, c, row, word_column(&r, i), r.pitch))
            click_line(f->s->click, "set query %d", r.key[i]);
    }
    if (r.left)
        canvas_put(c, row, 0, STYLE_LABEL, screen_text(f->s, TEXT("reads")));
    for (int h = 0; h < r.heads; h++)
        head_numbers(c, ++row, &r, r.a, h);
    for (int h = 0; h < r.heads && before; h++)
        head_numbers(c, ++row, &r, r.before, h);
    row++;
    int end = c.rows - below - named;
    struct canvas area = canvas_part(c, row, 0, end - row, c.cols);
    const struct screen *s = r.f->s;
    struct paint p;
    int asks = 0;
    for (int i = 0; i < r.count; i++)
        asks = r.key[i] == r.query ? i : asks;
    if (area.rows >= 1 && paint_begin(&p, s->scratch, area.rows, area.cols)) {
        for (int h = 0; h < r.heads; h++)
            bands(area, &p, &r, h, asks);
        paint_show(&p, area, (struct paint_look){screen_theme(s), screen_mono(s), s->ascii});
    }
    if (named)
        canvas_put(c, end, 0, STYLE_LABEL, say(f->s, TEXT("%s says"), read_label(&r, r.query)));
    (readout ? answers : aims)(canvas_part(c, end + named, 0, below, c.cols), &r);
}

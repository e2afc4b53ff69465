/* Whom the asked word of a run reads, as ribbons, and what it answers. Many words: only those that it reads
 * most. */
#include <math.h>

#include "view/figures/bars.h"
#include "view/paint.h"
#include "view/train/train.h"

enum { HEADS = 4, WORDS = 12, GUTTER = 8, BOX_MOST = 14, PITCH_MOST = 18, NUMBER = 6 };

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

static const char *read_label(const struct reads *r, int t)
{
    const struct state *st = &r->run->scene->state;
    struct text out = SCREEN_TEXT(r->f->s);
    if (r->placed)
        text_addf(&out, "%d ", t);
    text_add(&out, state_word(st, st->sentence, t));
    return text_str(&out);
}

/* Chooses as many words as fit, the asked one and those that a head reads most, in the order of the
 * sentence. */
static void choose_words(struct reads *r, int cols)
{
    const int n = r->run->scene->config.n;
    double most[CONFIG_MAX_WORDS] = {0};
    int widest = NUMBER - 1, room;
    for (int t = 0; t < n; t++) {
        widest = (int)fmax(widest, utf8_width(read_label(r, t)));
        for (int h = 0; h < r->heads; h++)
            most[t] = fmax(most[t], weight(r->a, r, h, t));
    }
    most[r->query] = 2;
    room = (cols - r->left) / (widest + 1);
    room = room > WORDS ? WORDS : room < 1 ? 1 : room;
    for (int t = vec_next_largest(most, n, -1); t >= 0 && r->count < room; t = vec_next_largest(most, n, t)) {
        int at = r->count++;
        for (; at > 0 && r->key[at - 1] > t; at--)
            r->key[at] = r->key[at - 1];
        r->key[at] = t;
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

/* Draws what each head reads of the words: 0.93, brighter the more it is; that of step 0 in grey. */
static void draw_numbers(struct canvas c, const struct reads *r, const struct attention *a)
{
    const bool now = a == r->a;
    for (int h = 0; h < r->heads; h++) {
        for (int i = 0; i < r->count; i++) {
            double w = weight(a, r, h, r->key[i]);
            canvas_put_ink(c, h, word_column(r, i),
                           !now       ? STYLE_DIM
                           : w >= 0.5 ? STYLE_STRONG
                                      : STYLE_TEXT,
                           now ? ink_hue(hue_of(r, h), HUE_FULL) : 0, share_text(r->f->s, w, SHARE_PLAIN));
        }
        if (r->left && !now)
            canvas_put(c, h, 0, STYLE_DIM, screen_text(r->f->s, TEXT("step 0")));
        else if (r->left && r->heads > 1)
            canvas_put(c, h, 0, STYLE_LABEL, say(r->f->s, TEXT("head %d"), h + 1));
    }
}

/* Draws the bands of a head, which fill its box below the asked word: one whole, shared out. */
static void draw_bands(struct canvas area, const struct paint *p, const struct reads *r, int h, int asks)
{
    enum { FINE = 6, THIN = 6 }; /* fewer rows need fine edges; a narrower band is a line of dots */
    const double least = 0.02;   /* a share that is drawn */
    bool coarse = r->f->st->look.train.run && area.rows >= FINE; /* few cells change from frame to frame */
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
        else if (share >= least) {
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

/* ---- the parts, from above: whose words, what each head reads of them, the bands, the answers -------- */

/* Draws the name of the run, with positions  layer 2 of 2, the words and the numbers. */
static void words_draw(struct canvas c, const void *of)
{
    const struct reads *r = of;
    const struct screen *s = r->f->s;
    const int layers = r->run->scene->config.layers;
    const char *layer = say(s, TEXT("layer %d of %d"), layers, layers);
    int col = 1 + canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(r->run->hue, HUE_FULL),
                                 train_name(r->f, (int)(r->run - r->f->run)));
    if (layers > 1 && col + utf8_width(layer) <= c.cols)
        canvas_put(c, 0, col, STYLE_DIM, layer);
    for (int i = 0; i < r->count; i++) {
        canvas_put_ink(c, 1, word_column(r, i), STYLE_STRONG,
                       r->key[i] == r->query ? ink_hue(HUE_FOCUS, HUE_FULL) : 0, read_label(r, r->key[i]));
        if (click_hit(s->click, c, 1, word_column(r, i), r->pitch))
            click_line(s->click, "set query %d", r->key[i]);
    }
    if (r->left)
        canvas_put(c, 1, 0, STYLE_LABEL, screen_text(s, TEXT("reads")));
    draw_numbers(canvas_part(c, 2, 0, r->heads, c.cols), r, r->a);
}

static void before_draw(struct canvas c, const void *of)
{
    const struct reads *r = of;
    draw_numbers(c, r, r->before);
}

static void bands_draw(struct canvas c, const void *of)
{
    const struct reads *r = of;
    const struct screen *s = r->f->s;
    struct paint p;
    const struct paint_look look = {screen_theme(s), screen_mono(s), s->ascii};
    int asks = 0;
    for (int i = 0; i < r->count; i++)
        asks = r->key[i] == r->query ? i : asks;
    if (c.rows < 1 || !paint_begin(&p, s->scratch, c.rows, c.cols))
        return;
    paint_curves(&p, c, &look);
    for (int h = 0; h < r->heads; h++)
        draw_bands(c, &p, r, h, asks);
    paint_show(&p, c, look);
}

static void asks_draw(struct canvas c, const void *of)
{
    const struct reads *r = of;
    canvas_put(c, 0, 0, STYLE_LABEL, say(r->f->s, TEXT("%s says"), read_label(r, r->query)));
}

/* ---- what it answers ------------------------------------------------------------------------ */

/* Draws 猫 ██████████░░░  99 % ✓. */
static void draw_answer(struct canvas c, const struct reads *r, int class, bool right)
{
    enum { NAME = 8, SHARE = 6, MARK = 2 };
    const struct scene *now = r->run->scene;
    const struct screen *s = r->f->s;
    const double share = mat_at(now->trace.probs, r->query, class);
    const enum style style = right ? STYLE_STRONG : STYLE_TEXT;
    struct canvas room = canvas_part(c, 0, NAME, 1, c.cols - NAME - SHARE - MARK);
    canvas_field(c, 0, 0, NAME, style, said_label(s, &now->state, now->state.classes, class));
    for (int k = 0; k < room.cols; k++)
        canvas_inked(room, 0, k, s->ascii ? ' ' : 0x2591, ink_hue(HUE_GREY, HUE_FULL / 4), 0);
    bar_draw(room, 0, s, &(struct bar_scale){0, room.cols, 0, 1},
             (struct bar){.to = share, .ink = ink_hue(r->run->hue, HUE_FULL)});
    canvas_right(c, 0, c.cols - SHARE - MARK, SHARE, style, share_text(s, share, SHARE_PERCENT));
    if (right)
        canvas_put(c, 0, c.cols - MARK + 1, STYLE_GOOD, "✓");
}

/* Draws the likeliest answers; the right one is always among them. */
static void answers_draw(struct canvas c, const void *of)
{
    const struct reads *r = of;
    const struct config *config = &r->run->scene->config;
    const double *probs = mat_row(r->run->scene->trace.probs, r->query);
    int right = -1, next = -1;
    for (int k = config->target_count - 1; k >= 0; k--)
        if (config->target[k].head < 0 && config->target[k].at == r->query)
            right = config->target[k].to;
    bool seen = right < 0;
    for (int i = 0; i < c.rows && i < config->classes; i++) {
        next = vec_next_largest(probs, config->classes, next);
        int class = (i == c.rows - 1 && !seen) || next < 0 ? right : next;
        seen = seen || class == right;
        if (class < 0)
            break;
        draw_answer(canvas_part(c, i, 0, 1, c.cols), r, class, class == right);
    }
}

/* Draws head 1 should read 猫: 99 % ✓, or head 1, 猫: 99 % ✓, a line for each aim of the asked word; returns
 * the rows. None where there are answers. */
static int draw_aims(struct canvas c, const struct reads *r)
{
    enum { MARK = 2 };
    const struct config *config = &r->run->scene->config;
    const struct state *st = &r->run->scene->state;
    int row = 0;
    for (int k = 0; k < config->target_count && !config->classes; k++) {
        const struct target *one = &config->target[k];
        if (one->head < 0 || one->at != r->query || one->layer != config->layers - 1)
            continue;
        double share = weight(r->a, r, one->head, one->to);
        const char *percent = share_text(r->f->s, share, SHARE_PERCENT),
                   *name = said_label(r->f->s, st, st->sentence, one->to),
                   *whole = say(r->f->s, TEXT("head %d should read %s: %s"), one->head + 1, name, percent),
                   *brief = say(r->f->s, TEXT("head %d, %s: %s"), one->head + 1, name, percent);
        int col = canvas_put_ink(c, row, 0, STYLE_TEXT, ink_hue(hue_of(r, one->head), HUE_FULL),
                                 utf8_width(whole) + MARK <= c.cols ? whole : brief);
        canvas_put(c, row++, col + 1, STYLE_GOOD, share > 0.5 ? "✓" : "");
    }
    return row;
}

static void aims_draw(struct canvas c, const void *r)
{
    draw_aims(c, r);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void draw_run(struct canvas c, const struct train *f, int run)
{
    enum { ANSWERS = 4 };
    static const char *const forms[] = {"words / before? / bands / asks / answers / aims",
                                        "words / bands / answers / aims?", "words / bands:1*1 / answers:1*0",
                                        "words / answers:1?*0", NULL};
    const struct train_run *of = &f->run[run];
    const struct sequence *sentence = of->scene->state.sentence;
    int last = of->scene->config.layers - 1;
    struct reads r = {.f = f,
                      .run = of,
                      .a = &of->scene->trace.layer[last].self,
                      .before = run == 0 ? &f->l->start.trace.layer[last].self : NULL,
                      .query = f->st->look.query,
                      .left = c.cols >= 36 ? GUTTER : 0};
    r.heads = r.a->heads < HEADS ? r.a->heads : HEADS;
    for (int t = 0; t < sentence->count; t++)
        for (int u = 0; u < t; u++)
            r.placed = r.placed || sentence->id[u] == sentence->id[t];
    choose_words(&r, c.cols);
    const int classes = of->scene->config.classes, aims = draw_aims((struct canvas){0}, &r);
    const struct page_size row = {.rows = 1}, none = PAGE_ABSENT,
                           all = {.rows = classes < 2 ? 1 : 2,
                                  .most_rows = classes < ANSWERS ? classes : ANSWERS};
    const struct page_part parts[] = {
        {"words", 0, {.rows = 2 + r.heads}, NULL, words_draw},
        /* numbers of step 0 need their name beside them */
        {"before", 0, r.before && r.left ? (struct page_size){.rows = r.heads} : none, NULL, before_draw},
        {"bands", 2, {.rows = 2}, NULL, bands_draw},
        {"asks", 0, classes ? row : none, NULL, asks_draw},
        {"answers", 2, classes ? all : none, NULL, answers_draw},
        {"aims", 0, aims ? (struct page_size){.rows = aims} : none, NULL, aims_draw},
        {NULL, 0, {0}, NULL, NULL}};
    page_draw(c, forms, parts, &r);
}

/* Its name, the words, a row of numbers for each head, bands and an answer. */
struct page_size train_reads_size(const struct train *f, int run)
{
    int heads = f->run[run].scene->config.heads;
    return (struct page_size){.rows = 4 + (heads < HEADS ? heads : HEADS), .cols = 21, .most_cols = 62};
}

void train_reads_draw(struct canvas c, const void *f)
{
    draw_run(c, f, 0);
}

void train_rival_draw(struct canvas c, const void *f)
{
    draw_run(c, f, 1);
}

#include "app/tapped.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "state/matrices.h"

/* ln 0 as a number: its weight is far below any that is printed. Weights of so many cells fill 67 MB in
 * the four matrices from scores to weights; there are two scenes while one follows another. */
enum { NO_WEIGHT = -700, MOST_CELLS = 1 << 21 };

struct tapped {
    const struct dumped *a;
    struct way way;
    int batch, head, words, first; /* the first query is this word */
    int shared;                    /* heads that read one key head */
    bool logs;                     /* weights alone */
};

static bool take_words(const struct tapped *t, struct state *next)
{
    const struct array *tokens = t->a->group->of[PART_TOKENS];
    const char *s = tokens && tokens->text ? tokens->text : "";
    struct sequence *q = sequence_new(NULL, t->words);
    for (int i = 0; q && i < t->words; i++) {
        struct text word = TEXT_HERE;
        size_t n = strcspn(s, "\n");
        char *token = n > 0 ? mem_copy_text(s, n) : NULL;
        if (token)
            utf8_show(&word, token);
        else
            text_addf(&word, "w%d", i);
        mem_free(token);
        s += n + (s[n] == '\n');
        q->id[i] = lexicon_intern(&next->lexicon, text_str(&word), next->set.d);
        for (int before = 0; before < i; before++)
            if (q->id[i] == q->id[before]) { /* each word is a row of its own */
                text_addf(&word, "·%d", i);
                q->id[i] = lexicon_intern(&next->lexicon, text_str(&word), next->set.d);
            }
        text_finish(&word);
        if (q->id[i] < 0) {
            sequence_drop(q);
            q = NULL;
        }
    }
    if (!q)
        return false;
    sequence_drop(next->sentence);
    next->sentence = q;
    return true;
}

/* Sets a weight of `heads` blocks of `cols` columns: a row for each word. */
static bool take_rows(const struct tapped *t, struct state *next, enum weight w, enum dump_part role,
                      int heads, int cols)
{
    const struct strided *from = &t->a->of[role];
    int shared = w == W_Q ? 1 : t->shared;
    size_t width = (size_t)heads * (size_t)cols;
    double *v = mem_new((size_t)t->words * width + 1, sizeof *v);
    for (int i = 0; v && i < t->words; i++)
        for (int h = 0; h < heads; h++) {
            bool asks = role == PART_Q || role == PART_WEIGHTS;
            int row = asks ? i - t->first : i, all = t->a->heads, head = t->head + h * shared;
            double *to = v + (size_t)i * width + (size_t)(h * cols);
            if (role == PART_K && t->logs)
                to[i] = 1;
            if (!from->of || row < 0 || row >= from->size[2])
                continue;
            for (int c = 0; c < cols; c++)
                to[c] = view_at(from, t->batch, (int)(head * from->size[1] / all), row, c);
            if (role != PART_V && role != PART_WEIGHTS)
                turned(to, cols, asks ? attention_position(t->a, row) : row, t->a->base, t->way.turn, false);
            for (int c = 0; c < cols; c++) {
                double x = role == PART_WEIGHTS ? to[c] > 0 ? log(to[c]) : NO_WEIGHT : to[c];
                to[c] = isfinite(x) ? x : 0;
            }
        }
    bool ok = v && matrices_set_all(next, (struct matrix_ref){MATRIX_WEIGHT, w}, v);
    mem_free(v);
    return ok;
}

/* What the described mask hides in the first head that is shown, and what is added there. */
static bool take_mask(const struct tapped *t, struct state *next)
{
    struct judge *j = judge_open(t->a, true, NULL);
    size_t n = (size_t)t->words;
    double *v = mem_new(n * n, sizeof *v);
    bool some = false;
    for (int i = 0; j && v && i + t->first < t->words && i < t->a->queries; i++) {
        struct judge_row row = judge_row(j, &t->way, (struct judge_at){t->batch, t->head, i, 0});
        for (int s = 0; s < t->words; s++) {
            double add = row.seen[s] ? row.added[s] : -INFINITY;
            v[(size_t)(i + t->first) * n + (size_t)s] = add;
            some = some || add != 0;
        }
    }
    bool ok = j && v;
    if (ok && some) {
        next->set.mask = MASK_GIVEN;
        ok = matrices_set_all(next, (struct matrix_ref){MATRIX_MASK, 0}, v);
    }
    judge_close(j);
    mem_free(v);
    return ok;
}

/* Returns how many heads the views hold. */
static int most_heads(const struct tapped *t, int widest)
{
    const struct dumped *a = t->a;
    bool alone = !t->logs && ((a->of[PART_MASK].of && a->of[PART_MASK].size[1] > 1) ||
                              (a->of[PART_BIAS].of && a->of[PART_BIAS].size[1] > 1));
    int most = CONFIG_MAX_D / widest, cells = MOST_CELLS / (t->words * t->words);
    most = most < cells ? most : cells;
    return alone || most < 1 ? 1 : most < a->heads ? most : a->heads;
}

bool tapped_state(struct tap *tap, struct state *next, struct reply *r)
{
    const struct verdict *v = tap_verdict(tap, tap->shown);
    if (!v)
        return reply_no_memory(r);
    const struct dumped *a = &v->read;
    struct tapped t = {.a = a, .batch = tap->batch < a->batch ? tap->batch : 0};
    t.logs = !a->of[PART_Q].of || !a->of[PART_K].of;
    t.words = a->keys < CONFIG_MAX_WORDS ? a->keys : CONFIG_MAX_WORDS;
    t.first = a->keys - a->queries > 0 ? a->keys - a->queries : 0;
    int dk = t.logs ? t.words : a->d, dv = a->dv > 0 ? a->dv : 1, widest = dk > dv ? dk : dv;
    if (!v->readable || (t.logs && !a->of[PART_WEIGHTS].of))
        return reply_fail(r, 0, TEXT("tap: there is nothing to draw: neither q and k nor weights"));
    if (widest > CONFIG_MAX_D)
        return reply_fail(r, 0, TEXT("tap: heads of %d columns are more than the views can show (%d)"),
                          widest, CONFIG_MAX_D);
    struct settings *set = &next->set;
    t.way = (struct way){.triangle = a->causal == 1,
                         .positions = true,
                         .window = a->window > 0 ? a->window : 0,
                         .bias_times = 1};
    for (int i = 0; i < v->relations && v->faults == 0; i++)
        if (v->held[i].what == (a->of[PART_WEIGHTS].of ? RELATION_WEIGHTS : RELATION_OUT))
            t.way = v->held[i].way;
    int heads = most_heads(&t, widest);
    t.head = (tap->head < a->heads ? tap->head : 0) / heads * heads;
    heads = heads < a->heads - t.head ? heads : a->heads - t.head;
    tap->head = t.head;
    tap->heads = heads;
    /* some of the heads may cut a key head in two: then each has its own */
    t.shared = t.logs || heads < a->heads ? 1 : a->heads / a->key_heads;
    next->look.layer = 0;
    set->d = t.words;
    set->heads = heads;
    set->key_heads = t.shared == 1 ? 0 : a->key_heads;
    set->dk = dk;
    set->dv = dv;
    set->encoding = 0; /* none */
    set->residual = 0;
    set->scale = t.logs ? SCALE_NONE : a->scale != 0 ? SCALE_VALUE : SCALE_SQRT;
    set->scale_value = set->scale == SCALE_VALUE ? 1 / a->scale : set->scale_value;
    set->softcap = t.logs ? 0 : t.way.cap;
    set->sink = !t.logs && t.way.sink;
    double *unit = mem_new((size_t)t.words * (size_t)t.words, sizeof *unit);
    for (int i = 0; unit && i < t.words; i++)
        unit[(size_t)i * (size_t)t.words + (size_t)i] = 1;
    bool ok = unit && take_words(&t, next) &&
              matrices_set_all(next, (struct matrix_ref){MATRIX_X, 0}, unit) &&
              take_rows(&t, next, W_Q, t.logs ? PART_WEIGHTS : PART_Q, heads, dk) &&
              take_rows(&t, next, W_K, PART_K, heads / t.shared, dk) &&
              take_rows(&t, next, W_V, PART_V, heads / t.shared, dv) && (t.logs || take_mask(&t, next)) &&
              (!set->sink ||
               matrices_set_all(next, (struct matrix_ref){MATRIX_WEIGHT, SINK_LOGIT}, v->sinks + t.head));
    mem_free(unit);
    return ok || reply_no_memory(r);
}

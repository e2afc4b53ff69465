#include "app/tapped.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "state/matrices.h"

/* ln 0 as a number: its weight is far below any that is printed. */
enum { NO_WEIGHT = -700 };

struct tapped {
    const struct dumped *a;
    int batch, words, first; /* the first query is this word */
    bool logs;               /* weights alone */
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
    size_t width = (size_t)heads * (size_t)cols;
    const struct strided *from = &t->a->of[role];
    double *v = mem_new((size_t)t->words * width, sizeof *v);
    for (int i = 0; v && i < t->words; i++)
        for (int h = 0; h < heads; h++)
            for (int c = 0; c < cols; c++) {
                int row = role == PART_Q || role == PART_WEIGHTS ? i - t->first : i;
                double x = 0;
                if (role == PART_K && t->logs)
                    x = c == i;
                else if (from->of && row >= 0 && row < from->size[2])
                    x = view_at(from, t->batch, (int)(h * from->size[1] / heads), row, c);
                if (role == PART_WEIGHTS)
                    x = x > 0 ? log(x) : NO_WEIGHT;
                v[(size_t)i * width + (size_t)(h * cols + c)] = isfinite(x) ? x : 0;
            }
    bool ok = v && matrices_set_all(next, (struct matrix_ref){MATRIX_WEIGHT, w}, v);
    mem_free(v);
    return ok;
}

/* What the described mask hides in the first head. */
static bool take_mask(const struct tapped *t, const struct way *way, struct state *next)
{
    struct judge *j = judge_open(t->a, true, NULL);
    size_t n = (size_t)t->words;
    double *v = mem_new(n * n, sizeof *v);
    bool some = false;
    for (int i = 0; j && v && i + t->first < t->words && i < t->a->queries; i++) {
        struct judge_row row = judge_row(j, way, (struct judge_at){t->batch, 0, i, 0});
        for (int s = 0; s < t->words; s++)
            if (!row.seen[s]) {
                v[(size_t)(i + t->first) * n + (size_t)s] = -INFINITY;
                some = true;
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
    int dk = t.logs ? t.words : a->d, dv = a->dv > 0 ? a->dv : 1, heads = a->heads;
    if (!v->readable || (t.logs && !a->of[PART_WEIGHTS].of))
        return reply_fail(r, 0, TEXT("tap: there is nothing to draw: neither q and k nor weights"));
    if (heads * (dk > dv ? dk : dv) > CONFIG_MAX_D)
        return reply_fail(r, 0, TEXT("tap: %d heads of %d columns are more than the views can show (%d)"),
                          heads, dk > dv ? dk : dv, CONFIG_MAX_D);
    struct settings *set = &next->set;
    struct way way = {.no_mask = true, .no_pad = true};
    for (int i = 0; i < v->relations; i++)
        if (v->held[i].what == RELATION_WEIGHTS ||
            (v->held[i].what == RELATION_OUT && !a->of[PART_WEIGHTS].of))
            way = v->held[i].way;
    if (v->faults > 0)
        way = (struct way){
            .triangle = a->causal == 1, .positions = true, .window = a->window > 0 ? a->window : 0};
    next->look.layer = 0;
    set->d = t.words;
    set->heads = heads;
    set->key_heads = t.logs || a->key_heads == heads ? 0 : a->key_heads;
    set->dk = dk;
    set->dv = dv;
    set->encoding = 0; /* none */
    set->residual = 0;
    set->scale = t.logs ? SCALE_NONE : a->scale != 0 ? SCALE_VALUE : SCALE_SQRT;
    set->scale_value = set->scale == SCALE_VALUE ? 1 / a->scale : set->scale_value;
    set->softcap = t.logs ? 0 : way.cap;
    int key_heads = set->key_heads ? set->key_heads : heads;
    double *unit = mem_new((size_t)t.words * (size_t)t.words, sizeof *unit);
    for (int i = 0; unit && i < t.words; i++)
        unit[(size_t)i * (size_t)t.words + (size_t)i] = 1;
    bool ok = unit && take_words(&t, next) &&
              matrices_set_all(next, (struct matrix_ref){MATRIX_X, 0}, unit) &&
              take_rows(&t, next, W_Q, t.logs ? PART_WEIGHTS : PART_Q, heads, dk) &&
              take_rows(&t, next, W_K, PART_K, key_heads, dk) &&
              take_rows(&t, next, W_V, PART_V, key_heads, dv) && (t.logs || take_mask(&t, &way, next));
    mem_free(unit);
    if (!ok)
        return reply_no_memory(r);
    return true;
}

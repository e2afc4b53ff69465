#include <math.h>
#include <string.h>

#include "base/number.h"
#include "tap/verdict.h"

/* ---- words and numbers -------------------------------------------------------------------- */

static const char *type_name(const struct array *a)
{
    static const char *const floats[] = {"float16", "float32", "float64"};
    return a->kind == 'B' ? "bfloat16" : a->kind == 'f' ? floats[a->width / 4] : "integers";
}

static void add_short(struct text *out, double x)
{
    if (x == floor(x) && fabs(x) < 1e9)
        text_addf(out, "%ld", (long)x);
    else
        number_significant(out, x, 3);
}

/* A distance: 3e-7. */
static void add_distance(struct text *out, double x)
{
    text_addf(out, x == 0 ? "0" : "%.0e", x);
}

/* ---- what is computed --------------------------------------------------------------------- */

/* Appends "q·kᵀ/√64 + bias + mask". */
static void add_scores(const struct dumped *a, const struct way *w, bool mask, struct text *out)
{
    text_add(out, w->turn ? "R(q)·R(k)ᵀ" : "q·kᵀ");
    if (fabs(w->scale * sqrt(a->d) - 1) < 1e-12)
        text_addf(out, "/√%d", a->d);
    else if (w->scale != 1) {
        text_add(out, "·");
        add_short(out, w->scale);
    }
    if (w->cap > 0) {
        text_add(out, ", tanh ");
        add_short(out, w->cap);
    }
    if (a->of[PART_BIAS].of && w->bias_times != 0)
        text_add(out, " + bias");
    if (mask && a->of[PART_MASK].of && !w->no_mask)
        text_add(out, " + mask");
    if (mask && w->triangle)
        text_add(out, " + causal");
    if (mask && a->of[PART_PAD].of && !w->no_pad)
        text_add(out, " + padding");
    if (mask && w->window)
        text_addf(out, " + window %d", w->window);
    if (mask && w->pattern)
        text_add(out, " + zeros");
}

static void add_relation(const struct verdict *v, const struct held *h, struct text *out)
{
    const struct dumped *a = &v->read;
    struct way w = h->way;
    switch (h->what) {
    case RELATION_ROPE:
        text_addf(out, "q, k = R(q_pre), R(k_pre) %s",
                  w.turn == TURN_NEIGHBOURS ? "(neighbours)" : "(halves)");
        return;
    case RELATION_SPLIT:
        text_add(out, "q = q_proj [H, d]");
        return;
    case RELATION_ALIBI:
        text_add(out, "bias = ALiBi");
        return;
    case RELATION_SCORES:
        w.scale = h->raw ? 1 : w.scale;
        w.bias_times = h->raw ? 0 : w.bias_times;
        text_add(out, "scores = ");
        add_scores(a, &w, false, out);
        return;
    case RELATION_WEIGHTS:
        text_add(out, "weights = softmax(");
        break;
    case RELATION_OUT:
        if (a->of[PART_WEIGHTS].of) {
            text_add(out, "out = weights·v");
            return;
        }
        text_add(out, "out = softmax(");
        break;
    }
    add_scores(a, &w, true, out);
    text_add(out, h->what == RELATION_OUT ? ")·v" : ")");
}

static const char *type_of(const struct dumped *a)
{
    const struct array *coarsest = NULL;
    for (int i = 0; i < PART_X; i++)
        if (a->of[i].of && (a->of[i].of->kind == 'f' || a->of[i].of->kind == 'B') && i != PART_BIAS &&
            (!coarsest || array_rounding(a->of[i].of) > array_rounding(coarsest)))
            coarsest = a->of[i].of;
    return coarsest ? type_name(coarsest) : "";
}

/* ---- sentences ---------------------------------------------------------------------------- */

void verdict_head(const struct verdict *v, enum lang lang, struct text *out)
{
    const struct dumped *a = &v->read;
    text_addf(out, a->group->n ? "tap %.*s" : "tap", a->group->n, a->group->name);
    if (a->queries == a->keys)
        text_say(out, lang, TEXT(" · %d words"), a->keys);
    else
        text_say(out, lang, TEXT(" · %d queries, %d keys"), a->queries, a->keys);
    text_say(out, lang, TEXT(" · heads %d"), a->heads);
    if (a->key_heads != a->heads)
        text_say(out, lang, TEXT(" on %d"), a->key_heads);
    text_addf(out, " · d %d · %s", a->d ? a->d : a->dv, type_of(a));
    if (v->brief)
        text_add(out, text_in(TEXT(" · being checked"), lang));
    else if (v->faults == 0)
        text_say(out, lang, v->relations > 0 ? TEXT(" · ✔ %d hold") : TEXT(" · nothing to check"),
                 v->relations);
    for (int i = 0; i < v->faults; i++)
        text_addf(out, " · %s %s", faults[v->found[i].id].sometimes ? "?" : "✘", faults[v->found[i].id].id);
}

static void say_finding(const struct finding *f, enum lang lang, struct text *out)
{
    const struct worst *w = &f->worst;
    struct text value[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        add_short(&value[i], f->number[i]);
    text_addf(out, "%s %s: ", faults[f->id].sometimes ? "?" : "✘", faults[f->id].id);
    const char *sentence = text_in(faults[f->id].sentence, lang);
    for (int i = 0; *sentence; i++) {
        size_t n = strcspn(sentence, "%");
        text_add_bytes(out, sentence, n);
        text_add(out, sentence[n] ? text_str(&value[i]) : "");
        sentence += n + (sentence[n] ? 2 : 0); /* behind %s */
    }
    text_finish(&value[0]);
    text_finish(&value[1]);
    if (w->ratio > 1) {
        text_say(out, lang, TEXT("; worst at [%d, %d, %d, %d]: yours "), w->batch, w->head, w->query, w->at);
        add_short(out, w->yours);
        text_add(out, text_in(TEXT(", recomputed "), lang));
        add_short(out, w->computed);
    }
    if (!isnan(f->with) && f->id < FAULT_MASK_DIFFERS) {
        text_add(out, text_in(TEXT(", recomputed with the mistake "), lang));
        add_short(out, f->with);
    }
    text_add(out, "\n");
}

void verdict_say(const struct verdict *v, enum lang lang, struct text *out)
{
    verdict_head(v, lang, out);
    text_add(out, "\n");
    if (v->also)
        text_say(out, lang, TEXT("read as %s (or %s: both fit)\n"), v->read.layout, v->also);
    for (int i = 0; i < v->relations; i++) {
        const struct held *h = &v->held[i];
        text_add(out, "✔ ");
        add_relation(v, h, out);
        if (h->what >= RELATION_SCORES) {
            text_add(out, text_in(TEXT(" to "), lang));
            add_distance(out, h->off);
        }
        if (h->what >= RELATION_WEIGHTS && h->way.inverted)
            text_add(out, text_in(TEXT(": True hides here"), lang));
        if (h->what >= RELATION_WEIGHTS && h->way.pad_inverted)
            text_add(out, text_in(TEXT(": in the padding mask True may be read here"), lang));
        if (h->what >= RELATION_WEIGHTS && h->way.sink)
            text_add(out, text_in(TEXT(": with a sink, a logit for each head"), lang));
        if (h->way.inside > 0)
            text_say(out, lang,
                     h->way.inside == 0x1p-11 ? TEXT(": only as computed in TF32 or float16 inside")
                                              : TEXT(": only as computed in bfloat16 inside"));
        text_add(out, "\n");
    }
    for (int i = 0; i < v->faults; i++)
        say_finding(&v->found[i], lang, out);
}

void verdict_json(const struct verdict *v, struct text *out)
{
    const struct dumped *a = &v->read;
    text_add(out, "{\"group\": \"");
    for (int i = 0; i < a->group->n; i++)
        if ((unsigned char)a->group->name[i] >= ' ' && !strchr("\"\\", a->group->name[i]))
            text_add_char(out, a->group->name[i]);
    text_addf(out, "\", \"layout\": \"%s\", \"types\": \"%s\", \"faults\": [", a->layout, type_of(a));
    for (int i = 0; i < v->faults; i++) {
        const struct finding *f = &v->found[i];
        text_addf(out, "%s{\"id\": \"%s\"", i ? ", " : "", faults[f->id].id);
        if (f->worst.ratio > 1)
            text_addf(out, ", \"head\": %d, \"row\": %d, \"column\": %d", f->worst.head, f->worst.query,
                      f->worst.at);
        text_add(out, "}");
    }
    text_add(out, "], \"relations\": [");
    for (int i = 0; i < v->relations; i++) {
        text_addf(out, "%s{\"what\": \"", i ? ", " : "");
        add_relation(v, &v->held[i], out);
        text_add(out, "\", \"off\": ");
        number_shortest(out, v->held[i].off);
        text_add(out, "}");
    }
    text_add(out, "]}");
}

/* What a model has learned: right answers, with and without terms, and what its scores are made of. */
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/readout.h"
#include "tasks/trainer.h"

/* Computes the trace of a sentence, in c's way. Returns false if stopped. */
static bool compute_example(struct trainer *t, struct config *c, const struct example *e, struct work *work)
{
    c->target_count = e->target_count;
    c->target = e->target;
    t->t.work = work;
    bool whole = grad_read(&t->g, &t->t, c, t->words, e);
    t->t.work = NULL;
    return whole;
}

bool trainer_measure(struct trainer *t, struct term_set off, struct measured *out, struct work *work)
{
    struct config c = t->c;
    double loss = 0, right = 0;
    int asked = 0;
    bool all = !term_set_any(&off);
    c.term_off = off;
    if (all && t->asked == t->step) {
        *out = t->answers;
        return true;
    }
    if (!trace_reserve(&t->t, &c))
        return false;
    for (int i = 0; i < t->test.count; i++) {
        if (!compute_example(t, &c, &t->test.of[i], work))
            return false;
        for (int k = 0; k < c.target_count; k++) {
            int times = 1 + c.target[k].more;
            struct mat row = readout_asked(&t->t, &c, NULL, &c.target[k]);
            loss += times * readout_loss(row, &c, &c.target[k]);
            right += times * readout_right(row, &c.target[k]);
            asked += times;
        }
    }
    *out = (struct measured){loss / asked, right / asked};
    if (all) {
        t->asked = t->step;
        t->answers = *out;
    }
    return true;
}

bool trainer_count(struct trainer *t, const struct example *of, int count, int *right, struct work *work)
{
    struct config c = t->c;
    *right = 0;
    for (int i = 0; i < count; i++) {
        bool all = true;
        if (!compute_example(t, &c, &of[i], work))
            return false;
        for (int k = 0; k < of[i].target_count; k++)
            all = all && (of[i].target[k].more == 0 ||
                          readout_right(readout_asked(&t->t, &c, NULL, &of[i].target[k]), &of[i].target[k]));
        *right += all;
    }
    return true;
}

struct term_set trainer_others(const struct trainer *t, const char *name)
{
    struct term_set others = {{0}};
    for (int l = 0; l < t->c.layers; l++) {
        struct term list[TERM_MAX];
        int count = terms_list(&t->c, l, list), at = terms_find(&t->c, l, name);
        for (int i = 0; at >= 0 && i < count; i++) {
            struct term_set bits = terms_set(l, &list[i]);
            others = i == at ? others : term_set_with(others, &bits);
        }
    }
    return others;
}

/* ---- shares ----------------------------------------------------------------------- */

bool trainer_shares(struct trainer *t, int layer, double share[TERM_MAX], struct work *work)
{
    struct config c = t->c;
    double all = 0;
    int count = 0;
    memset(share, 0, TERM_MAX * sizeof *share);
    c.no_terms = false;
    if (!trace_reserve(&t->t, &c))
        return false;
    for (int i = 0; i < t->test.count; i++) {
        if (!compute_example(t, &c, &t->test.of[i], work))
            return false;
        /* The rows of a sentence that are asked; if the readout is, all heads answer. */
        const struct attention *a = &t->t.layer[layer].self;
        for (int k = 0; k < c.target_count; k++)
            for (int h = 0; h < a->heads; h++)
                if (c.target[k].head < 0 || (c.target[k].head == h && c.target[k].layer == layer))
                    terms_spread(share, a, h, c.target[k].at);
        count = t->t.layer[layer].self.term_count;
    }
    for (int i = 0; i < count; i++)
        all += share[i];
    for (int i = 0; i < count; i++)
        share[i] = all > 0 ? share[i] / all : 0;
    return true;
}

bool trainer_mean(struct trainer *t, int layer, int head, double *mean, struct work *work)
{
    struct config c = t->c;
    int words = 0;
    memset(mean, 0, (size_t)c.dv * sizeof *mean);
    if (!trace_reserve(&t->t, &c))
        return false;
    for (int i = 0; i < t->test.count; words += t->test.of[i++].n) {
        if (!compute_example(t, &c, &t->test.of[i], work))
            return false;
        const struct attention *a = &t->t.layer[layer].self;
        struct mat out = attention_head(a, a->head_out, head);
        for (int r = 0; r < out.rows; r++)
            for (int j = 0; j < c.dv; j++)
                mean[j] += mat_at(out, r, j);
    }
    for (int j = 0; j < c.dv && words > 0; j++)
        mean[j] /= words;
    return true;
}

#include "study/cause/lens.h"

#include "base/mem.h"
#include "core/math/softmax.h"
#include "core/pipeline/readout.h"

void lens_follow(struct lens *l, const struct scene *s, int word)
{
    if (l->of.lexicon && l->word == word && state_same_numbers(&l->of, &s->state))
        return;
    lens_finish(l);
    state_copy(&l->of, &s->state);
    l->word = word;
    l->total = s->config.classes > 0 && s->config.layers > 1 && word < s->config.n ? s->config.layers + 1 : 0;
}

void lens_advance(struct lens *l, const struct scene *s, double effort, struct work *work)
{
    int classes = s->config.classes;
    double *logits = l->done < l->total ? mem_new((size_t)classes, sizeof *logits) : NULL;
    if (!logits || !readout_ask(&s->trace, l->word)) {
        mem_free(logits);
        return;
    }
    int answer = mat_largest(s->trace.probs, l->word);
    struct mat row = mat_of(1, classes, classes, logits);
    for (bool first = true; l->done < l->total && (first || effort > 0); first = false) {
        double cost = (double)classes * s->config.d;
        readout_lens(logits, &s->trace, &s->config, l->done - 1, l->word);
        softmax_row(logits, logits, classes);
        int says = mat_largest(row, 0);
        l->of_layer[l->done++] = (struct lens_layer){says, answer, logits[says], logits[answer]};
        effort -= cost;
        if (!work_on(work, cost))
            break;
    }
    mem_free(logits);
}

void lens_finish(struct lens *l)
{
    state_finish(&l->of);
    *l = (struct lens){0};
}

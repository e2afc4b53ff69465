#include "lesson/run/bounds.h"

#include <math.h>

static bool count_within(int count, int most, const char *what, struct reply *r)
{
    return count <= most ||
           reply_fail(r, 0, TEXT("lessons allow at most %d %s, not %d"), most, text_in(what, r->lang), count);
}

static bool value_within(double x, struct reply *r)
{
    return fabs(x) <= LESSON_MAX_VALUE ||
           reply_fail(r, 0, TEXT("lessons allow numbers within ±%g; %g is out of range"), LESSON_MAX_VALUE,
                      x);
}

static bool given_within(const struct value *v, bool mask, struct reply *r)
{
    bool ok = !v || count_within(v->rows > v->cols ? v->rows : v->cols, LESSON_MAX_MATRIX,
                                 TEXT("rows or columns of a given matrix"), r);
    for (int i = 0; v && ok && i < v->rows * v->cols; i++)
        ok = (mask && isinf(v->v[i])) || value_within(v->v[i], r);
    return ok;
}

static bool words_within(const struct state *s, const struct sequence *q, struct reply *r)
{
    bool ok = !q || count_within(q->count, LESSON_MAX_WORDS, TEXT("words"), r);
    for (int t = 0; ok && q && t < q->count; t++) {
        struct lemma word = lexicon_at(s->lexicon, q->id[t]);
        for (int j = 0; ok && j < word.width; j++)
            ok = value_within(lemma_entry(word, j), r);
    }
    return ok;
}

bool lesson_bounds(const struct state *s, struct reply *r)
{
    if (state_model(s)) /* its sizes were checked when it was opened */
        return count_within(s->sentence->count, LESSON_MAX_WORDS, TEXT("words"), r);
    bool ok = count_within(s->set.d, LESSON_MAX_D, TEXT("dimensions"), r) &&
              count_within(s->set.heads, LESSON_MAX_HEADS, TEXT("heads"), r) &&
              count_within(s->set.layers, LESSON_MAX_LAYERS, TEXT("layers"), r) &&
              (s->set.steps == 0 ||
               (count_within(s->set.steps, LESSON_MAX_TRAINING, TEXT("steps of training"), r) &&
                count_within(s->set.d, LESSON_MAX_TRAINED, TEXT("dimensions in training"), r))) &&
              count_within(examples_count(s->examples), LESSON_MAX_EXAMPLES, TEXT("examples"), r) &&
              words_within(s, s->sentence, r) && words_within(s, s->memory, r) &&
              words_within(s, s->classes, r);
    for (int l = 0; ok && l < s->set.layers; l++)
        for (int w = 0; ok && w < WEIGHT_COUNT; w++)
            ok = given_within(state_weight(s, l, w), false, r);
    for (int i = 0; ok && i < PE_MAX_MATRICES; i++)
        ok = given_within(state_encoding(s, i), false, r);
    return ok && given_within(state_mask(s), true, r) && given_within(state_scores(s), false, r);
}

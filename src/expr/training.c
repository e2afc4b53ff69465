/* Values about a model that learns: right answers, with and without terms, and what its scores are made of.
 * They come from the test of the task, or from the sentence and its targets. */
#include "expr/call.h"

bool expr_training(struct expr_call *c, struct state *trained)
{
    state_copy(trained, &c->scene->state);
    return training_open(trained, c->r);
}

/* Charges for the test. */
static bool charge(struct expr_call *c, const struct trainer *t)
{
    return expr_charge(c, t->test.count * trace_effort(&t->c));
}

static bool measure_test(struct expr_call *c, struct trainer *t, struct term_set off, struct measured *out)
{
    return charge(c, t) && (trainer_measure(t, off, out, c->r->work) || reply_no_memory(c->r));
}

bool expr_measure(struct expr_call *c, struct term_set off, struct measured *out)
{
    struct state trained;
    bool ok = expr_training(c, &trained) && measure_test(c, &trained.training->trainer, off, out);
    state_finish(&trained);
    return ok;
}

static bool right(struct expr_call *c, struct expr_value *out)
{
    struct measured m;
    return expr_measure(c, (struct term_set){{0}}, &m) && expr_number(c, out, m.right);
}

static bool no_term(struct expr_call *c)
{
    return reply_fail(c->r, c->word_col, TEXT("no term '%s' in these scores"), c->word);
}

/* Right answers without a term, or (param) with it alone. */
static bool right_with(struct expr_call *c, struct expr_value *out)
{
    struct measured m;
    struct state trained;
    bool ok = expr_training(c, &trained);
    struct trainer *t = ok ? &trained.training->trainer : NULL;
    struct term_set bits = ok ? terms_bits(&t->c, c->word) : (struct term_set){{0}};
    ok = ok && (term_set_any(&bits) || no_term(c)) &&
         measure_test(c, t, c->param ? trainer_others(t, c->word) : bits, &m) && expr_number(c, out, m.right);
    state_finish(&trained);
    return ok;
}

/* As elsewhere, of the last layer. */
static bool term_share(struct expr_call *c, struct expr_value *out)
{
    struct state trained;
    double shares[TERM_MAX];
    bool ok = expr_training(c, &trained);
    struct trainer *t = ok ? &trained.training->trainer : NULL;
    int layer = ok ? t->c.layers - 1 : 0, at = ok ? terms_find(&t->c, layer, c->word) : -1;
    ok = ok && (at >= 0 || no_term(c)) && charge(c, t) &&
         (trainer_shares(t, layer, shares, c->r->work) || reply_no_memory(c->r)) &&
         expr_number(c, out, shares[at]);
    state_finish(&trained);
    return ok;
}

static bool examples(struct expr_call *c, struct expr_value *out)
{
    return expr_number(c, out, examples_count(c->scene->state.examples));
}

static bool steps_so_far(struct expr_call *c, struct expr_value *out)
{
    return expr_number(c, out, c->scene->state.set.steps);
}

/* clang-format off */
const struct expr_function expr_training_values[] = {
    {"step", "", steps_so_far, 0, "step()", TEXT("steps of training so far ('train N')")},
    {"examples", "", examples, 0, "examples()", TEXT("examples that 'task own' learns from")},
    {"acc", "", right, 0, "acc()", TEXT("share of the questions that are answered right: those of the task's test, or the targets")},
    {"share", "a", term_share, 0, "share(pp)", TEXT("what a term contributes to the scores of the rows that are asked: Σ term·score / Σ score², centred along each row; they add up to 1")},
    {"accwithout", "a", right_with, 0, "accwithout(pp)", TEXT("acc() without a term in any score")},
    {"acconly", "a", right_with, 1, "acconly(pp)", TEXT("acc() with a term alone in all scores")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */

/* Values of the readout, the loss and its gradient. They come from the targets of the scene. */
#include <math.h>
#include <string.h>

#include "core/pipeline/grad.h"
#include "core/pipeline/stage.h"
#include "expr/call.h"
#include "state/matrices.h"
#include "study/learning.h"

/* Returns true if a task asks the questions, not the scene's own targets. */
static bool has_task(const struct expr_call *c)
{
    return c->scene->state.set.task != 0;
}

static bool has_targets(struct expr_call *c)
{
    return c->scene->config.target_count > 0 ||
           reply_fail(c->r, c->col,
                      TEXT("%s needs a target ('target T WORD' or 'target head I T U' sets one)"), c->name);
}

/* Gives a row of logits or probs, or with a second argument one entry. */
static bool of_class(struct expr_call *c, struct expr_value *out)
{
    if (c->scene->config.classes == 0)
        return reply_fail(c->r, c->col, TEXT("%s needs classes to choose from ('classes A B' sets them)"),
                          c->name);
    return expr_entry(c, out, stage_matrix(&c->scene->trace, c->scene->config.layers - 1, c->param, 0));
}

static bool loss(struct expr_call *c, struct expr_value *out)
{
    struct measured m;
    if (has_task(c))
        return expr_measure(c, (struct term_set){{0}}, &m) && expr_number(c, out, m.loss);
    return has_targets(c) && expr_number(c, out, grad_loss(&c->scene->trace, &c->scene->config));
}

/* A gradient of the scene: of its own targets, or of the next step of its task. */
struct asked_gradient {
    struct grad own;
    struct state trained;
    const struct grad *g;
};

static void gradient_finish(struct asked_gradient *a)
{
    grad_finish(&a->own);
    state_finish(&a->trained);
}

static bool gradient(struct expr_call *c, struct asked_gradient *a)
{
    struct grad *own = &a->own;
    const struct config *cf = &c->scene->config;
    const char *why;
    *a = (struct asked_gradient){.g = own};
    if (has_task(c)) {
        if (!expr_training(c, &a->trained))
            return false;
        struct trainer *t = &a->trained.training->trainer;
        a->g = &t->g;
        return (expr_charge(c, 3.0 * t->batch.count * trace_effort(&t->c)) &&
                trainer_gradient(t, c->r->work)) ||
               reply_goes_on(c->r);
    }
    if (!has_targets(c))
        return false;
    if (!grad_possible(cf, &why))
        return reply_fail(c->r, c->col, "%s", text_in(why, c->r->lang));
    if (!expr_charge(c, 3 * trace_effort(cf)))
        return false;
    if (!grad_reserve(own, cf, 0))
        return reply_no_memory(c->r);
    own->d.work = c->r->work;
    return grad_compute(own, &c->scene->trace, cf) || reply_goes_on(c->r);
}

static bool largest_gradient(struct expr_call *c, struct expr_value *out)
{
    struct asked_gradient a;
    bool ok = gradient(c, &a);
    double most = ok && !has_task(c) ? mat_max_abs(a.g->d.X) : 0;
    for (size_t i = 0; ok && i < a.g->sums.used; i++)
        most = fmax(most, fabs(a.g->sums.start[i]));
    gradient_finish(&a);
    return ok && expr_number(c, out, most);
}

/* Returns the gradient of the matrix or stage with this name, in the last layer; absent if there is none. A
 * task has many sentences, so it has none of a stage. */
static struct mat named_gradient(const struct expr_call *c, const struct grad *g)
{
    const struct config *cf = &c->scene->config;
    int last = cf->layers - 1, stage = has_task(c) ? -1 : stage_find(c->word);
    struct matrix_ref ref;
    if (stage >= 0 && stage_has_numbers(stage) && stage_present(cf, last, stage))
        return stage_matrix(&g->d, last, stage, c->head);
    if (stage >= 0 && stage_present(cf, 0, stage) && stage_has_numbers(stage))
        return stage_matrix(&g->d, 0, stage, c->head);
    if (!matrices_find(&c->scene->state, c->word, &ref))
        return (struct mat){0};
    if (ref.kind == MATRIX_WEIGHT)
        return factor_mat(g->to.w[config_weight_layer((enum weight)ref.index, last)][ref.index]);
    return ref.kind == MATRIX_ENCODING ? g->to.pe_mat[ref.index] : (struct mat){0};
}

static bool grad(struct expr_call *c, struct expr_value *out)
{
    struct asked_gradient a;
    bool ok = gradient(c, &a);
    struct mat m = ok ? named_gradient(c, a.g) : (struct mat){0};
    ok = ok && (mat_present(m) ||
                reply_fail(c->r, c->word_col,
                           TEXT("there is no gradient with respect to '%s' (WQ, U, X, scores …)"), c->word));
    ok = ok && expr_entry(c, out, m);
    gradient_finish(&a);
    return ok;
}

/* The story up to word arg[0]; fails if the scene has none. */
static bool story_at(struct expr_call *c, struct story *out)
{
    long t;
    if (!expr_index(c, 0, 0, c->scene->state.sentence->count - 1, &t))
        return false;
    return expected_story(c->scene, (int)t, out) ||
           reply_fail(
               c->r, c->col,
               TEXT("%s needs a beginning of a story and a model that was taught stories ('model box')"),
               c->name);
}

static bool should(struct expr_call *c, struct expr_value *out)
{
    struct story s;
    double share[STORY_WORDS];
    long one = 0;
    int count = c->scene->config.classes < STORY_WORDS ? c->scene->config.classes : STORY_WORDS;
    if (!story_at(c, &s) || (c->count > 1 && !expr_index(c, 1, 0, count - 1, &one)))
        return false;
    for (int k = 0; k < count; k++)
        share[k] = expected_share(c->scene, &s, k);
    return c->count > 1 ? expr_number(c, out, share[one]) : expr_row(c, out, share, count);
}

/* Without a word: over the test of the scene's task. */
static bool least(struct expr_call *c, struct expr_value *out)
{
    struct state trained;
    struct story s;
    if (c->count > 0)
        return story_at(c, &s) && expr_number(c, out, expected_entropy(&s));
    bool ok = expr_training(c, &trained);
    double loss = ok ? trained.training->trainer.least : 0;
    state_finish(&trained);
    return ok && expr_number(c, out, loss);
}

/* clang-format off */
const struct expr_function expr_answer[] = {
    {"logits", "tC", of_class, STAGE_LOGITS, "logits(追,猫)", TEXT("score that a word's row gives a class, before softmax")},
    {"prob", "tC", of_class, STAGE_PROBS, "prob(追,猫)", TEXT("share of a class in what a word answers")},
    {"probs", "tC", of_class, STAGE_PROBS, "probs(追)", TEXT("a row of shares of the classes")},
    {"loss", "", loss, 0, "loss()", TEXT("mean over the targets of −log of the share of the right answer; with a task, over its test")},
    {"should", "tC", should, 0, "should(0)", TEXT("probability with which the grammar of the stories continues with a class ('model box', task story-en)")},
    {"least", "T", least, 0, "least(0)", TEXT("the smallest loss that anybody can have at a word of a story, on average: the entropy of its next word, in nats; without a word: over the test of a task")},
    {"grad", "anN", grad, 0, "grad(WQ,0,1)", TEXT("gradient of the loss with respect to a matrix or a stage: a row or an entry")},
    {"maxgrad", "", largest_gradient, 0, "maxgrad()", TEXT("the largest entry, in absolute value, of the gradient with respect to everything that can be learned")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */

/* Values that say which part carries the answer (study/cause/cause.h), and what a layer would say. */
#include <math.h>

#include "base/mem.h"
#include "core/math/softmax.h"
#include "core/pipeline/readout.h"
#include "expr/read.h"
#include "study/cause/cause.h"

static bool needs_classes(struct expr_call *c)
{
    return c->scene->config.classes > 0 ||
           reply_fail(c->r, c->col, TEXT("%s needs classes to choose from ('classes A B' sets them)"),
                      c->name);
}

/* lens(l,t) and lens(l,t,c) */
static bool lens(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long layer, word, of = 0;
    if (!needs_classes(c) || !expr_index(c, 0, -1, cf->layers - 1, &layer) ||
        !expr_index(c, 1, 0, cf->n - 1, &word) ||
        (c->count > 2 && !expr_index(c, 2, 0, cf->classes - 1, &of)) ||
        !expr_charge(c, (double)cf->classes * (cf->d + 24)))
        return false;
    double *shares = mem_new((size_t)cf->classes, sizeof *shares);
    if (!shares)
        return reply_no_memory(c->r);
    readout_lens(shares, &c->scene->trace, cf, (int)layer, (int)word);
    softmax_row(shares, shares, cf->classes);
    bool ok = c->count > 2 ? expr_number(c, out, shares[of]) : expr_row(c, out, shares, cf->classes);
    mem_free(shares);
    return ok;
}

enum { CARRIED, OVER };

/* carried(l,h,u,t,c): a share; over(l,h,u,t): an effect */
static bool put_in(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    const struct expr_context *context = c->in->context;
    long layer, head, word, at, of = 0;
    struct cause_run run = {0};
    struct cause_found found;
    struct scene room = {0};
    if (!needs_classes(c) || !expr_index(c, 0, 0, cf->layers - 1, &layer) ||
        !expr_index(c, 1, -1, cf->heads - 1, &head) || !expr_index(c, 2, -1, cf->n - 1, &word) ||
        !expr_index(c, 3, 0, cf->n - 1, &at) ||
        (c->param == CARRIED && !expr_index(c, 4, 0, cf->classes - 1, &of)) ||
        !expr_charge(c, 3 * scene_effort(cf)))
        return false;
    if (!context->beside || c->scene != context->now)
        return reply_fail(c->r, c->col, TEXT("%s: only of the present state, which has another side"),
                          c->name);
    const struct scene *other = context->beside(context->arg, &room, c->r);
    bool ok = other && cause_begin(&run, c->scene, other, (int)at, c->r) &&
              (c->param == CARRIED || cause_differs(&run, c->r)) &&
              cause_try(&run, (struct cause_cell){(int)layer, (int)head, (int)word}, false, &found, c->r);
    ok = ok && expr_number(c, out,
                           c->param == CARRIED ? mat_at(run.t.probs, (int)at, (int)of)
                                               : cause_effect(run.m, found.m));
    cause_end(&run);
    scene_finish(&room);
    return ok;
}

/* clang-format off */
const struct expr_function expr_cause[] = {
    {"lens", "ntC", lens, 0, "lens(0,追,猫)", TEXT("shares of the classes if the row behind this layer (-1: before the first) went to the readout now; or the share of one class")},
    {"carried", "nnutc", put_in, CARRIED, "carried(0,0,猫,追,猫)", TEXT("share of a class at a word if only this head (-1: the row behind the layer) at another word (-1: all) were carried from the other side")},
    {"over", "nnut", put_in, OVER, "over(0,0,猫,猫)", TEXT("how far the answer at a word goes over to that of the other side if only that part were carried: 0 stays, 1 goes over")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */

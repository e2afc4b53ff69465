/* Inputs and trace stand in two blocks, each taken before anything is changed. */
#include "state/scene.h"

#include "state/matrices.h"

static bool compute(struct scene *s, struct arena *inputs, const struct state *next, struct reply *r)
{
    struct config c;
    if (!arena_reserve(inputs, state_room(next)))
        return reply_no_memory(r);
    state_config(next, inputs, &c);
    if (!trace_reserve(&s->trace, &c))
        return reply_no_memory(r);
    s->config = c;
    trace_compute(&s->trace, &c);
    return true;
}

bool scene_take(struct scene *s, struct state *next, struct reply *r)
{
    struct arena inputs = {0};
    if (!state_check(next, r))
        return false;
    if (!matrices_fit(next))
        return reply_no_memory(r);
    bool same = s->state.lexicon && state_same_numbers(&s->state, next);
    if (!same && !compute(s, &inputs, next, r)) {
        arena_finish(&inputs);
        return false;
    }
    if (!same) {
        arena_finish(&s->inputs);
        s->inputs = inputs;
    }
    state_clamp_look(next);
    state_finish(&s->state);
    s->state = *next;
    *next = (struct state){0};
    return true;
}

double scene_effort(const struct config *c)
{
    double width = c->heads * (double)(c->dk > c->dv ? c->dk : c->dv), keys = config_keys(c) + (c->block == BLOCK_DECODER ? c->m : 0);
    double projections = 4.0 * c->n * c->d * width, maps = 4.0 * c->n * keys * width, ffn = 2.0 * c->n * c->d * c->dff;
    return 30000 + c->layers * (projections + maps + ffn) + 20.0 * c->n * c->d;
}

void scene_finish(struct scene *s)
{
    state_finish(&s->state);
    arena_finish(&s->inputs);
    trace_finish(&s->trace);
    *s = (struct scene){0};
}

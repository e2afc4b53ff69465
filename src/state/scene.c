/* Inputs and trace are two memory blocks, each allocated before its old contents change. */
#include "state/scene.h"

#include "base/room.h"
#include "core/pipeline/readout.h"
#include "network/pretrained.h"
#include "state/matrices.h"
#include "state/training.h"

/* ---- how large ------------------------------------------------------------ */

double scene_bytes_of(const struct state *s)
{
    struct config c;
    struct factor w[CONFIG_MAX_LAYERS][WEIGHT_COUNT];
    state_sizes(s, &c); /* with the given scores and the weights, borrowed, as far as trace_room needs them */
    c.w = w;
    c.scores_given = value_mat(state_scores(s));
    for (int l = 0; l < c.layers; l++)
        for (int i = 0; i < WEIGHT_COUNT; i++) {
            const struct value *v = state_weight(s, l, i);
            w[l][i] =
                v ? factor_of(value_mat(v)) : matrices_given(s, (struct matrix_ref){MATRIX_WEIGHT, i}, l);
        }
    bool learns = s->look.show == SHOW_GRADIENT && s->targets;
    return sizeof(double) *
           ((double)state_room(s) + (double)trace_room(&c) + (learns ? (double)grad_room(&c) : 0));
}

double scene_bytes(const struct scene *s)
{
    return sizeof(double) * ((double)s->inputs.room + (double)s->trace.arena.room +
                             (double)s->grad.d.arena.room + (double)s->grad.sums.room);
}

bool scene_room(const struct state *next, double others, struct reply *r)
{
    const double giga = 1e9;
    double bytes = scene_bytes_of(next);
    struct text sizes = {0};
    if (bytes + others <= SCENE_BYTES)
        return true;
    text_addf(&sizes, "n %d", next->sentence->count);
    if (next->memory)
        text_addf(&sizes, ", memory %d", next->memory->count);
    text_addf(&sizes, ", d %d, heads %d, layers %d", next->set.d, next->set.heads, next->set.layers);
    if (bytes > SCENE_BYTES)
        reply_fail(
            r, 0,
            TEXT("this needs %.1f GB of memory (%s); the limit is %.0f GB: use fewer words, heads or layers"),
            bytes / giga, text_str(&sizes), SCENE_BYTES / giga);
    else
        reply_fail(r, 0,
                   TEXT("this needs %.1f GB of memory (%s), the present and pinned states take %.1f GB; the "
                        "limit is %.0f GB: 'unpin', or use fewer words, heads or layers"),
                   bytes / giga, text_str(&sizes), others / giga, SCENE_BYTES / giga);
    text_finish(&sizes);
    return false;
}

/* ---- what it has learned --------------------------------------------------- */

bool scene_learns(const struct state *s, struct matrix_ref m)
{
    struct config c;
    state_sizes(s, &c);
    return s->set.steps > 0 &&
           (m.kind == MATRIX_WEIGHT || (m.kind == MATRIX_ENCODING && posenc_is_learned(&c)) ||
            (m.kind == MATRIX_X && s->set.train_words));
}

/* Returns what a matrix of the layer in view was trained to; absent: it was not. */
static struct mat learned(const struct scene *s, struct matrix_ref m)
{
    const struct config *c = &s->config;
    if (!scene_learns(&s->state, m))
        return (struct mat){0};
    if (m.kind == MATRIX_WEIGHT)
        return factor_mat(c->w[config_weight_layer((enum weight)m.index, s->state.look.layer)][m.index]);
    return m.kind == MATRIX_ENCODING ? c->pe_mat[m.index] : c->X;
}

void scene_read(const struct scene *s, struct matrix_ref m, struct mat out)
{
    struct mat from = learned(s, m);
    if (mat_present(from))
        mat_copy(out, from);
    else
        matrices_read(&s->state, m, out);
}

double scene_get(const struct scene *s, struct matrix_ref m, int row, int col)
{
    struct mat from = learned(s, m);
    return mat_present(from) ? mat_at(from, row, col) : matrices_get(&s->state, m, row, col);
}

/* ---- computing ------------------------------------------------------------ */

enum { SCENE_EFFORT = 30000 }; /* of the smallest scene, in multiplications */

/* Replaces the scene's numbers by those of `next`. The scene is empty if stopped. */
static bool take_numbers(struct scene *s, const struct scene *near, const struct state *next, struct reply *r)
{
    struct config c;
    struct arena inputs = {0};
    state_sizes(next, &c);
    bool asks_all = !state_model(next) || state_model(next)->box; /* else rows on request */
    double unread = !asks_all ? readout_effort(&c) * (c.n - 1) / c.n : 0;
    struct work_task task = {TEXT("computing"), NULL, 0, scene_effort(&c) + (double)state_room(next) - unread,
                             false};
    struct work_task outer = work_begin(r->work, task);
    work_divide(r->work, c.layers);
    bool ok = (work_on(r->work, SCENE_EFFORT) && arena_reserve(&inputs, state_room(next)) &&
               state_config(next, &inputs, &c, r->work)) ||
              reply_no_memory(r);
    bool keeps = ok && near && near->state.lexicon && scene_effort(&c) > ROOM_KEEP &&
                 state_same_settings(&near->state, next);
    int kept = keeps ? trace_alike(&near->config, &c) : 0; /* layers */
    ok = ok && (trace_reserve(&s->trace, &c) || reply_no_memory(r));
    if (ok) {
        s->config = c;
        s->has_gradient = false;
        s->trace.work = r->work;
        ok = trace_go_on(&s->trace, &c, kept > 0 ? &near->trace : NULL, kept) &&
             readout_ask(&s->trace, asks_all ? READOUT_ALL : state_asked(next));
        s->trace.work = NULL;
        if (!ok) {
            scene_finish(s);
            reply_goes_on(r);
        }
    }
    work_end(r->work, outer);
    arena_finish(ok ? &s->inputs : &inputs);
    if (ok)
        s->inputs = inputs;
    return ok;
}

bool scene_take(struct scene *s, struct state *next, struct reply *r)
{
    return scene_take_near(s, NULL, next, r);
}

bool scene_take_near(struct scene *s, const struct scene *near, struct state *next, struct reply *r)
{
    if (!state_check(next, r) || !scene_room(next, 0, r))
        return false;
    if (!matrices_fit(next, r->work) || !state_fit_targets(next))
        return reply_no_memory(r);
    bool same = s->state.lexicon && state_same_numbers(&s->state, next);
    if (!same && (!training_follow(next, r) || !take_numbers(s, near, next, r)))
        return false;
    state_clamp_look(next);
    state_finish(&s->state);
    s->state = *next;
    *next = (struct state){0};
    return true;
}

bool scene_asks(const struct scene *s, const char **why)
{
    if (s->config.target_count > 0)
        return grad_possible(&s->config, why);
    *why = TEXT("first 'target head 0 chases cat': no target, no gradient (the word a head is to read; or "
                "'classes cat dog', then 'target chases cat')");
    return false;
}

bool scene_gradient(struct scene *s, struct reply *r)
{
    const char *why;
    if (s->has_gradient)
        return true;
    if (!scene_asks(s, &why))
        return reply_fail(r, 0, "%s", text_in(why, r->lang));
    if (!grad_reserve(&s->grad, &s->config, 0))
        return reply_no_memory(r);
    struct work_task task = {TEXT("computing the gradient"), NULL, 0, 2 * scene_effort(&s->config), false};
    struct work_task outer = work_begin(r->work, task);
    s->grad.d.work = r->work;
    s->has_gradient = grad_compute(&s->grad, &s->trace, &s->config);
    s->grad.d.work = NULL;
    work_end(r->work, outer);
    return s->has_gradient || reply_goes_on(r);
}

double scene_effort(const struct config *c)
{
    return SCENE_EFFORT + trace_effort(c);
}

void scene_finish(struct scene *s)
{
    state_finish(&s->state);
    arena_finish(&s->inputs);
    trace_finish(&s->trace);
    grad_finish(&s->grad);
    *s = (struct scene){0};
}

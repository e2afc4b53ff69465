#include "study/trial.h"

#include "core/pipeline/terms.h"
#include "state/weights.h"
#include "state/training.h"

const int trial_starts[TRIAL_STARTS] = {0, 100, 10000};

static bool trial_possible(struct trial *t, const struct config *c)
{
    if (mat_present(c->scores_given))
        t->why = TEXT("The scores were given directly: W_Q and W_K are not used.");
    else if (config_crosses(c))
        t->why = TEXT("The keys come from the memory: they have no offset in words.");
    else if (TRIAL_COUNT * TRIAL_STARTS * scene_effort(c) > SCENE_EFFORT_AT_ONCE)
        t->why = TEXT("This scene is too large to recompute with many weights at every key: use fewer words "
                      "or a smaller d.");
    else
        return true;
    return false;
}

static bool with_weights(struct state *s, enum trial_kind kind, int offset)
{
    switch (kind) {
    case TRIAL_IDENTITY:
        return weights_drop(s);
    case TRIAL_RANDOM:
        return weights_random(s, (uint64_t)s->set.seed, NULL);
    case TRIAL_SHIFT_ALONE:
    case TRIAL_SHIFT:
        return weights_shift(s, offset, WEIGHTS_SHIFT_GAIN);
    default:
        return true;
    }
}

/* Counts the queries that attend to the word `offset` away more than to any other. */
static int found(struct mat weights, int offset)
{
    int n = 0;
    for (int i = 0; i < weights.rows; i++) {
        int key = i + offset, best = 0;
        for (int j = 1; j < weights.cols; j++)
            if (mat_at(weights, i, j) > mat_at(weights, i, best))
                best = j;
        n += key >= 0 && key < weights.cols && best == key && mat_at(weights, i, key) > 0;
    }
    return n;
}

static bool trial_row(struct trial *t, enum trial_kind kind, int start, struct reply *r)
{
    const struct look *look = &t->of.look;
    struct scene scene = {0};
    struct state s;
    state_copy(&s, &t->of);
    bool ok = training_settle(&s, r);
    s.set.start = trial_starts[start];
    if (kind == TRIAL_SHIFT_ALONE)
        s.term_off = t->not_position;
    ok = ok && (with_weights(&s, kind, t->offset) || reply_no_memory(r)) && scene_take(&scene, &s, r);
    if (ok) {
        const struct attention *a = &scene.trace.layer[look->layer].self;
        struct mat weights = attention_head(a, a->map[MAP_WEIGHTS], look->head);
        t->row[kind].weight[start] = mat_at(weights, look->query, look->key);
        t->row[kind].found[start] = found(weights, t->offset);
    }
    state_finish(&s);
    scene_finish(&scene);
    return ok;
}

bool trial_compute(struct trial *t, const struct scene *now, struct reply *r)
{
    const struct look *look = &now->state.look;
    int n = now->config.n;
    if (t->of.lexicon && look_same_pair(&t->of.look, look) && state_same_numbers(&t->of, &now->state))
        return true;
    trial_finish(t);
    state_copy(&t->of, &now->state);
    t->offset = look->key - look->query;
    t->asked = n - (t->offset < 0 ? -t->offset : t->offset);
    struct term_set position = terms_bits(&now->config, "position·position");
    t->not_position = term_set_without(terms_bits(&now->config, NULL), &position);
    t->known = trial_possible(t, &now->config);
    for (int i = 0; t->known && i < TRIAL_COUNT * TRIAL_STARTS; i++) {
        enum trial_kind kind = (enum trial_kind)(i / TRIAL_STARTS);
        bool shifts = kind == TRIAL_SHIFT || kind == TRIAL_SHIFT_ALONE;
        t->row[kind].known = (!shifts || weights_can_shift(&now->state)) &&
                             (kind != TRIAL_SHIFT_ALONE || terms_find(&now->config, 0, "pp") >= 0);
        if (t->row[kind].known && !trial_row(t, kind, i % TRIAL_STARTS, r)) {
            trial_finish(t);
            return false;
        }
    }
    return true;
}

void trial_finish(struct trial *t)
{
    state_finish(&t->of);
    *t = (struct trial){0};
}

#include "study/sweep.h"
#include "state/training.h"

#include <math.h>

enum { FEWEST = 9 };

static bool possible(struct sweep *w, const struct config *c)
{
    double points = floor(SCENE_EFFORT_AT_ONCE / scene_effort(c));
    w->count = (int)fmin(SWEEP_MOST, points);
    w->count -= 1 - w->count % 2; /* odd, so scale 1 is included */
    if (!posenc_added(c))
        w->why = BOTH("This encoding is not added to the embeddings: there is no scale to change.",
                      "这种编码不加到词向量上：没有可以改变的缩放。");
    else if (w->count < FEWEST)
        w->why = BOTH("This scene is too large to recompute for many scales at every key: use fewer words or "
                      "a smaller d.",
                      "这个场景太大，无法每按一键就算许多种缩放：请减少词数或减小 d。");
    else
        return true;
    return false;
}

double sweep_scale(const struct sweep *w, int i)
{
    return SWEEP_LAST * i / (w->count - 1);
}

static bool point(struct sweep *w, int i, struct reply *r)
{
    const struct look *look = &w->of.look;
    struct scene scene = {0};
    struct state s;
    state_copy(&s, &w->of);
    bool ok = training_settle(&s, r);
    s.set.pescale = sweep_scale(w, i);
    ok = ok && scene_take(&scene, &s, r);
    if (ok) {
        const struct attention *a = &scene.trace.layer[look->layer].self;
        w->weight[i] = mat_at(attention_head(a, a->map[MAP_WEIGHTS], look->head), look->query, look->key);
    }
    state_finish(&s);
    scene_finish(&scene);
    return ok;
}

bool sweep_compute(struct sweep *w, const struct scene *now, struct reply *r)
{
    if (w->of.lexicon && look_same_pair(&w->of.look, &now->state.look) &&
        state_same_numbers(&w->of, &now->state))
        return true;
    sweep_finish(w);
    state_copy(&w->of, &now->state);
    w->known = possible(w, &now->config);
    for (int i = 0; w->known && i < w->count; i++)
        if (!point(w, i, r)) {
            sweep_finish(w);
            return false;
        }
    return true;
}

void sweep_finish(struct sweep *w)
{
    state_finish(&w->of);
    *w = (struct sweep){0};
}

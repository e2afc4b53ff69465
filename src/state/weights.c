#include "state/weights.h"

#include <math.h>

#include "core/encoding/sines.h"
#include "core/math/rng.h"

bool weights_drop(struct state *s)
{
    bool ok = true;
    for (int l = 0; ok && l < CONFIG_MAX_LAYERS; l++)
        for (int w = 0; ok && w < WEIGHT_COUNT; w++)
            ok = numbers_put(&s->numbers, numbers_weight(l, w), NULL);
    return ok;
}

/* Sets a weight to zeros. Returns it, or NULL if out of memory. */
static struct value *zeros(struct state *s, int place, int rows, int cols)
{
    struct value *v = value_new(rows, cols);
    if (v && numbers_put(&s->numbers, place, v))
        return v;
    value_drop(v);
    return NULL;
}

bool weights_random(struct state *s, uint64_t seed, struct work *work)
{
    struct rng rng = rng_seed(seed);
    struct config shape;
    if (!weights_drop(s))
        return false;
    state_sizes(s, &shape);
    for (int l = 0; l < s->set.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows, cols;
            config_weight_shape(&shape, (enum weight)w, &rows, &cols);
            if (rows <= 1 || cols == 0)
                continue;
            struct value *v = zeros(s, numbers_weight(l, w), rows, cols);
            if (!v)
                return false;
            for (int i = 0; i < rows * cols; i++) {
                if (i % cols == 0 && !work_on(work, RNG_NORMAL_EFFORT * cols))
                    return false;
                v->v[i] = rng_normal(&rng) / sqrt(rows);
            }
        }
    return true;
}

bool weights_can_shift(const struct state *s)
{
    return s->set.d % 2 == 0 && s->set.heads * state_dk(s) == s->set.d;
}

bool weights_shift(struct state *s, long k, double gain)
{
    int width = s->set.heads * state_dk(s);
    struct value *w = weights_drop(s) ? zeros(s, numbers_weight(s->look.layer, W_Q), s->set.d, width) : NULL;
    for (int r = 0; w && r < w->rows; r++)
        for (int c = 0; c < w->cols; c++)
            w->v[r * w->cols + c] = gain * sines_rotation(s->set.d, s->set.base, k, c, r);
    return w != NULL;
}

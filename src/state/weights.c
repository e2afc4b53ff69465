#include "state/weights.h"

#include <math.h>

#include "core/encoding/sines.h"
#include "core/math/rng.h"

void weights_drop(struct state *s)
{
    for (int l = 0; l < CONFIG_MAX_LAYERS; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            value_drop(s->w[l][w]);
            s->w[l][w] = NULL;
        }
}

bool weights_random(struct state *s, uint64_t seed, struct work *work)
{
    struct rng rng = rng_seed(seed);
    struct config shape;
    weights_drop(s);
    state_sizes(s, &shape);
    for (int l = 0; l < s->set.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows, cols;
            config_weight_shape(&shape, (enum weight)w, &rows, &cols);
            if (rows <= 1 || cols == 0)
                continue;
            s->w[l][w] = value_new(rows, cols);
            if (!s->w[l][w])
                return false;
            for (int i = 0; i < rows * cols; i++) {
                if (i % cols == 0 && !work_on(work, RNG_NORMAL_EFFORT * cols))
                    return false;
                s->w[l][w]->v[i] = rng_normal(&rng) / sqrt(rows);
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
    weights_drop(s);
    struct value *w = value_new(s->set.d, s->set.heads * state_dk(s));
    if (!w)
        return false;
    for (int r = 0; r < w->rows; r++)
        for (int c = 0; c < w->cols; c++)
            w->v[r * w->cols + c] = gain * sines_rotation(s->set.d, s->set.base, k, c, r);
    s->w[s->look.layer][W_Q] = w;
    return true;
}

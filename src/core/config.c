/* Shapes derived from the sizes in a config. */
#include "core/config.h"

bool config_crosses(const struct config *c)
{
    return c->block == BLOCK_ATTENTION && c->m > 0;
}

bool config_decodes(const struct config *c)
{
    return c->block == BLOCK_DECODER && c->m > 0;
}

int config_keys(const struct config *c)
{
    return config_crosses(c) ? c->m : c->n;
}

/* One shape as rows x cols. */
struct shape {
    int rows, cols;
};

static struct shape attention_shape(const struct config *c, enum weight w, int src)
{
    int q = c->heads * c->dk, k = config_key_heads(c) * c->dk, v = config_key_heads(c) * c->dv;
    const struct shape shapes[] = {
        [W_Q] = {c->d, q}, [W_K] = {src, k}, [W_V] = {src, v}, [W_O] = {c->heads * c->dv, c->d},
        [B_Q] = {1, q},    [B_K] = {1, k},   [B_V] = {1, v},   [B_O] = {1, c->d},
    };
    return shapes[w];
}

static struct shape shape_of(const struct config *c, enum weight w)
{
    bool decoder = c->block == BLOCK_DECODER;
    if (w <= B_O)
        return attention_shape(c, w, config_crosses(c) ? c->dsrc : c->d);
    if (w <= B_OC)
        return decoder ? attention_shape(c, (enum weight)(w - W_QC), c->dsrc) : (struct shape){0, 0};
    if (w >= READ_U)
        return (struct shape){c->classes ? (w == READ_U ? c->d : 1) : 0, c->classes};
    if (w >= LN_GF) { /* of the LayerNorms and the transform that the model has once */
        bool there = w >= READ_T ? c->transform : w >= LN_G0 ? c->embed_norm : c->final_norm;
        return there ? (struct shape){w == READ_T ? c->d : 1, c->d} : (struct shape){0, 0};
    }
    if (w <= LN_B2) {
        bool there = w <= LN_B1 || (w <= LN_BC ? decoder : c->dff > 0);
        return there ? (struct shape){1, c->d} : (struct shape){0, 0};
    }
    if (c->dff == 0)
        return (struct shape){0, 0};
    bool bias = w == FF_B1 || w == FF_BG || w == FF_B2, gate = w == FF_WG || w == FF_BG;
    if (w == FF_W2 || w == FF_B2)
        return (struct shape){bias ? 1 : c->dff, c->d};
    return (struct shape){gate && !c->gated ? 0 : bias ? 1 : c->d, c->dff};
}

struct factor (*config_no_weights(void))[WEIGHT_COUNT]
{
    static const struct factor none[CONFIG_MAX_LAYERS][WEIGHT_COUNT];
    return (struct factor(*)[WEIGHT_COUNT])(uintptr_t)none; /* struct factor has no const variant */
}

int config_weight_layer(enum weight w, int layer)
{
    return w >= LN_GF ? 0 : layer;
}

void config_weight_shape(const struct config *c, int layer, enum weight w, int *rows, int *cols)
{
    struct shape s = shape_of(c, w);
    if (config_weight_layer(w, layer) != layer)
        s = (struct shape){0, 0};
    *rows = s.rows;
    *cols = s.cols;
}

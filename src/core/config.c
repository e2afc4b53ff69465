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
    switch (w) {
    case W_Q:
        return (struct shape){c->d, q};
    case W_K:
        return (struct shape){src, k};
    case W_V:
        return (struct shape){src, v};
    case W_O:
        return (struct shape){c->heads * c->dv, c->d};
    case B_Q:
        return (struct shape){1, q};
    case B_K:
        return (struct shape){1, k};
    case B_V:
        return (struct shape){1, v};
    default:
        return (struct shape){1, c->d};
    }
}

/* Of the LayerNorms and the transform that the model has once. */
static struct shape once_shape(const struct config *c, enum weight w)
{
    bool there = w >= READ_T ? c->transform : w >= LN_G0 ? c->embed_norm : c->final_norm;
    return there ? (struct shape){w == READ_T ? c->d : 1, c->d} : (struct shape){0, 0};
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
    if (w >= LN_GF)
        return once_shape(c, w);
    if (w <= LN_B2) {
        bool there = w <= LN_B1 || (w <= LN_BC ? decoder : c->dff > 0);
        return there ? (struct shape){1, c->d} : (struct shape){0, 0};
    }
    if (c->dff == 0)
        return (struct shape){0, 0};
    switch (w) {
    case FF_W1:
        return (struct shape){c->d, c->dff};
    case FF_B1:
        return (struct shape){1, c->dff};
    case FF_WG:
        return (struct shape){c->gated ? c->d : 0, c->dff};
    case FF_BG:
        return (struct shape){c->gated ? 1 : 0, c->dff};
    case FF_W2:
        return (struct shape){c->dff, c->d};
    default:
        return (struct shape){1, c->d};
    }
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

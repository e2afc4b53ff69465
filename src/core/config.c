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
    int qk = c->heads * c->dk, v = c->heads * c->dv;
    switch (w) {
    case W_Q:
        return (struct shape){c->d, qk};
    case W_K:
        return (struct shape){src, qk};
    case W_V:
        return (struct shape){src, v};
    case W_O:
        return (struct shape){v, c->d};
    case B_Q:
    case B_K:
        return (struct shape){1, qk};
    case B_V:
        return (struct shape){1, v};
    default:
        return (struct shape){1, c->d};
    }
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
        return c->final_norm ? (struct shape){1, c->d} : (struct shape){0, 0};
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
    case FF_W2:
        return (struct shape){c->dff, c->d};
    default:
        return (struct shape){1, c->d};
    }
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

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

int config_norm_gain(enum weight w)
{
    static const enum weight first[] = {LN_G1, LN_G1O, LN_GF};
    for (int i = 0; i < 3; i++)
        if (w >= first[i] && w < first[i] + (i == 0 ? 6U : 4U))
            return (int)(w - (w - first[i]) % 2);
    return -1;
}

/* Returns true if a model of c has the LayerNorm with this gain. */
static bool norm_there(const struct config *c, int gain)
{
    bool second = gain == LN_G2 || gain == LN_G2O, given = gain == LN_G1O || gain == LN_G2O;
    if (gain == LN_GF || gain == LN_G0)
        return gain == LN_GF ? c->final_norm : c->embed_norm;
    return (gain != LN_GC || c->block == BLOCK_DECODER) && (!second || c->dff > 0) &&
           (!given || c->norm == NORM_BOTH);
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
    if (w == READ_T || w == READ_TB)
        return c->transform ? (struct shape){w == READ_T ? c->d : 1, c->d} : (struct shape){0, 0};
    if (w == SINK_LOGIT)
        return (struct shape){c->sink, c->heads};
    if (w == QK_GQ || w == QK_GK) {
        bool gained = c->qk_norm == QK_NORM_HEAD || c->qk_norm == QK_NORM_WIDE;
        int heads = w == QK_GQ ? c->heads : config_key_heads(c);
        return (struct shape){gained, c->dk * (c->qk_norm == QK_NORM_WIDE ? heads : 1)};
    }
    int gain = config_norm_gain(w);
    if (gain >= 0)
        return norm_there(c, gain) && !(c->norm_rms && (int)w != gain) ? (struct shape){1, c->d}
                                                                       : (struct shape){0, 0};
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

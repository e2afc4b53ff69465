#include "core/pipeline/piece.h"

#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/norm.h"

/* ---- the pieces ------------------------------------------------------------------------- */

int piece_list(const struct config *c, int layer, struct piece out[PIECES_MOST])
{
    const bool there[SOURCE_WRITTEN] = {
        [SOURCE_TOKEN] = true, [SOURCE_POSITION] = posenc_added(c), [SOURCE_TYPE] = c->types > 0};
    int n = 0;
    for (int s = 0; s < SOURCE_WRITTEN && (c->residual || layer == 0); s++)
        if (there[s])
            out[n++] = (struct piece){(enum source)s, 0, WRITES_ATTENTION, PIECE_WHOLE};
    const bool writes[SOURCE_WRITERS] = {true, config_decodes(c), c->dff > 0};
    enum source_writer last = c->dff > 0 ? WRITES_FFN : config_decodes(c) ? WRITES_CROSS : WRITES_ATTENTION;
    for (int l = 0; l < layer; l++)
        for (int i = 0; i < SOURCE_WRITERS;
             i++) /* without residuals, what comes later replaces what was written */
            if (writes[i] && (c->residual || (l == layer - 1 && i == (int)last)))
                out[n++] = (struct piece){SOURCE_WRITTEN, l, (enum source_writer)i, PIECE_WHOLE};
    out[n++] = (struct piece){SOURCE_BIAS, 0, WRITES_ATTENTION, PIECE_WHOLE};
    return n;
}

/* A piece on its way up: one row. */
struct climb {
    const struct trace *t;
    const struct config *c;
    const struct piece *piece;
    int row;
    struct mat v; /* 1 x d */
};

static struct mat one_row(struct mat m, int row)
{
    return mat_rows(m, row, 1);
}

/* v = what one head, or the bias, adds to its attention's output: head_out W_O over the head's rows of W_O.
 */
static void by_head(const struct climb *u)
{
    const struct config *c = u->c;
    bool crosses = u->piece->writer == WRITES_CROSS;
    const struct layer_trace *l = &u->t->layer[u->piece->layer];
    const struct attention *a = crosses ? &l->cross : &l->self;
    const struct factor *w = c->w[u->piece->layer];
    int head = u->piece->head;
    if (head < c->heads)
        mat_mul(u->v, one_row(attention_head(a, a->head_out, head), u->row),
                factor_rows(w[crosses ? W_OC : W_O], head * c->dv, c->dv));
    else if (factor_present(w[crosses ? B_OC : B_O]))
        factor_copy(u->v, w[crosses ? B_OC : B_O]);
    else
        mat_fill(u->v, 0);
    if (config_norms_given(c))
        norm_part_after(u->v, c, one_row(a->output, u->row),
                        &w[config_given_gain(c, crosses ? LN_GC : LN_G1)], head == c->heads);
}

/* v = the piece as it was written. */
static void piece_written(const struct climb *u)
{
    const struct piece *p = u->piece;
    const struct factor *norm = &u->c->w[0][LN_G0];
    if (p->source == SOURCE_WRITTEN && p->head != PIECE_WHOLE) {
        by_head(u);
        return;
    }
    if (p->source == SOURCE_WRITTEN)
        mat_copy(u->v, one_row(source_output(&u->t->layer[p->layer], p->writer), u->row));
    else if (p->source == SOURCE_BIAS)
        mat_fill(u->v, 0);
    else
        mat_copy(u->v, one_row(source_plain(u->t, (int)p->source), u->row));
    if (u->c->embed_norm && p->source != SOURCE_WRITTEN)
        norm_part_after(u->v, u->c, one_row(u->t->embedded, u->row), norm, p->source == SOURCE_BIAS);
}

/* Takes v through the LayerNorms after layer l's sublayers, from the one that wrote the piece on. */
static void through_layer(const struct climb *u, int l)
{
    bool here = u->piece->source == SOURCE_WRITTEN && u->piece->layer == l;
    for (int i = here ? (int)u->piece->writer : 0; i < SOURCE_WRITERS; i++) {
        struct mat whole;
        const struct factor *norm = source_norm_after(&whole, u->c, u->t, l, (enum source_writer)i);
        if (!norm)
            continue;
        if (!u->c->residual && u->piece->source == SOURCE_BIAS)
            mat_fill(u->v, 0);
        norm_part_after(u->v, u->c, one_row(whole, u->row), norm, u->piece->source == SOURCE_BIAS);
    }
}

/* ---- their share of a score ------------------------------------------------------------- */

bool piece_splits(const struct config *c)
{
    bool rewrites = posenc_term_count(c) > 0 && c->pe->replaces_product && !c->pe->rotate;
    return !mat_present(c->scores_given) && !config_crosses(c) && !rewrites;
}

/* turned = q, turned back to the key's position where the encoding turns: q·(R k) = (Rᵀ q)·k. */
static struct mat turned_back(double *turned, const struct question *of)
{
    const struct config *c = of->c;
    const struct attention *a = &of->t->layer[of->layer].self;
    memcpy(turned, of->q, (size_t)c->dk * sizeof *turned);
    const struct config encoded = posenc_of_layer(c, of->layer);
    if (attention_rotates(c, attention_first(c)))
        posenc_rotate(turned, -((long)c->start + of->key), &encoded);
    if (mat_present(a->Kn)) { /* the norm of the key: a number for each entry */
        double whole[CONFIG_MAX_D] = {0};
        int first = config_key_head(c, of->head) * c->dk;
        memcpy(whole + first, turned, (size_t)c->dk * sizeof *turned);
        qk_norm_part(mat_of(1, a->K.cols, a->K.cols, whole), c, one_row(a->K, of->key),
                     c->w[of->layer][QK_GK]);
        memcpy(turned, whole + first, (size_t)c->dk * sizeof *turned);
    }
    return mat_of(1, c->dk, c->dk, turned);
}

void piece_asks(double *asks, const struct question *of)
{
    double turned[CONFIG_MAX_D];
    const struct config *c = of->c;
    mat_mul_t(mat_of(1, c->d, c->d, asks), turned_back(turned, of),
              factor_columns(c->w[of->layer][W_K], config_key_head(c, of->head) * c->dk, c->dk));
}

double piece_share(const double *asks, const struct question *of, const struct piece *piece)
{
    double room[CONFIG_MAX_D], turned[CONFIG_MAX_D], share;
    const struct config *c = of->c;
    struct climb up = {of->t, c, piece, of->key, mat_of(1, c->d, c->d, room)};
    struct mat bias = factor_mat(c->w[of->layer][B_K]);
    /* the piece as W_Q and W_K of the layer read it */
    piece_written(&up);
    for (int l = piece->layer; l < of->layer && c->norm == NORM_POST; l++)
        through_layer(&up, l);
    if (config_norms_before(c))
        norm_part_after(up.v, c, one_row(of->t->layer[of->layer].in, of->key), &c->w[of->layer][LN_G1],
                        piece->source == SOURCE_BIAS);
    share = vec_dot(asks, room, c->d);
    if (piece->source == SOURCE_BIAS && mat_present(bias))
        share += vec_dot(turned_back(turned, of).v, bias.v + config_key_head(c, of->head) * c->dk, c->dk);
    return share;
}

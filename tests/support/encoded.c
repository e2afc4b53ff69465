#include "support/encoded.h"

#include <assert.h>
#include <stddef.h>

#include "core/encoding/posenc.h"
#include "support/weights.h"

struct config encoded_config(const char *name, int n, int d)
{
    struct config c = {.n = n,
                       .d = d,
                       .dsrc = d,
                       .heads = 1,
                       .dk = d,
                       .dv = d,
                       .layers = 1,
                       .base = 10000,
                       .pescale = 1,
                       .divisor = 1,
                       .eps = 1e-5,
                       .pe = posenc_find(name),
                       .w = config_no_weights()};
    assert(c.pe);
    for (int i = 0; i < posenc_param_count(c.pe); i++)
        c.pe_param[i] = c.pe->params[i].initial;
    return c;
}

static struct mat take(double **room, int rows, int cols)
{
    struct mat m = mat_of(rows, cols, cols, *room);
    *room += (size_t)rows * (size_t)cols;
    mat_fill(m, 0);
    return m;
}

void encoded_matrices(struct config *c, double *room)
{
    double *start = room;
    for (int i = 0; i < posenc_matrix_count(c->pe); i++) {
        int rows, cols;
        posenc_shape(c, i, &rows, &cols);
        assert(room - start + (ptrdiff_t)rows * cols <= ENCODED_ROOM);
        c->pe_mat[i] = take(&room, rows, cols);
        posenc_fill(c, i, c->pe_mat[i]);
    }
}

/* X gets the heads' parts side by side from column `first`, w picks them. */
static void place(struct config *c, const struct mat *part, int first, struct factor *w, double **room)
{
    int width = part[0].cols;
    struct mat m = take(room, c->d, c->heads * width);
    *w = factor_of(m);
    for (int h = 0; h < c->heads; h++)
        mat_copy(mat_columns(c->X, first + h * width, width), part[h]);
    for (int j = 0; j < m.cols; j++)
        mat_row(m, first + j)[j] = 1;
}

void encoded_qkv(struct config *c, const struct mat *q, const struct mat *k, const struct mat *v,
                 double *room)
{
    double *start = room;
    c->dk = q[0].cols;
    c->dv = v[0].cols;
    c->d = c->dsrc = c->heads * (2 * c->dk + c->dv);
    assert(c->d * (c->n + 2 * c->d) <= ENCODED_ROOM);
    c->X = take(&room, c->n, c->d);
    c->w = weights_room();
    place(c, q, 0, &c->w[0][W_Q], &room);
    place(c, k, c->heads * c->dk, &c->w[0][W_K], &room);
    place(c, v, 2 * c->heads * c->dk, &c->w[0][W_V], &room);
    c->w[0][W_O] = factor_of(take(&room, c->heads * c->dv, c->d));
    for (int j = 0; j < c->heads * c->dv; j++)
        mat_row(factor_mat(c->w[0][W_O]), j)[j] = 1;
    assert(room - start <= ENCODED_ROOM);
}

#include "model/value.h"

#include <string.h>

#include "base/mem.h"

struct value *value_new(int rows, int cols)
{
    size_t count = (size_t)rows * (size_t)cols;
    struct value *v = mem_new(1, sizeof *v + count * sizeof v->v[0]);
    if (v)
        *v = (struct value){1, rows, cols};
    return v;
}

struct value *value_share(struct value *v)
{
    if (v)
        v->refs++;
    return v;
}

void value_drop(struct value *v)
{
    if (v && --v->refs == 0)
        mem_free(v);
}

bool value_edit(struct value **v)
{
    if ((*v)->refs == 1)
        return true;
    struct value *own = value_new((*v)->rows, (*v)->cols);
    if (!own)
        return false;
    memcpy(own->v, (*v)->v, (size_t)own->rows * (size_t)own->cols * sizeof own->v[0]);
    value_drop(*v);
    *v = own;
    return true;
}

bool value_reshape(struct value **v, int rows, int cols, double diagonal)
{
    struct value *old = *v;
    if (old->rows == rows && old->cols == cols)
        return true;
    struct value *fresh = value_new(rows, cols);
    if (!fresh)
        return false;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            bool kept = r < old->rows && c < old->cols;
            double edge = r == c ? diagonal : 0;
            fresh->v[r * cols + c] = kept ? old->v[r * old->cols + c] : edge;
        }
    value_drop(old);
    *v = fresh;
    return true;
}

struct mat value_mat(const struct value *v)
{
    if (!v)
        return (struct mat){0};
    return (struct mat){v->rows, v->cols, v->cols, (double *)v->v};
}

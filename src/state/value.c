/* A matrix is one block with its reference count: sharing costs an increment, and a sole owner may
 * write in place. The table of matrices likewise. */
#include "state/value.h"

#include <string.h>

#include "base/mem.h"

static size_t entries(int rows, int cols)
{
    return (size_t)rows * (size_t)cols;
}

struct value *value_new(int rows, int cols)
{
    struct value *v = mem_new(1, sizeof *v + entries(rows, cols) * sizeof v->v[0]);
    if (v)
        *v = (struct value){1, rows, cols};
    return v;
}

struct value *value_copy(struct mat m)
{
    struct value *v = value_new(m.rows, m.cols);
    if (v)
        mat_copy(value_mat(v), m);
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
    struct value *own = value_copy(value_mat(*v));
    if (!own)
        return false;
    value_drop(*v);
    *v = own;
    return true;
}

bool value_reshape(struct value **v, int rows, int cols)
{
    struct value *old = *v;
    if (old->rows == rows && old->cols == cols)
        return true;
    struct value *fresh = value_new(rows, cols);
    if (!fresh)
        return false;
    for (int r = 0; r < rows && r < old->rows; r++)
        for (int c = 0; c < cols && c < old->cols; c++)
            fresh->v[r * cols + c] = old->v[r * old->cols + c];
    value_drop(old);
    *v = fresh;
    return true;
}

bool value_same(const struct value *a, const struct value *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->rows == b->rows && a->cols == b->cols &&
           memcmp(a->v, b->v, entries(a->rows, a->cols) * sizeof a->v[0]) == 0;
}

size_t value_bytes(const struct value *v)
{
    return v ? sizeof *v + entries(v->rows, v->cols) * sizeof v->v[0] : 0;
}

struct mat value_mat(const struct value *v)
{
    if (!v)
        return (struct mat){0};
    return mat_of(v->rows, v->cols, v->cols, (double *)v->v); /* struct mat has no const variant */
}

/* ---- all matrices of a state ------------------------------------------------- */

struct numbers {
    int refs, count;   /* count: whole layers, up to the last in which a matrix was set */
    struct value *v[]; /* NULL: not set */
};

const struct value *numbers_at(const struct numbers *n, int place)
{
    return n && place < n->count ? n->v[place] : NULL;
}

struct numbers *numbers_share(struct numbers *n)
{
    if (n)
        n->refs++;
    return n;
}

void numbers_drop(struct numbers *n)
{
    if (!n || --n->refs > 0)
        return;
    for (int i = 0; i < n->count; i++)
        value_drop(n->v[i]);
    mem_free(n);
}

/* Makes *n private, with room for a place, copying the table but no matrix if it is shared or too small. */
static bool own_numbers(struct numbers **n, int place)
{
    struct numbers *old = *n;
    int layers = place < NUMBERS_WEIGHTS ? 1 : (place - NUMBERS_WEIGHTS) / WEIGHT_COUNT + 1,
        count = NUMBERS_WEIGHTS + layers * WEIGHT_COUNT;
    if (old && old->refs == 1 && count <= old->count)
        return true;
    if (old && old->count > count)
        count = old->count;
    struct numbers *table = mem_new(1, sizeof *table + (size_t)count * sizeof table->v[0]);
    if (!table)
        return false;
    table->refs = 1;
    table->count = count;
    for (int i = 0; old && i < old->count; i++)
        table->v[i] = value_share(old->v[i]);
    numbers_drop(old);
    *n = table;
    return true;
}

bool numbers_put(struct numbers **n, int place, struct value *v)
{
    if (numbers_at(*n, place) == v)
        return true;
    if (!own_numbers(n, place))
        return false;
    value_drop((*n)->v[place]);
    (*n)->v[place] = v;
    return true;
}

struct value *numbers_edit(struct numbers **n, int place)
{
    return own_numbers(n, place) && value_edit(&(*n)->v[place]) ? (*n)->v[place] : NULL;
}

bool numbers_same(const struct numbers *a, const struct numbers *b)
{
    bool same = true;
    int count = a && (!b || a->count > b->count) ? a->count : b ? b->count : 0;
    for (int i = 0; a != b && same && i < count; i++)
        same = value_same(numbers_at(a, i), numbers_at(b, i));
    return same;
}

size_t numbers_bytes(const struct numbers *a, const struct numbers *b)
{
    size_t bytes = a && a != b ? sizeof *a + (size_t)a->count * sizeof a->v[0] : 0;
    for (int i = 0; bytes > 0 && i < a->count; i++)
        if (a->v[i] != numbers_at(b, i))
            bytes += value_bytes(a->v[i]);
    return bytes;
}

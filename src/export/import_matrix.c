#include "export/import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "keep/fields.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/room.h"
#include "base/utf8.h"
#include "core/config.h"
#include "core/math/mat.h"
#include "network/npy.h"

enum { LARGEST = CONFIG_MAX_D * CONFIG_MAX_D };

void table_finish(struct table *t)
{
    mem_free(t->v);
    *t = (struct table){0};
}

/* A table while its lines are read. */
struct csv {
    struct table *t;
    size_t count, room; /* numbers so far, and how many fit */
    int line;           /* from 1 */
    int names;          /* fields of the first line that is not empty */
    bool corner;        /* the first of these is empty */
    char decimal;       /* see field_number */
};

static bool add_number(struct csv *in, double x, struct reply *r)
{
    if (in->count == LARGEST)
        return reply_fail(r, 0, TEXT("more than %d numbers"), LARGEST);
    if (in->count == in->room) {
        size_t more = room_more(in->room, 256);
        double *v = mem_grow(in->t->v, more, sizeof *v);
        if (!v)
            return reply_no_memory(r);
        in->t->v = v;
        in->room = more;
    }
    in->t->v[in->count++] = x;
    return true;
}

/* Returns whether the first line names the columns: all but an empty first field are names or, after an empty
 * one, 0, 1, 2 … as pandas writes them. */
static bool names_only(struct csv *in, struct fields line)
{
    struct field f;
    bool names = true, numbers = true;
    for (in->names = 0; fields_next(&line, &f); in->names++) {
        long at;
        if (in->names == 0 && (in->corner = f.n == 0))
            continue;
        names = names && field_is_name(&f);
        numbers = numbers && number_parse_int(f.s, f.n, in->names - 1, in->names - 1, &at) == NUMBER_OK;
    }
    return names || (in->corner && numbers);
}

/* Returns whether the lines after one of names begin with a name or a number of their own. */
static bool begins_with_label(const struct csv *in, struct fields line)
{
    struct field first, f;
    int count = fields_next(&line, &first);
    while (fields_next(&line, &f))
        count++;
    return in->corner || count == in->names + 1 || field_is_name(&first);
}

/* Adds the numbers of a line. */
static bool csv_line(struct csv *in, struct fields line, struct reply *r)
{
    struct table *t = in->t;
    struct field f;
    int in_row = 0;
    struct fields begin = line;
    if (!fields_next(&begin, &f))
        return true;
    if (t->rows == 0 && in->names == 0 && names_only(in, line)) {
        t->named = TABLE_NAMES_ABOVE;
        return true;
    }
    if (t->rows == 0 && t->named && begins_with_label(in, line))
        t->named |= TABLE_NAMES_LEFT;
    if (t->named & TABLE_NAMES_LEFT)
        fields_next(&line, &f);
    for (; fields_next(&line, &f); in_row++) {
        double x;
        if (f.n == 0 || !field_number(&f, &in->decimal, &x))
            return reply_fail(r, 0,
                              f.n == 0 ? TEXT("line %d, column %d: the field is empty")
                                       : TEXT("line %d, column %d: not a number"),
                              in->line, f.col);
        if (!add_number(in, x, r))
            return false;
        t->hides = t->hides || isinf(x);
    }
    if (t->rows > 0 && in_row != t->cols)
        return reply_fail(r, 0, TEXT("line %d has %d numbers, the first has %d"), in->line, in_row, t->cols);
    t->cols = in_row;
    t->rows++;
    return true;
}

bool import_csv(struct table *out, const char *bytes, size_t n, struct reply *r)
{
    struct csv in = {.t = out};
    const char *end = bytes + n, *s = bytes + utf8_bom(bytes, n);
    *out = (struct table){0};
    for (in.line = 1; s < end; in.line++) {
        size_t length = 0;
        while (s + length < end && s[length] != '\n' && s[length] != '\r')
            length++;
        if (!csv_line(&in, fields_of(s, length), r)) {
            table_finish(out);
            return false;
        }
        s += length;
        s += s < end ? 1 + (s + 1 < end && s[0] == '\r' && s[1] == '\n') : 0;
    }
    return out->cols > 0 || reply_fail(r, 0, TEXT("contains no numbers")); /* names alone are none */
}

/* Takes the sizes of one or two dimensions. */
static bool table_shape(struct table *t, const struct npy *a, struct reply *r)
{
    if (a->rank < 1 || a->rank > 2)
        return reply_fail(r, 0, TEXT("the array must have one or two dimensions"));
    long rows = a->rank == 2 ? a->shape[0] : 1, cols = a->shape[a->rank - 1];
    if (rows < 1 || rows > CONFIG_MAX_D || cols < 1 || cols > CONFIG_MAX_D)
        return reply_fail(r, 0, TEXT("shape %ld x %ld is out of range (1 to %d in each dimension)"), rows,
                          cols, CONFIG_MAX_D);
    t->rows = (int)rows;
    t->cols = (int)cols;
    return true;
}

bool import_npy(struct table *out, const char *bytes, size_t n, struct reply *r)
{
    struct npy a;
    *out = (struct table){0};
    if (!npy_of_bytes(&a, bytes, n, r) || !table_shape(out, &a, r))
        return false;
    size_t rows = (size_t)out->rows, cols = (size_t)out->cols, count = rows * cols;
    if (a.size != npy_needs(&a))
        return reply_fail(r, 0, TEXT("%zu bytes of data, expected %zu"), a.size, npy_needs(&a));
    out->v = mem_new(count, sizeof *out->v);
    if (!out->v)
        return reply_no_memory(r);
    for (size_t i = 0; i < count; i++) {
        size_t at = a.columns ? i % cols * rows + i / cols : i;
        double x = npy_number(a.data + at * (size_t)a.width, a.kind, a.width, a.big);
        /* A double does not hold every integer beyond 2⁵³. */
        if (a.kind == 'f' ? !isfinite(x) && x != -INFINITY : fabs(x) > 9007199254740992) {
            table_finish(out);
            return reply_fail(r, 0, TEXT("number %zu is NaN, infinite or an integer beyond 2^53"), at);
        }
        out->v[i] = x;
        out->hides = out->hides || x == -INFINITY;
    }
    return true;
}

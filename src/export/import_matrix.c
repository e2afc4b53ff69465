#include "export/import.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "keep/fields.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/room.h"
#include "base/utf8.h"
#include "core/config.h"
#include "core/math/mat.h"

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

/* The data of a .npy file, as its header describes them. */
struct npy {
    const char *data;
    size_t size;  /* bytes of data */
    char kind;    /* 'f', 'i', 'u' or 'b' (bool) */
    int width;    /* bytes of a number */
    bool big;     /* big-endian */
    bool columns; /* Fortran order: a column's numbers are adjacent */
};

/* Returns the value after 'key': in the header, "" if missing. */
static const char *npy_entry(const char *header, const char *key)
{
    const char *p = strstr(header, key);
    p = p ? strchr(p, ':') : NULL;
    return p ? p + 1 + strspn(p + 1, " ") : "";
}

static bool npy_shape(struct table *t, const char *s, struct reply *r)
{
    char *end;
    if (*s++ != '(')
        return reply_fail(r, 0, TEXT("the header does not give a shape"));
    long a = strtol(s, &end, 10);
    bool named = end != s;
    s = end + strspn(end, ", ");
    long b = strtol(s, &end, 10);
    bool two = end != s;
    s = end + strspn(end, ", ");
    if (!named || *s != ')')
        return reply_fail(r, 0, TEXT("the array must have one or two dimensions"));
    t->rows = two ? (int)a : 1;
    t->cols = (int)(two ? b : a);
    if (a < 1 || a > CONFIG_MAX_D || (two && (b < 1 || b > CONFIG_MAX_D)))
        return reply_fail(r, 0, TEXT("shape %ld x %ld is out of range (1 to %d in each dimension)"),
                          two ? a : 1, two ? b : a, CONFIG_MAX_D);
    return true;
}

/* Reads a type such as '<f8' (quotes included): the byte order, the kind, the bytes of a number. */
static bool type(struct npy *npy, const char *s, struct reply *r)
{
    static const char *const readable[] = {"f2", "f4", "f8", "i1", "i2", "i4",
                                           "i8", "u1", "u2", "u4", "u8", "b1"};
    size_t n = *s ? strcspn(s + 1, "'") : 0;
    for (size_t i = 0; n == 3 && i < sizeof readable / sizeof *readable; i++)
        if (*s == '\'' && strchr("<>|", s[1]) && strncmp(s + 2, readable[i], 2) == 0) {
            npy->big = s[1] == '>';
            npy->kind = s[2];
            npy->width = s[3] - '0';
            return true;
        }
    return reply_fail(r, 0,
                      TEXT("the numbers are of the type %.*s: only integers, bool, float16, float32 and "
                           "float64 can be read (a.astype('f8') converts)"),
                      (int)utf8_fit(s, n < 12 ? (int)n + 2 : 14), s);
}

static bool header(struct npy *npy, struct table *t, const char *bytes, size_t n, struct reply *r)
{
    if (n < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return reply_fail(r, 0, TEXT("not a .npy file"));
    const unsigned char *b = (const unsigned char *)bytes;
    size_t begin = b[6] == 1 ? 10 : 12, length = (size_t)b[8] | (size_t)b[9] << 8;
    if (b[6] >= 2)
        length |= (size_t)b[10] << 16 | (size_t)b[11] << 24;
    if (b[6] > 3 || length > 65536 || begin + length > n)
        return reply_fail(r, 0, TEXT("the header is truncated or of an unknown version"));
    char *copy = mem_copy_text(bytes + begin, length);
    if (!copy)
        return reply_no_memory(r);
    npy->columns = strncmp(npy_entry(copy, "'fortran_order'"), "True", 4) == 0;
    bool ok = type(npy, npy_entry(copy, "'descr'"), r) && npy_shape(t, npy_entry(copy, "'shape'"), r);
    mem_free(copy);
    npy->data = bytes + begin + length;
    npy->size = n - begin - length;
    return ok;
}

/* Reads number i into *x. Returns false if it is not finite (or -inf), or an integer that no double holds. */
static bool number_at(const struct npy *npy, size_t i, double *x)
{
    unsigned char least[8] = {0}; /* the least significant byte first */
    uint64_t bits = 0;
    for (int k = npy->width - 1; k >= 0; k--) {
        size_t at = (size_t)(npy->big ? npy->width - 1 - k : k);
        least[k] = (unsigned char)npy->data[i * (size_t)npy->width + at];
        bits = bits << 8 | least[k];
    }
    if (npy->kind == 'f') {
        if (npy->width == 8)
            memcpy(x, &bits, sizeof *x);
        else
            stored_widen(x, least, npy->width == 4 ? MAT_F32 : MAT_F16, 1);
        return isfinite(*x) || *x == -INFINITY;
    }
    uint64_t sign = npy->kind == 'i' ? (uint64_t)1 << (8 * npy->width - 1) : 0;
    uint64_t magnitude = bits & sign ? (sign << 1) - bits : bits; /* for 64 bits, modulo 2⁶⁴ */
    *x = bits & sign ? -(double)magnitude : (double)magnitude;
    return magnitude <= (uint64_t)1 << 53;
}

bool import_npy(struct table *out, const char *bytes, size_t n, struct reply *r)
{
    struct npy npy = {0};
    *out = (struct table){0};
    if (!header(&npy, out, bytes, n, r))
        return false;
    size_t rows = (size_t)out->rows, cols = (size_t)out->cols, count = rows * cols;
    if (npy.size != count * (size_t)npy.width)
        return reply_fail(r, 0, TEXT("%zu bytes of data, expected %zu"), npy.size, count * (size_t)npy.width);
    out->v = mem_new(count, sizeof *out->v);
    if (!out->v)
        return reply_no_memory(r);
    for (size_t i = 0; i < count; i++) {
        size_t at = npy.columns ? i % cols * rows + i / cols : i;
        if (!number_at(&npy, at, &out->v[i])) {
            table_finish(out);
            return reply_fail(r, 0, TEXT("number %zu is NaN, infinite or an integer beyond 2^53"), at);
        }
        out->hides = out->hides || out->v[i] == -INFINITY;
    }
    return true;
}

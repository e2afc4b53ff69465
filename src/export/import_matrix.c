#include "export/import_matrix.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/room.h"
#include "core/config.h"

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
};

static bool add(struct csv *in, double x, struct reply *r)
{
    if (in->count == LARGEST)
        return reply_fail(r, 0, TEXT("more than %d numbers", "超过 %d 个数"), LARGEST);
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

/* Parses a number, or -inf as exports write it. */
static bool entry_of(const char *s, size_t n, double *x)
{
    if (n == 4 && memcmp(s, "-inf", 4) == 0) {
        *x = -INFINITY;
        return true;
    }
    return number_parse(s, n, x) == NUMBER_OK;
}

/* Adds the numbers of one line, which ends before `end`. */
static bool csv_line(struct csv *in, const char *line, const char *end, struct reply *r)
{
    struct table *t = in->t;
    int in_row = 0;
    for (const char *p = line; p < end;) {
        if (strchr(" ,;\t\r", *p)) {
            p++;
            continue;
        }
        const char *begin = p;
        double x;
        while (p < end && !strchr(" ,;\t\r", *p))
            p++;
        if (!entry_of(begin, (size_t)(p - begin), &x))
            return reply_fail(r, 0, TEXT("line %d, column %d: not a number", "第 %d 行第 %d 列：不是数"),
                              in->line, (int)(begin - line) + 1);
        if (!add(in, x, r))
            return false;
        t->hides = t->hides || isinf(x);
        in_row++;
    }
    if (in_row == 0)
        return true;
    if (t->rows > 0 && in_row != t->cols)
        return reply_fail(
            r, 0, TEXT("line %d has %d numbers, the first has %d", "第 %d 行有 %d 个数，第一行有 %d 个"),
            in->line, in_row, t->cols);
    t->cols = in_row;
    t->rows++;
    return true;
}

bool import_csv(struct table *out, const char *bytes, size_t n, struct reply *r)
{
    struct csv in = {.t = out};
    const char *end = bytes + n;
    *out = (struct table){0};
    for (in.line = 1; bytes < end; in.line++) {
        const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
        stop = stop ? stop : end;
        if (!csv_line(&in, bytes, stop, r)) {
            table_finish(out);
            return false;
        }
        bytes = stop + 1;
    }
    return out->rows > 0 || reply_fail(r, 0, TEXT("contains no numbers", "里面没有数"));
}

/* The data of a .npy file, as its header describes them. */
struct npy {
    const char *data;
    size_t size; /* bytes of data */
    int width;   /* 4 or 8 */
};

/* Returns the value after 'key': in the header, "" if missing. */
static const char *entry(const char *header, const char *key)
{
    const char *p = strstr(header, key);
    p = p ? strchr(p, ':') : NULL;
    return p ? p + 1 + strspn(p + 1, " ") : "";
}

static bool shape(struct table *t, const char *s, struct reply *r)
{
    char *end;
    if (*s++ != '(')
        return reply_fail(r, 0, TEXT("the header does not give a shape", "文件头没有写形状"));
    long a = strtol(s, &end, 10);
    bool named = end != s;
    s = end + strspn(end, ", ");
    long b = strtol(s, &end, 10);
    bool two = end != s;
    s = end + strspn(end, ", ");
    if (!named || *s != ')')
        return reply_fail(r, 0,
                          TEXT("the array must have one or two dimensions", "只读一维或二维，不读更多维"));
    t->rows = two ? (int)a : 1;
    t->cols = (int)(two ? b : a);
    if (a < 1 || a > CONFIG_MAX_D || (two && (b < 1 || b > CONFIG_MAX_D)))
        return reply_fail(r, 0,
                          TEXT("shape %ld x %ld is out of range (1 to %d in each dimension)",
                               "形状 %ld × %ld：每边最多 %d"),
                          two ? a : 1, two ? b : a, CONFIG_MAX_D);
    return true;
}

static bool header(struct npy *npy, struct table *t, const char *bytes, size_t n, struct reply *r)
{
    if (n < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return reply_fail(r, 0, TEXT("not a .npy file", "不是 .npy 文件"));
    const unsigned char *b = (const unsigned char *)bytes;
    size_t begin = b[6] == 1 ? 10 : 12, length = (size_t)b[8] | (size_t)b[9] << 8;
    if (b[6] >= 2)
        length |= (size_t)b[10] << 16 | (size_t)b[11] << 24;
    if (b[6] > 2 || length > 65536 || begin + length > n)
        return reply_fail(r, 0,
                          TEXT("the header is truncated or of an unknown version", "文件头不完整或版本未知"));
    char *copy = mem_copy_text(bytes + begin, length);
    if (!copy)
        return reply_no_memory(r);
    const char *type = entry(copy, "'descr'"), *order = entry(copy, "'fortran_order'");
    npy->width = strncmp(type, "'<f8'", 5) == 0 ? 8 : strncmp(type, "'<f4'", 5) == 0 ? 4 : 0;
    bool ok = (npy->width || reply_fail(r, 0,
                                        TEXT("the numbers are not little-endian float32 or float64",
                                             "其中的数不是小端 float32 或 float64"))) &&
              (strncmp(order, "False", 5) == 0 ||
               reply_fail(r, 0,
                          TEXT("the array is in Fortran order; save it with order='C'",
                               "它是 Fortran 顺序：请用 order='C' 保存"))) &&
              shape(t, entry(copy, "'shape'"), r);
    mem_free(copy);
    npy->data = bytes + begin + length;
    npy->size = n - begin - length;
    return ok;
}

static double number_at(const struct npy *npy, size_t i)
{
    uint64_t bits = 0;
    for (int k = npy->width - 1; k >= 0; k--)
        bits = bits << 8 | (unsigned char)npy->data[i * (size_t)npy->width + (size_t)k];
    double x;
    if (npy->width == 8) {
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    uint32_t half = (uint32_t)bits;
    float f;
    memcpy(&f, &half, sizeof f);
    return (double)f;
}

bool import_npy(struct table *out, const char *bytes, size_t n, struct reply *r)
{
    struct npy npy = {0};
    *out = (struct table){0};
    if (!header(&npy, out, bytes, n, r))
        return false;
    size_t count = (size_t)out->rows * (size_t)out->cols;
    if (npy.size != count * (size_t)npy.width)
        return reply_fail(r, 0, TEXT("%zu bytes of data, expected %zu", "数据有 %zu 字节，应为 %zu"),
                          npy.size, count * (size_t)npy.width);
    out->v = mem_new(count, sizeof *out->v);
    if (!out->v)
        return reply_no_memory(r);
    for (size_t i = 0; i < count; i++) {
        out->v[i] = number_at(&npy, i);
        out->hides = out->hides || out->v[i] == -INFINITY;
        if (isnan(out->v[i]) || out->v[i] == INFINITY) {
            table_finish(out);
            return reply_fail(r, 0, TEXT("number %zu is NaN or infinite", "第 %zu 个数是 NaN 或无穷"), i);
        }
    }
    return true;
}

#include "network/npy.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "core/math/mat.h"

/* Returns the value after 'key': in the header, "" if missing. */
static const char *npy_entry(const char *header, const char *key)
{
    const char *p = strstr(header, key);
    p = p ? strchr(p, ':') : NULL;
    return p ? p + 1 + strspn(p + 1, " ") : "";
}

/* Reads a shape such as (3, 4), (3,) or (). */
static bool npy_shape(struct npy *a, const char *s, struct reply *r)
{
    bool ok = *s == '(';
    s += ok;
    for (a->rank = 0; ok && *s != ')'; a->rank++) {
        char *end;
        long size = strtol(s, &end, 10);
        ok = end != s && size >= 0;
        if (ok && a->rank == NPY_RANK)
            return reply_fail(r, 0, TEXT("the array has more than %d dimensions"), NPY_RANK);
        if (ok)
            a->shape[a->rank] = size;
        s = end + strspn(end, ", L");
    }
    return ok || reply_fail(r, 0, TEXT("the header does not give a shape"));
}

/* Reads a type such as '<f8' (quotes included): the byte order, the kind, the bytes of a number. */
static bool npy_type(struct npy *npy, const char *s, struct reply *r)
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

bool npy_of_bytes(struct npy *npy, const char *bytes, size_t n, struct reply *r)
{
    *npy = (struct npy){0};
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
    bool ok = npy_type(npy, npy_entry(copy, "'descr'"), r) && npy_shape(npy, npy_entry(copy, "'shape'"), r);
    mem_free(copy);
    npy->data = b + begin + length;
    npy->size = n - begin - length;
    return ok;
}

size_t npy_needs(const struct npy *a)
{
    size_t needs = (size_t)a->width;
    for (int i = 0; i < a->rank; i++) {
        if (a->shape[i] > 0 && needs > SIZE_MAX / (size_t)a->shape[i])
            return SIZE_MAX;
        needs *= (size_t)a->shape[i];
    }
    return needs;
}

double npy_number(const unsigned char *at, char kind, int width, bool big)
{
    unsigned char least[8] = {0}; /* the least significant byte first */
    uint64_t bits = 0;
    for (int k = width - 1; k >= 0; k--) {
        least[k] = at[big ? width - 1 - k : k];
        bits = bits << 8 | least[k];
    }
    double x;
    if (kind == 'f') {
        if (width == 8)
            memcpy(&x, &bits, sizeof x);
        else
            stored_widen(&x, least, width == 4 ? MAT_F32 : MAT_F16, 1);
        return x;
    }
    uint64_t sign = kind == 'i' ? (uint64_t)1 << (8 * width - 1) : 0;
    uint64_t magnitude = bits & sign ? (sign << 1) - bits : bits; /* for 64 bits, modulo 2⁶⁴ */
    return bits & sign ? -(double)magnitude : (double)magnitude;
}

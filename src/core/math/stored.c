/* Widening of the numbers in a model's file. */
#include "core/math/mat.h"

#include <stdint.h>
#include <string.h>

struct factor factor_stored(int rows, int cols, enum mat_kind kind, const unsigned char *bytes)
{
    return (struct factor){
        .rows = rows, .cols = cols, .stride = cols, .kind = (unsigned)kind & 7, .bytes = bytes};
}

struct factor factor_interleaved(struct factor f, int run, int part, int parts)
{
    if (!f.transposed) { /* one row: its numbers are columns of one number each */
        f.transposed = 1;
        f.stride = 1;
    }
    f = factor_columns(f, part * run, f.cols / parts);
    f.run = (unsigned)run & 0x1FFF;
    f.others = (unsigned)(parts - 1) & 3;
    return f;
}

struct factor factor_transposed(struct factor f)
{
    int rows = f.rows;
    f.rows = f.cols;
    f.cols = rows;
    f.transposed = !f.transposed;
    return f;
}

const unsigned char *factor_address(struct factor f, int r, int c)
{
    size_t across = (size_t)(f.transposed ? c : r), along = (size_t)(f.transposed ? r : c);
    if (f.run > 0)
        across += (f.into + across) / f.run * f.others * f.run;
    return f.bytes + (across * (size_t)f.stride + along) * mat_kind_size((enum mat_kind)f.kind);
}

/* Moves the view past its first `first` lines: rows, or columns if it is transposed. */
static struct factor without_lines(struct factor f, int first)
{
    f.bytes = f.transposed ? factor_address(f, 0, first) : factor_address(f, first, 0);
    if (f.run > 0)
        f.into = (f.into + (unsigned)first) % f.run & 0x1FFF;
    return f;
}

struct factor factor_columns(struct factor f, int first, int cols)
{
    f.cols = cols;
    if (f.transposed)
        return without_lines(f, first);
    f.bytes = factor_address(f, 0, first);
    return f;
}

struct factor factor_rows(struct factor f, int first, int rows)
{
    f.rows = rows;
    if (!f.transposed)
        return without_lines(f, first);
    f.bytes = factor_address(f, first, 0);
    return f;
}

#define READ read_four
#define READ_LANES 4
#define READ_FOR
#include "core/math/stored_lanes.h"

/* Four at a time; those that are left, or have the other byte order, one by one. */
static inline __attribute__((always_inline)) void widen(double *out, const unsigned char *from,
                                                        enum mat_kind kind, int count)
{
    const bool native = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    const size_t size = mat_kind_size(kind);
    int i = 0;
    for (; native && i + 4 <= count; i += 4)
        read_four(out + i, from + (size_t)i * size, kind);
    for (; i < count; i++) {
        unsigned char one[4 * sizeof(double)] = {0};
        double four[4];
        for (size_t k = 0; k < size; k++)
            one[native ? k : size - 1 - k] = from[(size_t)i * size + k];
        read_four(four, one, kind);
        out[i] = four[0];
    }
}

void stored_widen(double *out, const unsigned char *from, enum mat_kind kind, int count)
{
    if (kind == MAT_DOUBLE)
        memcpy(out, from, (size_t)count * sizeof *out);
    else if (kind == MAT_F32)
        widen(out, from, MAT_F32, count);
    else if (kind == MAT_BF16)
        widen(out, from, MAT_BF16, count);
    else if (kind == MAT_F16)
        widen(out, from, MAT_F16, count);
    else
        widen(out, from, MAT_F64, count);
}

void factor_read(double *out, struct factor f, int r, int c, int count)
{
    if (!factor_is_stored(f))
        memcpy(out, mat_row(factor_mat(f), r) + c, (size_t)count * sizeof *out);
    else if (!f.transposed)
        stored_widen(out, factor_address(f, r, c), (enum mat_kind)f.kind, count);
    else
        for (int i = 0; i < count; i++)
            stored_widen(out + i, factor_address(f, r, c + i), (enum mat_kind)f.kind, 1);
}

void factor_copy(struct mat out, struct factor f)
{
    for (int r = 0; r < out.rows; r++)
        factor_read(mat_row(out, r), f, r, 0, out.cols);
}

double factor_entry(struct factor f, int r, int c)
{
    double x;
    factor_read(&x, f, r, c, 1);
    return x;
}

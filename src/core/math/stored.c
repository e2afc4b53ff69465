/* Widening of the numbers in a model's file. */
#include "core/math/mat.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

size_t mat_kind_size(enum mat_kind kind)
{
    static const unsigned char size[] = {
        [MAT_DOUBLE] = sizeof(double), [MAT_F64] = 8, [MAT_F32] = 4, [MAT_F16] = 2, [MAT_BF16] = 2};
    return size[kind];
}

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

static double from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

static uint32_t two_bytes(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8;
}

static double of_f64(const unsigned char *b)
{
    uint64_t bits = 0;
    double x;
    for (int i = 7; i >= 0; i--)
        bits = bits << 8 | b[i];
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Sign, 5 bits of exponent, 10 of fraction (IEEE 754). As the bits of a float they give the number times
 * 2⁻¹¹², also a subnormal one. */
static double of_f16(const unsigned char *b)
{
    uint32_t bits = two_bytes(b), magnitude = (bits & 0x7FFF) << 13, sign = (bits & 0x8000) << 16;
    if ((bits & 0x7C00) == 0x7C00)
        return from_bits(sign | 0x7F800000 | magnitude);
    return from_bits(sign | magnitude) * 0x1p112;
}

#define READ read_four
#define READ_LANES 4
#define READ_FOR
#include "core/math/stored_lanes.h"

/* Widens four at a time; returns the number of those done. */
static int widen_together(double *out, const unsigned char *from, enum mat_kind kind, int count)
{
    int i = 0;
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        return 0;
    if (kind == MAT_F64) {
        memcpy(out, from, (size_t)count * sizeof *out);
        return count;
    }
    for (; kind == MAT_F32 && i + 4 <= count; i += 4)
        read_four(out + i, from + (size_t)i * 4, MAT_F32);
    for (; kind == MAT_BF16 && i + 4 <= count; i += 4)
        read_four(out + i, from + (size_t)i * 2, MAT_BF16);
    for (; kind == MAT_F16 && i + 4 <= count; i += 4)
        read_four(out + i, from + (size_t)i * 2, MAT_F16);
    return i;
}

void stored_widen(double *out, const unsigned char *from, enum mat_kind kind, int count)
{
    size_t size = mat_kind_size(kind);
    for (int i = widen_together(out, from, kind, count); i < count; i++) {
        const unsigned char *at = from + (size_t)i * size;
        if (kind == MAT_DOUBLE)
            memcpy(out + i, at, sizeof *out);
        else if (kind == MAT_F32)
            out[i] = from_bits(two_bytes(at) | two_bytes(at + 2) << 16);
        else if (kind == MAT_BF16)
            out[i] = from_bits(two_bytes(at) << 16);
        else
            out[i] = kind == MAT_F64 ? of_f64(at) : of_f16(at);
    }
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

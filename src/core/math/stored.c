/* Widening of the numbers in a model's file. */
#include "core/math/stored.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

size_t mat_kind_size(enum mat_kind kind)
{
    static const unsigned char size[] = {
        [MAT_DOUBLE] = sizeof(double), [MAT_F32] = 4, [MAT_F16] = 2, [MAT_BF16] = 2};
    return size[kind];
}

struct mat mat_stored(int rows, int cols, enum mat_kind kind, const unsigned char *bytes)
{
    return (struct mat){
        .rows = rows, .cols = cols, .stride = cols, .kind = (unsigned)kind & 7, .bytes = bytes};
}

struct mat mat_interleaved(struct mat m, int run, int part, int parts)
{
    if (!m.transposed) { /* one row: its numbers are columns of one number each */
        m.transposed = 1;
        m.stride = 1;
    }
    m = mat_columns(m, part * run, m.cols / parts);
    m.run = (unsigned)run & 0x1FFF;
    m.others = (unsigned)(parts - 1) & 3;
    return m;
}

struct mat mat_transposed(struct mat m)
{
    int rows = m.rows;
    m.rows = m.cols;
    m.cols = rows;
    m.transposed = !m.transposed;
    return m;
}

const unsigned char *mat_address(struct mat m, int r, int c)
{
    size_t across = (size_t)(m.transposed ? c : r), along = (size_t)(m.transposed ? r : c);
    if (m.run > 0)
        across += (m.into + across) / m.run * m.others * m.run;
    return m.bytes + (across * (size_t)m.stride + along) * mat_kind_size((enum mat_kind)m.kind);
}

struct mat mat_without_first(struct mat m, int first)
{
    m.bytes = m.transposed ? mat_address(m, 0, first) : mat_address(m, first, 0);
    if (m.run > 0)
        m.into = (m.into + (unsigned)first) % m.run & 0x1FFF;
    return m;
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

static double of_f32(const unsigned char *b)
{
    return from_bits(two_bytes(b) | two_bytes(b + 2) << 16);
}

static double of_bf16(const unsigned char *b)
{
    return from_bits(two_bytes(b) << 16);
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

/* Four at a time, where the numbers have the byte order of the machine (gcc and clang extensions:
 * element-wise arithmetic and conversion). */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { AT_ONCE = 4 };
typedef double wide
    __attribute__((vector_size(AT_ONCE * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef float narrow __attribute__((vector_size(AT_ONCE * sizeof(float)), aligned(1), may_alias));
typedef uint32_t words __attribute__((vector_size(AT_ONCE * sizeof(uint32_t)), aligned(1), may_alias));
typedef uint16_t halves __attribute__((vector_size(AT_ONCE * sizeof(uint16_t)), aligned(1), may_alias));

static int widen_together(double *out, const unsigned char *from, enum mat_kind kind, int count)
{
    int i = 0;
    for (; kind == MAT_F32 && i + AT_ONCE <= count; i += AT_ONCE)
        *(wide *)(out + i) = __builtin_convertvector(*(const narrow *)(from + (size_t)i * 4), wide);
    for (; kind == MAT_BF16 && i + AT_ONCE <= count; i += AT_ONCE) {
        words bits = __builtin_convertvector(*(const halves *)(from + (size_t)i * 2), words) << 16;
        *(wide *)(out + i) = __builtin_convertvector((narrow)bits, wide);
    }
    for (; kind == MAT_F16 && i + AT_ONCE <= count; i += AT_ONCE) {
        words bits = __builtin_convertvector(*(const halves *)(from + (size_t)i * 2), words);
        words infinite = (words)((bits & 0x7C00) == 0x7C00) & 0x7F800000;
        words of_float = (bits & 0x7FFF) << 13 | (bits & 0x8000) << 16 | infinite;
        *(wide *)(out + i) = __builtin_convertvector((narrow)of_float, wide) * 0x1p112;
    }
    return i;
}
#else
static int widen_together(double *out, const unsigned char *from, enum mat_kind kind, int count)
{
    (void)out, (void)from, (void)kind, (void)count;
    return 0;
}
#endif

void stored_widen(double *out, const unsigned char *from, enum mat_kind kind, int count)
{
    size_t size = mat_kind_size(kind);
    for (int i = widen_together(out, from, kind, count); i < count; i++) {
        const unsigned char *at = from + (size_t)i * size;
        if (kind == MAT_DOUBLE)
            memcpy(out + i, at, sizeof *out);
        else
            out[i] = kind == MAT_F32 ? of_f32(at) : kind == MAT_F16 ? of_f16(at) : of_bf16(at);
    }
}

void mat_read(double *out, struct mat m, int r, int c, int count)
{
    if (!mat_is_stored(m))
        memcpy(out, mat_row(m, r) + c, (size_t)count * sizeof *out);
    else if (!m.transposed)
        stored_widen(out, mat_address(m, r, c), (enum mat_kind)m.kind, count);
    else
        for (int i = 0; i < count; i++)
            stored_widen(out + i, mat_address(m, r, c + i), (enum mat_kind)m.kind, 1);
}

double mat_entry(struct mat m, int r, int c)
{
    double x;
    mat_read(&x, m, r, c, 1);
    return x;
}

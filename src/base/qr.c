#include "base/qr.h"

#include <stdlib.h>
#include <string.h>

enum { CODEWORDS = 172 }; /* of version 6 */

/* By version: all codewords, those that correct in each block, blocks (tables 7 and 9 of the standard). */
static const struct {
    int all, checks, blocks;
} sizes[QR_VERSIONS + 1] = {{0, 0, 0},    {26, 7, 1},   {44, 10, 1}, {70, 15, 1},
                            {100, 20, 1}, {134, 26, 1}, {172, 18, 2}};

static int data_size(int version)
{
    return sizes[version].all - sizes[version].checks * sizes[version].blocks;
}

/* ---- codewords --------------------------------------------------------------------- */

/* Product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
static uint8_t product(unsigned a, unsigned b)
{
    unsigned p = 0;
    for (int i = 7; i >= 0; i--)
        p = p << 1 ^ (p >> 7) * 0x11D ^ (b >> i & 1) * a;
    return (uint8_t)p;
}

/* Appends the remainder of the data, as a polynomial times x^n, by (x - 1)(x - 2)(x - 4) … of degree n. */
static void correct(const uint8_t *data, int count, int n, uint8_t *rest)
{
    uint8_t divisor[32] = {0};
    unsigned root = 1;
    divisor[n - 1] = 1;
    for (int i = 0; i < n; i++, root = product(root, 2))
        for (int j = 0; j < n; j++)
            divisor[j] = (uint8_t)(product(divisor[j], root) ^ (j + 1 < n ? divisor[j + 1] : 0));
    memset(rest, 0, (size_t)n);
    for (int i = 0; i < count; i++) {
        unsigned factor = data[i] ^ rest[0];
        memmove(rest, rest + 1, (size_t)n - 1);
        rest[n - 1] = 0;
        for (int j = 0; j < n; j++)
            rest[j] ^= product(divisor[j], factor);
    }
}

struct bits {
    uint8_t byte[CODEWORDS];
    int count;
};

static void add_bits(struct bits *b, unsigned value, int n)
{
    for (int i = n - 1; i >= 0; i--, b->count++)
        b->byte[b->count / 8] |= (uint8_t)((value >> i & 1) << (7 - b->count % 8));
}

/* Fills `out` with the codewords of the data and their checks, block by block in turns. */
static void interleave(const uint8_t *data, int version, uint8_t *out)
{
    int checks = sizes[version].checks, blocks = sizes[version].blocks, n = data_size(version) / blocks;
    for (int b = 0; b < blocks; b++) {
        uint8_t rest[32];
        correct(data + b * n, n, checks, rest);
        for (int i = 0; i < n + checks; i++)
            out[i * blocks + b] = i < n ? data[b * n + i] : rest[i - n];
    }
}

/* ---- modules --------------------------------------------------------------------------- */

static void fix(struct qr *q, int row, int col, bool dark)
{
    if (row >= 0 && col >= 0 && row < q->side && col < q->side)
        q->module[row][col] = (uint8_t)(QR_FIXED | (dark ? QR_DARK : 0));
}

/* Squares in squares around a place. */
static void fix_target(struct qr *q, int row, int col, int reach)
{
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            int far = abs(y) > abs(x) ? abs(y) : abs(x);
            fix(q, row + y, col + x, reach == 2 ? far != 1 : far != 2 && far != 4);
        }
}

/* Writes the level and the mask twice, with their check bits. */
static void fix_format(struct qr *q)
{
    enum { LEVEL_L_MASK_0 = 0x77C4 };
    for (int i = 0; i < 15; i++) {
        bool is = LEVEL_L_MASK_0 >> i & 1;
        fix(q, i > 7 ? 8 : i < 6 ? i : i + 1, i < 8 ? 8 : i == 8 ? 7 : 14 - i, is);
        fix(q, i < 8 ? 8 : q->side - 15 + i, i < 8 ? q->side - 1 - i : 8, is);
    }
    fix(q, q->side - 8, 8, true);
}

static void fix_patterns(struct qr *q, int version)
{
    int last = q->side - 7;
    for (int i = 0; i < q->side; i++) {
        fix(q, 6, i, i % 2 == 0);
        fix(q, i, 6, i % 2 == 0);
    }
    if (version > 1)
        fix_target(q, last, last, 2);
    fix_target(q, 3, 3, 4);
    fix_target(q, 3, q->side - 4, 4);
    fix_target(q, q->side - 4, 3, 4);
    fix_format(q);
}

/* Fills the free modules with bits, in columns of two from the right, up and down in turns. The standard has
 * the best of eight masks chosen; readers take any, and with the first one all links are read. */
static void fill(struct qr *q, const uint8_t *codewords, int count)
{
    int bit = 0;
    for (int right = q->side - 1, up = 1; right > 0; right -= right == 8 ? 3 : 2, up = !up)
        for (int i = 0; i < 2 * q->side; i++) {
            int y = up ? q->side - 1 - i / 2 : i / 2, x = right - i % 2;
            if (q->module[y][x] & QR_FIXED)
                continue;
            int one = bit < 8 * count ? codewords[bit / 8] >> (7 - bit % 8) & 1 : 0;
            q->module[y][x] = (uint8_t)(one ^ ((x + y) % 2 == 0));
            bit++;
        }
}

bool qr_make(const char *s, struct qr *out)
{
    int n = (int)strlen(s), version = 1;
    while (version < QR_VERSIONS && data_size(version) < n + 2)
        version++;
    if (n > QR_BYTES)
        return false;
    struct bits b = {.count = 0};
    uint8_t codewords[CODEWORDS];
    add_bits(&b, 4, 4); /* bytes follow */
    add_bits(&b, (unsigned)n, 8);
    for (int i = 0; i < n; i++)
        add_bits(&b, (uint8_t)s[i], 8);
    b.count += 4; /* the end */
    for (unsigned pad = 0xEC; b.count / 8 < data_size(version); pad ^= 0xEC ^ 0x11)
        add_bits(&b, pad, 8);
    interleave(b.byte, version, codewords);
    *out = (struct qr){.side = 17 + 4 * version};
    fix_patterns(out, version);
    fill(out, codewords, sizes[version].all);
    return true;
}

static bool dark(const struct qr *q, int y, int x)
{
    return y >= 0 && x >= 0 && y < q->side && x < q->side && q->module[y][x] & QR_DARK;
}

void qr_write(const struct qr *q, struct text *out)
{
    static const char *const ink[] = {"█", "▄", "▀", " "}; /* by what is dark: above 1, below 2 */
    enum { MARGIN = 2 };
    for (int y = -MARGIN; y < q->side + MARGIN; y += 2) {
        for (int x = -MARGIN; x < q->side + MARGIN; x++)
            text_add(out, ink[dark(q, y, x) + 2 * dark(q, y + 1, x)]);
        text_add(out, "\n");
    }
}

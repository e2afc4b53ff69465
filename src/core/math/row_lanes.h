/* Division and exponential of rows, and products, for one width of vector registers. Include it
 * once per width, with
 *
 *   LANES       doubles in a register
 *   LANES_KIND  the end of the functions' names
 *   LANES_FOR   the attribute that enables the instructions
 *
 * They stop before the entries that no longer fill a register; they return the number of entries done.
 *
 * For x <= 0: exp(x) = 2^k · exp(r) with an integer k and |r| <= ln 2 / 2. The series
 * exp(r) = 1 + r + r²/2! + … + r¹³/13! is more precise than a double. */

LANES_FOR static int NAME(divide)(double *out, const double *in, int n, double by)
{
    /* a gcc and clang extension: element-wise arithmetic */
    typedef double lanes
        __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
    int j = 0;
    for (; j + LANES <= n; j += LANES)
        *(lanes *)(out + j) = *(const lanes *)(in + j) / by;
    return j;
}

LANES_FOR static int NAME(exp)(double *out, const double *in, int n, double most)
{
    typedef double lanes
        __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
    typedef uint64_t bits
        __attribute__((vector_size(LANES * sizeof(uint64_t)))); /* the same bytes as integers */
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        lanes entry = *(const lanes *)(in + j);
        lanes x = (lanes)((bits)(entry - most) & ~(bits)(entry == most)); /* 0 where inf - inf would be NaN */
        /* Adding EXP_WHOLE, which leaves no room for fraction bits, rounds to an integer;
         * the low bits of the sum hold it. */
        lanes rounded = x * EXP_PER_LN2 + EXP_WHOLE;
        lanes k = rounded - EXP_WHOLE;
        lanes r = x - k * EXP_LN2_HIGH - k * EXP_LN2_LOW;
        lanes sum = {0};
#pragma GCC unroll 16
        for (int i = EXP_TERMS - 1; i >= 0; i--)
            sum = sum * r + exp_terms[i]; /* 1/2! + r/3! + r²/4! + … */
        lanes y = 1 + (r + r * r * sum);
        /* 2^k as a double's exponent, raised: the smallest results are then rounded only once, at the end. */
        lanes power = (lanes)(((bits)rounded + EXP_BIAS + EXP_RAISED) << EXP_MANTISSA);
        y = y * power * EXP_LOWERED;
        *(lanes *)(out + j) = (lanes)((bits)y & ~(bits)(x < EXP_LEAST)); /* k out of range: 0 */
    }
    return j;
}

/* Adds to `tall` rows from r on (the last one again where there are fewer) of `wide` registers from column c
 * on; the sums stay in registers while k runs. */
LANES_FOR static inline __attribute__((always_inline)) void NAME(block)(const struct mix *m, int r, int c,
                                                                        int tall, int wide)
{
    typedef double lanes
        __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
    const double *a[8];
    double *out[8];
    lanes sum[8][2];
#pragma GCC unroll 8
    for (int i = 0; i < tall; i++) {
        int row = r + i < m->out.rows ? r + i : m->out.rows - 1;
        a[i] = m->a + (size_t)row * m->down;
        out[i] = mat_row(m->out, row) + c;
#pragma GCC unroll 2
        for (int w = 0; w < wide; w++)
            sum[i][w] = *(const lanes *)(out[i] + w * LANES);
    }
    for (int k = 0; k < m->b.rows; k++) {
        const double *b = mat_row(m->b, k) + c;
#pragma GCC unroll 8
        for (int i = 0; i < tall; i++)
#pragma GCC unroll 2
            for (int w = 0; w < wide; w++)
                sum[i][w] += a[i][(size_t)k * m->across] * *(const lanes *)(b + w * LANES);
    }
#pragma GCC unroll 8
    for (int i = 0; i < tall; i++)
#pragma GCC unroll 2
        for (int w = 0; w < wide; w++)
            *(lanes *)(out[i] + w * LANES) = sum[i][w];
}

/* Adds to the columns of m.out from c on that fill registers; returns the first that is left. */
LANES_FOR static int NAME(mix)(const struct mix *m, int c)
{
    /* as many sums as do not wait for each other and fit the registers */
    enum { TALL = LANES == 8 ? 8 : LANES == 4 ? 6 : 4, ACROSS = LANES == 8 ? 1 : 2 };
    for (int r; c + ACROSS * LANES <= m->out.cols; c += ACROSS * LANES) {
        for (r = 0; r + TALL <= m->out.rows; r += TALL)
            NAME(block)(m, r, c, TALL, ACROSS);
        for (; r < m->out.rows; r += 4)
            NAME(block)(m, r, c, 4, ACROSS);
    }
    for (; c + LANES <= m->out.cols; c += LANES)
        for (int r = 0; r < m->out.rows; r += 4)
            NAME(block)(m, r, c, 4, 1);
    return c;
}

#undef LANES
#undef LANES_KIND
#undef LANES_FOR

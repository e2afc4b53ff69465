/* Rows divided and exponentiated for one width of vector registers; meant to be
 * included once for each, with
 *
 *   LANES                 doubles in a register
 *   DIVIDE, EXPONENTIATE  the functions' names
 *   LANES_FOR             the attribute that allows the instructions
 *
 * Both stop in front of the entries that no longer fill a register and say how many they did.
 *
 * exp(x) for x <= 0 is 2^k · exp(r) with a whole k and |r| <= ln 2 / 2, where
 * exp(r) = 1 + r + r²/2! + … + r¹³/13! to more digits than a double has. */

LANES_FOR static int DIVIDE(double *out, const double *in, int n, double by)
{
    /* a gcc and clang extension: what is done to one is done to every lane */
    typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
    int j = 0;
    for (; j + LANES <= n; j += LANES)
        *(lanes *)(out + j) = *(const lanes *)(in + j) / by;
    return j;
}

LANES_FOR static int EXPONENTIATE(double *out, const double *in, int n, double most)
{
    typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
    typedef uint64_t bits __attribute__((vector_size(LANES * sizeof(uint64_t))));    /* the same bytes as integers */
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        lanes entry = *(const lanes *)(in + j);
        lanes x = (lanes)((bits)(entry - most) & ~(bits)(entry == most));            /* 0 where inf - inf would be NaN */
        /* Beside so large a number no fraction has room: the sum is rounded to a whole number,
         * which its last bits spell. */
        lanes rounded = x * EXP_PER_LN2 + EXP_WHOLE;
        lanes k = rounded - EXP_WHOLE;
        lanes r = x - k * EXP_LN2_HIGH - k * EXP_LN2_LOW;
        lanes sum = {0};
#pragma GCC unroll 16
        for (int i = EXP_TERMS - 1; i >= 0; i--)
            sum = sum * r + exp_terms[i];                                            /* 1/2! + r/3! + r²/4! + … */
        lanes y = 1 + (r + r * r * sum);
        /* 2^k as the exponent of a double, raised so that the smallest results are rounded only once, at the end. */
        lanes power = (lanes)(((bits)rounded + EXP_BIAS + EXP_RAISED) << EXP_MANTISSA);
        y = y * power * EXP_LOWERED;
        *(lanes *)(out + j) = (lanes)((bits)y & ~(bits)(x < EXP_LEAST));             /* there k does not fit: 0 */
    }
    return j;
}

#undef LANES
#undef DIVIDE
#undef EXPONENTIATE
#undef LANES_FOR

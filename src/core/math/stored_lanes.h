/* Reading of a model's numbers for one width of vector registers. Include it once per width, with
 *
 *   READ        the function's name
 *   READ_LANES  doubles in a register
 *   READ_FOR    the attribute that enables the instructions
 *
 * The numbers must have the byte order of the machine. */

/* *to = READ_LANES adjacent numbers, as doubles. Exact. MAT_F16: sign, 5 bits of exponent, 10 of fraction
 * (IEEE 754); as the bits of a float they give the number times 2⁻¹¹². */
READ_FOR static inline __attribute__((always_inline)) void READ(void *to, const unsigned char *at,
                                                                enum mat_kind kind)
{
    /* gcc and clang extensions: element-wise arithmetic and conversion */
    typedef double lanes __attribute__((vector_size(READ_LANES * sizeof(double)), aligned(1), may_alias));
    typedef float narrow __attribute__((vector_size(READ_LANES * sizeof(float)), aligned(1), may_alias));
    typedef uint32_t words __attribute__((vector_size(READ_LANES * sizeof(uint32_t)), aligned(1), may_alias));
    typedef uint16_t halves
        __attribute__((vector_size(READ_LANES * sizeof(uint16_t)), aligned(1), may_alias));
    if (kind == MAT_F32) {
        *(lanes *)to = __builtin_convertvector(*(const narrow *)at, lanes);
    } else if (kind == MAT_BF16) {
        words bits = __builtin_convertvector(*(const halves *)at, words) << 16;
        *(lanes *)to = __builtin_convertvector((narrow)bits, lanes);
    } else if (kind == MAT_F16) {
        words bits = __builtin_convertvector(*(const halves *)at, words);
        words infinite = (words)((bits & 0x7C00) == 0x7C00) & 0x7F800000;
        words of_float = (bits & 0x7FFF) << 13 | (bits & 0x8000) << 16 | infinite;
        *(lanes *)to = __builtin_convertvector((narrow)of_float, lanes) * 0x1p112;
    } else {
        *(lanes *)to = *(const lanes *)at;
    }
}

#undef READ_LANES
#undef READ_FOR

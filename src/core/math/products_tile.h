/* The inner loop of the matrix products for one width of vector registers. Include it
 * once per width, with
 *
 *   TILE        the function's name
 *   TILE_LANES  doubles in a register
 *   TILE_TALL   rows of a tile: 2 * TILE_TALL registers hold the sums
 *   TILE_FOR    the attribute that enables the instructions
 *
 * sums[r][c] += Σ_k a[r][k] b[k][c] for TILE_TALL x 2·TILE_LANES sums; rows are
 * `stride` doubles apart. */

TILE_FOR static void TILE(double *sums, size_t stride, const double *const *a, struct packed b)
{
    /* a gcc and clang extension: element-wise arithmetic */
    typedef double lanes
        __attribute__((vector_size(TILE_LANES * sizeof(double)), aligned(sizeof(double)), may_alias));
    lanes left[TILE_TALL], right[TILE_TALL];
#pragma GCC unroll 8
    for (int r = 0; r < TILE_TALL; r++) {
        left[r] = *(const lanes *)(sums + (size_t)r * stride);
        right[r] = *(const lanes *)(sums + (size_t)r * stride + TILE_LANES);
    }
    for (int k = 0; k < b.depth; k++) {
        const double *row = b.v + (size_t)k * (size_t)b.stride;
        lanes b0 = *(const lanes *)row, b1 = *(const lanes *)(row + TILE_LANES);
#pragma GCC unroll 8
        for (int r = 0; r < TILE_TALL; r++) {
            left[r] += a[r][k] * b0;
            right[r] += a[r][k] * b1;
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < TILE_TALL; r++) {
        *(lanes *)(sums + (size_t)r * stride) = left[r];
        *(lanes *)(sums + (size_t)r * stride + TILE_LANES) = right[r];
    }
}

#undef TILE
#undef TILE_LANES
#undef TILE_TALL
#undef TILE_FOR

/* Patches of a picture, numbered row by row: position pos is in column
 * x = pos mod W and row y = pos / W. "grid" concatenates sinusoidal encodings
 * of x and y, d/2 columns each; "raster" encodes the number pos itself, for
 * contrast. Both use the one-dimensional formula of Vaswani et al. 2017. */
#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"

enum { WIDTH, ORDER };
enum { ORDER_GRID, ORDER_RASTER };

static bool is_raster(const struct config *c)
{
    return (int)c->pe_param[ORDER] == ORDER_RASTER;
}

static bool grid2d_row(double *out, long pos, const struct config *c)
{
    long width = (long)c->pe_param[WIDTH];
    int half = c->d / 2;
    if (is_raster(c)) {
        sines_row(out, c->d, c->base, pos);
    } else {
        sines_row(out, half, c->base, pos % width);
        sines_row(out + half, half, c->base, pos / width);
    }
    return true;
}

static double grid2d_angle(long pos, int pair, const struct config *c)
{
    long width = (long)c->pe_param[WIDTH];
    int half = c->d / 2, quarter = half / 2;
    if (is_raster(c))
        return sines_angle(c->d, c->base, pos, pair);
    if (pair < quarter)
        return sines_angle(half, c->base, pos % width, pair);
    return sines_angle(half, c->base, pos / width, pair - quarter);
}

static int grid2d_pairs(const struct config *c)
{
    return is_raster(c) ? sines_pairs(c->d) : c->d / 2;
}

static bool grid2d_problem(const struct config *c, const char **what)
{
    if (is_raster(c) || c->d % 4 == 0)
        return false;
    *what = TEXT("grid2d gives half of the columns to x and half to y, in pairs: d must be divisible by 4 "
                 "(try set d 8)");
    return true;
}

#define BY_AXES "PE(x, y) = [PE(x; d/2) | PE(y; d/2)],  x = pos mod W,  y = ⌊pos / W⌋"
#define BY_NUMBER "PE(x, y) = PE(pos; d),  pos = y·W + x"

static const char *formula(const struct config *c)
{
    return is_raster(c) ? BY_NUMBER : BY_AXES;
}

const struct posenc_def pe_grid2d = {
    .name = "grid2d",
    .title = TEXT("two-dimensional"),
    .formula = BY_AXES,
    .help = TEXT("Reads the words as patches of a picture, W per row: the first half of the columns "
                 "encodes the patch's column x, the second half its row y, each as in the sinusoidal "
                 "encoding. It is added to the embeddings. A common form in vision models; the original "
                 "ViT learned a one-dimensional table instead. Order raster numbers the patches row by "
                 "row, for contrast."),
    .form = PE_FORM_GRID,
    .params = {[WIDTH] = {"width", 4, 1, 512, true, NULL, TEXT("patches in a row of the picture")},
               [ORDER] = {"order", ORDER_GRID, 0, ORDER_RASTER, true, "grid raster",
                          TEXT("grid: column and row encoded separately; raster: one number, row by row")}},
    .grid = WIDTH + 1,
    .row = grid2d_row,
    .angle = grid2d_angle,
    .pairs = grid2d_pairs,
    .step = 1,
    .formula_under = formula,
    .problem = grid2d_problem,
};

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

static bool grid2d_problem(const struct config *c, struct pair *what)
{
    if (is_raster(c) || c->d % 4 == 0)
        return false;
    *what = BOTH("grid2d gives half of the columns to x and half to y, in pairs: d must be divisible by 4 "
                 "(try set d 8)",
                 "grid2d 把一半的列给 x、一半给 y，而且成对使用：d 必须能被 4 整除（试试 set d 8）");
    return true;
}

#define BY_AXES "PE(x, y) = [PE(x; d/2) | PE(y; d/2)],  x = pos mod W,  y = ⌊pos / W⌋"
#define BY_NUMBER "PE(x, y) = PE(pos; d),  pos = y·W + x"

static struct pair formula(const struct config *c)
{
    return is_raster(c) ? BOTH(BY_NUMBER, BY_NUMBER) : BOTH(BY_AXES, BY_AXES);
}

const struct posenc_def pe_grid2d = {
    .name = "grid2d",
    .title = PAIR("two-dimensional", "二维网格"),
    .formula = PAIR(BY_AXES, BY_AXES),
    .help = PAIR("Reads the words as patches of a picture, W per row: the first half of the columns "
                 "encodes the patch's column x, the second half its row y, each as in the sinusoidal "
                 "encoding. It is added to the embeddings. A common form in vision models; the original "
                 "ViT learned a one-dimensional table instead. Order raster numbers the patches row by "
                 "row, for contrast.",
                 "把词当作图像的小块，每行 W 块：前一半的列编码小块的列号 x，后一半编码行号 y，写法都和正弦"
                 "编码一样。它加到词向量上。视觉模型里常见这种形式；最初的 ViT 用的则是可学习的一维表。"
                 "order 取 raster 时按行给小块连续编号，用作对照。"),
    .form = PE_FORM_GRID,
    .params = {[WIDTH] = {"width", 4, 1, 512, true, NULL,
                          PAIR("patches in a row of the picture", "图像一行的小块数")},
               [ORDER] = {"order", ORDER_GRID, 0, ORDER_RASTER, true, "grid raster",
                          PAIR("grid: column and row encoded separately; raster: one number, row by row",
                               "grid：列号和行号分开编码；raster：逐行连续编号")}},
    .grid = WIDTH + 1,
    .row = grid2d_row,
    .angle = grid2d_angle,
    .pairs = grid2d_pairs,
    .step = 1,
    .formula_under = formula,
    .problem = grid2d_problem,
};

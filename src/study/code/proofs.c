/* Two derivations about the table of positions, walked line by line on the positions t and s of the encoding
 * view: from s to t = s + k every hand turns by ω k, and P_t·P_s depends on t - s only. In every line both
 * sides are computed by themselves. */
#include "core/encoding/sines.h"
#include "study/code/snippet.h"

/* The hands at two positions and at their difference k = t - s. */
struct hands {
    double sin_s, cos_s, sin_t, cos_t, sin_k, cos_k;
};

static struct hands hands_of(const struct snippet_run *run, int i)
{
    const struct config *c = &run->now->config;
    const struct look *look = &run->now->state.look;
    struct hands h;
    long k = (long)look->encoding.pos - look->encoding.pos2;
    sines_hand(c->d, c->base, look->encoding.pos2, i, &h.sin_s, &h.cos_s);
    sines_hand(c->d, c->base, look->encoding.pos, i, &h.sin_t, &h.cos_t);
    sines_hand(c->d, c->base, k < 0 ? -k : k, i, &h.sin_k, &h.cos_k);
    h.sin_k = k < 0 ? -h.sin_k : h.sin_k;
    return h;
}

/* A matrix with a row for each hand. */
enum { SINES, COSINES, BLOCKS, PRODUCTS, DIFFERENCES };

static struct mat for_each_hand(const struct snippet_run *run, int which)
{
    static const int cols[] = {4, 4, 4, 3, 2};
    struct mat m = snippet_room(run, snippet_pairs(&run->now->config), cols[which]);
    for (int i = 0; i < m.rows; i++) {
        const struct hands h = hands_of(run, i);
        const double sine[] = {h.sin_s * h.cos_k, h.cos_s * h.sin_k},
                     cosine[] = {h.cos_s * h.cos_k, -h.sin_s * h.sin_k},
                     product[] = {h.sin_t * h.sin_s, h.cos_t * h.cos_s};
        const double rows[][4] = {{h.sin_t, sine[0], sine[1], sine[0] + sine[1]},
                                  {h.cos_t, cosine[0], cosine[1], cosine[0] + cosine[1]},
                                  {h.cos_k, h.sin_k, -h.sin_k, h.cos_k},
                                  {product[0], product[1], product[0] + product[1]},
                                  {product[0] + product[1], h.cos_k}};
        for (int j = 0; j < m.cols; j++)
            mat_row(m, i)[j] = rows[which][j];
    }
    return m;
}

/* ---- a step is a turn --------------------------------------------------------------------- */

static struct mat rotation(const struct snippet_run *run, int which)
{
    (void)which;
    const struct config *c = &run->now->config;
    const struct look *look = &run->now->state.look;
    struct mat m = snippet_room(run, c->d, c->d);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            mat_row(m, i)[j] =
                sines_rotation(c->d, c->base, (long)look->encoding.pos - look->encoding.pos2, i, j);
    return m;
}

static struct mat turned(const struct snippet_run *run, int which)
{
    (void)which;
    const struct config *c = &run->now->config;
    const struct look *look = &run->now->state.look;
    struct mat M = rotation(run, 0), P = snippet_room(run, 1, c->d), m = snippet_room(run, 3, c->d);
    if (!mat_present(M) || !mat_present(P) || !mat_present(m))
        return (struct mat){0};
    sines_row(P.v, c->d, c->base, look->encoding.pos2);
    sines_row(mat_row(m, 1), c->d, c->base, look->encoding.pos);
    for (int j = 0; j < c->d; j++) {
        mat_row(m, 0)[j] = vec_dot(mat_row(M, j), P.v, c->d);
        mat_row(m, 2)[j] = mat_at(m, 0, j) - mat_at(m, 1, j);
    }
    return m;
}

/* ---- only the distance counts ------------------------------------------------------------- */

static struct mat sums(const struct snippet_run *run, int which)
{
    (void)which;
    struct mat m = for_each_hand(run, DIFFERENCES);
    for (int i = 0; i < m.rows; i++) {
        mat_row(m, i)[0] = mat_at(m, i, 1);
        mat_row(m, i)[1] += i > 0 ? mat_at(m, i - 1, 1) : 0;
    }
    return m;
}

static struct mat distances(const struct snippet_run *run, int which)
{
    (void)which;
    const struct config *c = &run->now->config;
    int rows = snippet_table_rows(c);
    struct mat P = snippet_room(run, rows, c->d), m = snippet_room(run, rows, rows);
    if (!mat_present(P) || !mat_present(m))
        return (struct mat){0};
    sines_rows(P, c->base, 0);
    mat_mul_t(m, P, P);
    return m;
}

/* ---- the lines ---------------------------------------------------------------------------- */

#define COLUMNS(...)                                                                                         \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

/* clang-format off */
static const struct snippet_line shift_lines[] = {
    {.code = "sin ω(s+k) = sin ωs cos ωk + cos ωs sin ωk", .acts = "sin ωs cos ωk + cos ωs sin ωk", .variable = "sin ωt", .shape = "p4",
     .columns = COLUMNS("sin ωt", "sin·cos", "+cos·sin", "="),
     .says = TEXT("The addition theorem of the sine, for every hand. On the right, s and k are separate."), .of = for_each_hand, .which = SINES, .step = 1},
    {.code = "cos ω(s+k) = cos ωs cos ωk - sin ωs sin ωk", .acts = "cos ωs cos ωk - sin ωs sin ωk", .variable = "cos ωt", .shape = "p4",
     .columns = COLUMNS("cos ωt", "cos·cos", "-sin·sin", "="),
     .says = TEXT("The same for the cosine. What is new is made of the old sine and cosine, and of nothing else."), .of = for_each_hand, .which = COSINES, .step = 1},
    {.code = "B = ( cos ωk  sin ωk ; -sin ωk  cos ωk )", .acts = "ωk", .variable = "B", .shape = "p4",
     .columns = COLUMNS("cos ωk", "sin ωk", "-sin ωk", "cos ωk"),
     .says = TEXT("So the pair of s is multiplied by four numbers that know k only: a turn of the hand by the angle ωk."), .of = for_each_hand, .which = BLOCKS, .step = 1},
    {.code = "M_k = diag(B₀, B₁, …)", .acts = "diag", .variable = "M_k", .shape = "dd",
     .says = TEXT("One matrix for all hands. It does not contain s: the same matrix leads from any position to the one k further on."), .of = rotation, .step = 1},
    {.code = "P(s+k) = M_k P(s)", .acts = "M_k P(s)", .variable = "P(t)", .shape = "3d",
     .rows = COLUMNS("M_k P(s)", "P(t)", "M_k P(s)-P(t)"),
     .says = TEXT("Above: the matrix times the row of s. Below it: the row of t from the table, and the difference, which is rounding."), .of = turned, .step = 1},
};

static const struct snippet_line dot_lines[] = {
    {.code = "P_t·P_s = Σ sin ωt sin ωs + cos ωt cos ωs", .acts = "sin ωt sin ωs + cos ωt cos ωs", .variable = "P_t·P_s", .shape = "p3",
     .columns = COLUMNS("sin·sin", "cos·cos", "="),
     .says = TEXT("The dot product takes the hands one by one: sine with sine, cosine with cosine."), .of = for_each_hand, .which = PRODUCTS, .step = 1},
    {.code = "sin a sin b + cos a cos b = cos(a - b)", .acts = "cos(a - b)", .variable = "cos ω(t-s)", .shape = "p2",
     .columns = COLUMNS("sin·sin+cos·cos", "cos ω(t-s)"),
     .says = TEXT("The addition theorem of the cosine, read backwards. Both sides, computed by themselves, agree."), .of = for_each_hand, .which = DIFFERENCES, .step = 1},
    {.code = "P_t·P_s = Σ cos ω(t-s)", .acts = "t-s", .variable = "Σ", .shape = "p2",
     .columns = COLUMNS("cos ω(t-s)", "Σ"),
     .says = TEXT("t and s are gone; their difference is left. The last sum is the dot product."), .of = sums, .step = 1},
    {.code = "(P Pᵀ)[t, s] = P_t·P_s", .acts = "[t, s]", .variable = "P Pᵀ", .shape = "mm",
     .says = TEXT("So all pairs at the same distance have the same number: the table is constant along its diagonals."), .of = distances, .step = 1},
};
/* clang-format on */

static const struct omission odd_omits[] = {
    {snippet_odd, NULL,
     TEXT("d is odd: the last column is a sine without its cosine, so these lines do not hold for it.")},
    {NULL, NULL, ""},
};

#define LINES(lines) lines, (int)(sizeof lines / sizeof *lines)

const struct snippet snippet_shift = {TEXT("a step is a turn"), LINES(shift_lines), odd_omits, true};
const struct snippet snippet_dot = {TEXT("only the distance counts"), LINES(dot_lines), odd_omits, true};

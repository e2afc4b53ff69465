/* The table of positions: in powers, and with exp and log. */
#include "core/math/elementary.h"
#include "core/math/rng.h"
#include "study/code/snippet.h"
#include "study/look_names.h"

static struct mat positions(const struct snippet_run *run, int which)
{
    (void)which;
    struct mat m = snippet_room(run, snippet_table_rows(&run->now->config), 1);
    for (int t = 0; t < m.rows; t++)
        *mat_row(m, t) = t;
    return m;
}

static struct mat pair_numbers(const struct snippet_run *run, int which)
{
    (void)which;
    struct mat m = snippet_room(run, 1, snippet_pairs(&run->now->config));
    for (int i = 0; i < m.cols; i++)
        m.v[i] = 2 * i;
    return m;
}

/* e^(-2i ln(base) / d), the same number as base^(-2i / d) up to rounding. */
static struct mat frequencies(const struct snippet_run *run, int which)
{
    (void)which;
    const struct config *c = &run->now->config;
    struct mat m = snippet_room(run, 1, snippet_pairs(c));
    for (int i = 0; i < m.cols; i++)
        m.v[i] = elementary_exp(2 * i * (-elementary_log(c->base) / c->d));
    return m;
}

/* ---- by power or by exp, as the row says -------------------------------------------------- */

enum { BY_POWER, BY_EXP };

static struct mat angles(const struct snippet_run *run, int which)
{
    const struct config *c = &run->now->config;
    struct mat m = snippet_room(run, snippet_table_rows(c), snippet_pairs(c)), f = frequencies(run, 0);
    if (!mat_present(f))
        return f;
    for (int i = 0; i < m.cols; i++) {
        double turn = elementary_pow(c->base, 2.0 * i / c->d);
        for (int t = 0; t < m.rows; t++)
            mat_row(m, t)[i] = which == BY_EXP ? t * f.v[i] : t / turn;
    }
    return m;
}

static struct mat zeros(const struct snippet_run *run, int which)
{
    (void)which;
    struct mat m = snippet_room(run, snippet_table_rows(&run->now->config), run->now->config.d);
    if (mat_present(m))
        mat_fill(m, 0);
    return m;
}

/* The table, or (SINES_ONLY) with the sines alone. */
enum { SINES_ONLY = 2 };

static struct mat sines_table(const struct snippet_run *run, int which)
{
    struct mat m = zeros(run, 0), angle = angles(run, which % SINES_ONLY);
    for (int t = 0; mat_present(angle) && t < m.rows; t++)
        for (int j = 0; j < m.cols; j++) {
            double a = mat_at(angle, t, j / 2);
            if (j % 2 == 0 || which < SINES_ONLY)
                mat_row(m, t)[j] = j % 2 ? elementary_cos(a) : elementary_sin(a);
        }
    return m;
}

static struct mat sums(const struct snippet_run *run, int which)
{
    const struct config *c = &run->now->config;
    struct mat m = snippet_room(run, SNIPPET_BATCH * c->n, c->d), x = run->now->trace.X,
               p = sines_table(run, which);
    for (int r = 0; mat_present(p) && r < m.rows; r++)
        for (int j = 0; j < m.cols; j++)
            mat_row(m, r)[j] =
                mat_at(x, snippet_word_of(c->n, r / c->n, r % c->n), j) + mat_at(p, r % c->n, j);
    return m;
}

/* Zero with probability 0.1, else divided by 0.9, so that the mean stays (Srivastava et al. 2014). */
static struct mat dropped(const struct snippet_run *run, int which)
{
    const double share = 0.1;
    struct mat m = sums(run, which);
    struct rng rng = rng_seed((uint64_t)run->now->state.set.seed);
    for (int r = 0; r < m.rows; r++)
        for (int j = 0; j < m.cols; j++)
            mat_row(m, r)[j] = rng_uniform(&rng) < share ? 0 : mat_at(m, r, j) / (1 - share);
    return m;
}

/* clang-format off */
#define EVERY 0, 1, false
#define COLUMN_SAYS TEXT("0, 1, 2 … one below the other: a column, one row for each position. max_len rows are kept ready; a sentence uses the first n.")
#define PAIRS_SAYS TEXT("Every second number below d: one for each pair of columns.")
#define ZEROS_SAYS TEXT("An empty table: a row for each position, a column for each dimension.")
#define SINES_SAYS TEXT("0::2 means from column 0 in steps of two. The sines fill the even columns.")
#define COSINES_SAYS TEXT("1::2 means from column 1 in steps of two. The cosines fill the odd columns.")
#define BUFFER_SAYS TEXT("The table belongs to the model now: it is saved and moved to the GPU with it. It is not a parameter, so training never changes it.")
#define SLICE_SAYS TEXT("A slice: only as many rows as the sentence has words. The lit rows are taken.")
#define SUM_SAYS TEXT("A batch of two: the sentence, and the same words with the first and last swapped. The first axis of rows has length 1, so both get the same positions: broadcasting again. to(device) moves the rows to where X is.")
#define DROPOUT_SAYS TEXT("Only while training: each number becomes 0 with probability 0.1, and the others are divided by 0.9, so that the mean stays. When the model is used this line does nothing.")

static const struct snippet_line power_lines[] = {
    {"pos = torch.arange(max_len).reshape(-1, 1)", "reshape(-1, 1)", "pos", "m1", COLUMN_SAYS, positions, 0, EVERY, false, NULL, NULL, 0},
    {"pair = torch.arange(0, d, 2)", "0, d, 2", "pair", "p", PAIRS_SAYS, pair_numbers, 0, EVERY, false, NULL, NULL, 0},
    {"angle = pos / $base ** (pair / d)", "/", "angle", "mp",
     TEXT("A column divided by a row gives a table: every position meets every frequency. This is broadcasting. Each column turns more slowly than the one before."), angles, BY_POWER, EVERY, false, NULL, NULL, 0},
    {"P = torch.zeros(1, max_len, d)", NULL, "P", "1md", ZEROS_SAYS, zeros, 0, EVERY, false, NULL, NULL, 0},
    {"P[:, :, 0::2] = torch.sin(angle)", "0::2", "P", "1md", SINES_SAYS, sines_table, SINES_ONLY + BY_POWER, 0, 2, false, false, NULL, NULL, 0},
    {"P[:, :, 1::2] = torch.cos(angle)", "1::2", "P", "1md", COSINES_SAYS, sines_table, BY_POWER, 1, 2, false, false, NULL, NULL, 1 + LOOK_PE},
    {"self.register_buffer(\"P\", P)", "register_buffer", "P", "1md", BUFFER_SAYS, sines_table, BY_POWER, EVERY, false, NULL, NULL, 1 + LOOK_PE},
    {"rows = self.P[:, :X.shape[1], :]", ":X.shape[1]", "rows", "1nd", SLICE_SAYS, sines_table, BY_POWER, 0, 1, true, false, NULL, NULL, 1 + LOOK_PE},
    {"X = X + rows.to(X.device)", "+", "X", "Bnd", SUM_SAYS, sums, BY_POWER, EVERY, false, NULL, NULL, 0},
    {"X = self.dropout(X)", "dropout", "X", "Bnd", DROPOUT_SAYS, dropped, BY_POWER, EVERY, false, NULL, NULL, 0},
};

static const struct snippet_line exp_lines[] = {
    {"pos = torch.arange(max_len).unsqueeze(1)", "unsqueeze(1)", "pos", "m1", COLUMN_SAYS, positions, 0, EVERY, false, NULL, NULL, 0},
    {"pair = torch.arange(0, d, 2)", "0, d, 2", "pair", "p", PAIRS_SAYS, pair_numbers, 0, EVERY, false, NULL, NULL, 0},
    {"div = torch.exp(pair * (-math.log($base) / d))", "exp", "div", "p",
     TEXT("exp and log in place of a power: the same frequencies up to the last digit, since b^x = exp(x·log b)."), frequencies, 0, EVERY, false, NULL, NULL, 0},
    {"angle = pos * div", "*", "angle", "mp",
     TEXT("A column times a row gives a table: every position meets every frequency. This is broadcasting."), angles, BY_EXP, EVERY, false, NULL, NULL, 0},
    {"P = torch.zeros(max_len, d)", NULL, "P", "md", ZEROS_SAYS, zeros, 0, EVERY, false, NULL, NULL, 0},
    {"P[:, 0::2] = torch.sin(angle)", "0::2", "P", "md", SINES_SAYS, sines_table, SINES_ONLY + BY_EXP, 0, 2, false, false, NULL, NULL, 0},
    {"P[:, 1::2] = torch.cos(angle)", "1::2", "P", "md", COSINES_SAYS, sines_table, BY_EXP, 1, 2, false, false, NULL, NULL, 1 + LOOK_PE},
    {"self.register_buffer(\"P\", P.unsqueeze(0))", "unsqueeze(0)", "P", "1md", BUFFER_SAYS, sines_table, BY_EXP, EVERY, false, NULL, NULL, 1 + LOOK_PE},
    {"rows = self.P[:, :X.size(1)]", ":X.size(1)", "rows", "1nd", SLICE_SAYS, sines_table, BY_EXP, 0, 1, true, false, NULL, NULL, 1 + LOOK_PE},
    {"X = X + rows.to(X.device)", "+", "X", "Bnd", SUM_SAYS, sums, BY_EXP, EVERY, false, NULL, NULL, 0},
    {"X = self.dropout(X)", "dropout", "X", "Bnd", DROPOUT_SAYS, dropped, BY_EXP, EVERY, false, NULL, NULL, 0},
};
/* clang-format on */

static bool other_encoding(const struct snippet_run *run)
{
    return run->now->config.pe != posenc_find("sincos");
}

static bool starts_later(const struct snippet_run *run)
{
    return run->now->state.set.start != 0;
}

static bool scaled(const struct snippet_run *run)
{
    return !other_encoding(run) && run->now->config.pescale != 1;
}

static const struct omission positions_omits[] = {
    {snippet_odd, "1::2",
     TEXT("d is odd: PyTorch refuses the line with 1::2, because angle has one column too many. Here the "
          "last column stays a sine.")},
    {other_encoding, NULL,
     TEXT("This is the sinusoidal table. The encoding of this scene is another one, or none.")},
    {scaled, "X + rows",
     TEXT("This code adds the rows as they are; the scene multiplies them by 'set pescale' first.")},
    {starts_later, "arange(max_len)",
     TEXT("This code counts from 0; the scene's first word has another position ('set start 0').")},
    {NULL, NULL, ""},
};

#define LINES(lines) lines, (int)(sizeof lines / sizeof *lines)

const struct snippet snippet_positions = {TEXT("the table of positions"), LINES(power_lines), positions_omits,
                                          false};
const struct snippet snippet_exp_log = {TEXT("the table of positions, with exp and log"), LINES(exp_lines),
                                        positions_omits, false};

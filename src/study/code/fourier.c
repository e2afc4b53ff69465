/* Fourier features: waves with random frequencies, and the kernel that they give. */
#include "core/encoding/posenc.h"
#include "core/math/elementary.h"
#include "study/clock.h"
#include "study/code/snippet.h"
#include "study/look_names.h"

static const double turn = 6.28318530717958647692;

/* The other encodings have no waves of their own: then nothing is computed. */
static bool has_waves(const struct config *c)
{
    return c->pe->place != NULL;
}

static struct mat room_for(const struct snippet_run *run, int rows, int cols)
{
    return has_waves(&run->now->config) ? snippet_room(run, rows, cols) : (struct mat){0};
}

static struct mat positions(const struct snippet_run *run, int which)
{
    (void)which;
    struct mat m = room_for(run, snippet_table_rows(&run->now->config), 1);
    for (int t = 0; t < m.rows; t++)
        *mat_row(m, t) = t;
    return m;
}

static struct mat frequencies(const struct snippet_run *run, int which)
{
    (void)which;
    const struct config *c = &run->now->config;
    struct mat m = room_for(run, 1, snippet_pairs(c));
    for (int i = 0; i < m.cols; i++)
        m.v[i] = clock_speed(c, i) / turn;
    return m;
}

static struct mat angles(const struct snippet_run *run, int which)
{
    (void)which;
    const struct config *c = &run->now->config;
    struct mat m = room_for(run, snippet_table_rows(c), snippet_pairs(c));
    for (int t = 0; t < m.rows; t++)
        for (int i = 0; i < m.cols; i++)
            mat_row(m, t)[i] = c->pe->angle(t, i, c);
    return m;
}

/* The table with its first `filled` columns of every pair: 0 none, 1 the sines, 2 the cosines too. */
static struct mat waves_table(const struct snippet_run *run, int filled)
{
    struct mat m = room_for(run, snippet_table_rows(&run->now->config), run->now->config.d);
    if (mat_present(m))
        mat_fill(m, 0);
    for (int t = 0; t < m.rows; t++)
        for (int j = 0; j < m.cols; j++) {
            double a = run->now->config.pe->angle(t, j / 2, &run->now->config);
            if (j % 2 < filled)
                mat_row(m, t)[j] = j % 2 ? elementary_cos(a) : elementary_sin(a);
        }
    return m;
}

static struct mat kernel(const struct snippet_run *run, int which)
{
    (void)which;
    const struct config *c = &run->now->config;
    int rows = snippet_table_rows(c);
    struct mat m = room_for(run, rows, rows);
    for (int t = 0; t < m.rows; t++)
        for (int s = 0; s < m.cols; s++)
            mat_row(m, t)[s] = fourier_kernel(c, t, s);
    return m;
}

/* clang-format off */
#define EVERY 0, 1, false

static const struct snippet_line lines[] = {
    {"pos = torch.arange(max_len).reshape(-1, 1)", "reshape(-1, 1)", "pos", "m1",
     TEXT("The positions as a column, one row each."), positions, 0, EVERY, false, NULL, NULL, 0},
    {"b = sigma * torch.randn(d // 2)", "randn", "b", "p",
     TEXT("A frequency for each wave, drawn by lot, in turns per position. sigma sets how different they are. Shown without signs, the fastest first."), frequencies, 0, EVERY, false, NULL, NULL, 0},
    {"angle = 2 * math.pi * pos * b", "*", "angle", "mp",
     TEXT("A column times a row: every position meets every frequency. A turn has 2π radians."), angles, 0, EVERY, false, NULL, NULL, 0},
    {"P = torch.zeros(max_len, d)", NULL, "P", "md",
     TEXT("An empty table: a row for each position."), waves_table, 0, EVERY, false, NULL, NULL, 0},
    {"P[:, 0::2] = torch.sin(angle)", "0::2", "P", "md",
     TEXT("The sines fill the even columns, as before."), waves_table, 1, 0, 2, false, false, NULL, NULL, 0},
    {"P[:, 1::2] = torch.cos(angle)", "1::2", "P", "md",
     TEXT("The cosines fill the odd columns."), waves_table, 2, 1, 2, false, false, NULL, NULL, 1 + LOOK_PE},
    {"K = P @ P.T / (d // 2)", "@", "K", "mm",
     TEXT("How alike any two positions are: the kernel. Along a diagonal it stays the same, so only the distance counts."), kernel, 0, EVERY, false, NULL, NULL, 0},
};
/* clang-format on */

static bool without_waves(const struct snippet_run *run)
{
    return !has_waves(&run->now->config);
}

static bool on_a_grid(const struct snippet_run *run)
{
    return posenc_grid(&run->now->config) > 0;
}

static const struct omission omits[] = {
    {without_waves, NULL, TEXT("This code belongs to random waves: 'encoding fourier'.")},
    {on_a_grid, NULL, TEXT("Here a position is a cell of a grid: pos and b have two columns.")},
    {NULL, NULL, ""},
};

const struct snippet snippet_fourier = {TEXT("Fourier features"), lines, (int)(sizeof lines / sizeof *lines),
                                        omits, false};

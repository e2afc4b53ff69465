/* Softmax tile by tile, and attention without softmax: each line for the head in focus; what a loop does is
 * shown after every turn of it. */
#include <math.h>

#include "core/math/softmax.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/streamed.h"
#include "study/code/snippet.h"
#include "study/look_names.h"

static struct streamed streamed_of(const struct snippet_run *run)
{
    return (struct streamed){&run->now->trace.layer[run->layer].self, &run->now->config, run->head};
}

static struct mat stage_here(const struct snippet_run *run, int stage)
{
    return stage_matrix(&run->now->trace, run->layer, stage, run->head);
}

/* ---- tiles --------------------------------------------------------------------- */

enum tile_part { TILE_OF_KEY, TILE_MOST, TILE_SHRINKS, TILE_EXPS, TILE_SUM, TILE_MIXED, TILE_OUT };

/* Returns how many keys there are up to the end of tile t. */
static int tile_end(const struct config *c, int t)
{
    int end = (t + 1) * c->tile;
    return end < config_keys(c) ? end : config_keys(c);
}

static struct mat in_tiles(const struct snippet_run *run, int part)
{
    const struct config *c = &run->now->config;
    struct streamed of = streamed_of(run);
    int keys = config_keys(c), tiles = snippet_tiles(c), query = run->now->state.look.query;
    struct mat m = snippet_room(run,
                                part == TILE_OF_KEY  ? 1
                                : part == TILE_MIXED ? tiles
                                                     : c->n,
                                part == TILE_OF_KEY || part == TILE_EXPS ? keys
                                : part == TILE_MIXED || part == TILE_OUT ? c->dv
                                                                         : tiles),
               scores = stage_here(run, STAGE_MASKED);
    double most, sum, before, unused;
    for (int r = 0; r < m.rows; r++)
        for (int k = 0; k < m.cols; k++) {
            double *x = &mat_row(m, r)[k];
            int t = part == TILE_EXPS ? k / c->tile : k;
            if (part == TILE_OF_KEY)
                *x = k / c->tile;
            else if (part == TILE_MIXED || part == TILE_OUT) {
                bool mixed = part == TILE_MIXED;
                if (k == 0)
                    streamed_softmax(&most, &sum, x, &of, mixed ? query : r, c->tile,
                                     mixed ? tile_end(c, r) : keys);
                *x *= mixed ? sum : 1;
            } else {
                streamed_softmax(&most, &sum, NULL, &of, r, c->tile, tile_end(c, t));
                streamed_softmax(&before, &unused, NULL, &of, r, c->tile, t * c->tile);
                double shrinks = before == -INFINITY ? 0 : softmax_exp(before, most),
                       e = most == -INFINITY
                               ? 0
                               : softmax_exp(mat_at(scores, r, part == TILE_EXPS ? k : 0), most);
                *x = part == TILE_MOST ? most : part == TILE_SHRINKS ? shrinks : part == TILE_EXPS ? e : sum;
            }
        }
    return m;
}

/* ---- without softmax ----------------------------------------------------------- */

enum linear_part { LINEAR_Q, LINEAR_K, LINEAR_STATE, LINEAR_Z, LINEAR_SHARES, LINEAR_OUT };

static struct mat without_softmax(const struct snippet_run *run, int part)
{
    const struct config *c = &run->now->config;
    struct streamed of = streamed_of(run);
    struct mat q = attention_head_queries(of.a, c, of.head), k = attention_head_keys(of.a, c, of.head);
    const struct {
        int rows, cols;
    } size[] = {{q.rows, c->dk}, {k.rows, c->dk}, {c->dk, c->dv},
                {c->n, c->dk},   {c->n, k.rows},  {c->n, c->dv}};
    struct mat m = snippet_room(run, size[part].rows, size[part].cols),
               S = snippet_room(run, c->dk, c->dv + 1);
    if (!mat_present(m) || !mat_present(S))
        return (struct mat){0};
    struct mat state = mat_of(c->dk, c->dv, c->dv, S.v), z = mat_of(1, c->dk, c->dk, S.v + c->dk * c->dv);
    for (int r = 0; r < m.rows; r++) {
        if (part == LINEAR_STATE) {
            linear_state(m, z, &of, run->now->state.look.query);
            break;
        }
        if (part == LINEAR_SHARES)
            linear_shares(mat_row(m, r), &of, r);
        else if (part == LINEAR_OUT)
            linear_output(mat_row(m, r), &of, r, S.v);
        else if (part == LINEAR_Z)
            linear_state(state, z, &of, r);
        for (int j = 0; j < m.cols && part <= LINEAR_K; j++)
            mat_row(m, r)[j] = linear_feature(mat_at(part == LINEAR_Q ? q : k, r, j));
        for (int j = 0; j < m.cols && part == LINEAR_Z; j++)
            mat_row(m, r)[j] = z.v[j];
    }
    return m;
}

/* ---- the lines ----------------------------------------------------------------- */

/* clang-format off */
#define EVERY 0, 1, false
#define TILES(part, shares) in_tiles, part, EVERY, shares, NULL, NULL, 0
#define LINEAR(part, shares) without_softmax, part, EVERY, shares, NULL, NULL, 0

static const struct snippet_line online_lines[] = {
    {"S = scores.masked_fill(hidden, -math.inf)", "masked_fill", "S", "ns",
        TEXT("The scores as attention has them. A large model never has this matrix as a whole: it is made tile by tile."),
        stage_here, STAGE_MASKED, EVERY, false, NULL, NULL, 1 + STAGE_MASKED},
    {"for s, v in zip(S.split(B, 1), V.split(B)):", "B", "tile", "1s",
        TEXT("B keys at a time (set tile). Shown is which tile each key is in; what follows is shown after each tile."), TILES(TILE_OF_KEY, false)},
    {"    new = torch.maximum(m, s.amax(1))", "maximum", "new", "nT",
        TEXT("The largest score so far, for each query. It can only grow."), TILES(TILE_MOST, false)},
    {"    old = torch.exp(m - new)", "m - new", "old", "nT",
        TEXT("By how much what was summed before shrinks, because it was measured against a smaller largest score."), TILES(TILE_SHRINKS, false)},
    {"    p = torch.exp(s - new[:, None])", "exp", "p", "ns",
        TEXT("The exponentials of the tile alone, against the largest score so far."), TILES(TILE_EXPS, false)},
    {"    l = old * l + p.sum(1)", "+", "l", "nT",
        TEXT("The sum so far. After the last tile it is what softmax divides by."), TILES(TILE_SUM, false)},
    {"    o, m = old[:, None] * o + p @ v, new", "@", "o", "Tv",
        TEXT("The values so far, not yet divided, for the query in focus: a row after each tile."), TILES(TILE_MIXED, false)},
    {"O = o / l[:, None]", "/", "O", "nv",
        TEXT("Divided once, at the end: the output of the head, to the last digit or so, and no row of weights was ever kept."), TILES(TILE_OUT, false)},
};

static const struct snippet_line linear_lines[] = {
    {"q = F.elu(Q) + 1", "elu", "q", "nk",
        TEXT("In place of exp(q·k): a function of the query alone times one of the key alone. It is above 0."), LINEAR(LINEAR_Q, false)},
    {"k = F.elu(K) + 1", "elu", "k", "sk",
        TEXT("The same of the keys."), LINEAR(LINEAR_K, false)},
    {"for t in range(n):  S = S + k[t][:, None] * V[t]", "+", "S", "kv",
        TEXT("The state: one matrix that grows by an outer product with each word and never gets larger. Shown after the query in focus."), LINEAR(LINEAR_STATE, false)},
    {"    z = z + k[t]", "+", "z", "nk",
        TEXT("What the shares are divided by, summed in the same way: a row after each word."), LINEAR(LINEAR_Z, false)},
    {"    O[t] = q[t] @ S / (q[t] @ z)", "@", "O", "nv",
        TEXT("The output: no key is looked at again."), LINEAR(LINEAR_OUT, false)},
    {"A = (q @ k.T).tril();  A = A / A.sum(1, keepdim=True)", "tril", "A", "ns",
        TEXT("The same as shares: how much of each word is in the output. They are flatter than those of softmax: without exp no word stands out."), LINEAR(LINEAR_SHARES, true)},
    {"torch.softmax(scores, dim=-1)", "dim=-1", "weights", "ns",
        TEXT("Beside it the weights of softmax in this scene: what a state of this size cannot keep apart."),
        stage_here, STAGE_WEIGHTS, EVERY, true, NULL, NULL, 1 + STAGE_WEIGHTS},
};
/* clang-format on */

static bool crosses(const struct snippet_run *run)
{
    return config_crosses(&run->now->config);
}

static bool not_causal(const struct snippet_run *run)
{
    const struct config *c = &run->now->config;
    return !(c->mask & MASK_CAUSAL) && c->block != BLOCK_DECODER;
}

static bool has_sink(const struct snippet_run *run)
{
    return attention_sinks(&run->now->config, attention_first(&run->now->config));
}

static const struct omission online_omits[] = {
    {has_sink, "o / l", TEXT("The sink of this scene joins behind the last tile: here it is left out.")},
    {NULL, NULL, ""},
};
static const struct omission linear_omits[] = {
    {crosses, "S + k",
     TEXT("The keys are those of the other sequence: here only those up to the query's place count.")},
    {not_causal, "softmax",
     TEXT("The weights of this scene see all words ('mask causal' compares like with like).")},
    {NULL, NULL, ""},
};

const struct snippet snippet_online = {TEXT("softmax in tiles"), online_lines,
                                       (int)(sizeof online_lines / sizeof *online_lines), online_omits,
                                       false};
const struct snippet snippet_linear = {TEXT("attention without softmax"), linear_lines,
                                       (int)(sizeof linear_lines / sizeof *linear_lines), linear_omits,
                                       false};

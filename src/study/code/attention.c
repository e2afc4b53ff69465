/* Attention, from the three projections to the output. */
#include <math.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "study/code/snippet.h"

static struct mat stage_of(const struct snippet_run *run, int stage)
{
    const struct config *c = &run->now->config;
    return stage_present(c, run->layer, stage) ? stage_matrix(&run->now->trace, run->layer, stage, run->head)
                                               : (struct mat){0};
}

/* The columns of the head in focus. */
static struct mat head_of(const struct snippet_run *run, int stage)
{
    struct mat all = stage_of(run, stage);
    int width = all.cols / run->now->config.heads;
    return mat_columns(all, run->head * width, width);
}

/* clang-format off */
#define EVERY 0, 1, false
#define OF_STAGE(stage, shares) stage_of, stage, EVERY, shares, NULL, NULL, 1 + (stage)
#define LINEAR_SAYS TEXT("A linear layer: every word's row times a matrix, for all heads at once.")
#define HEADS_SAYS TEXT("The columns are cut into h heads, and the axis of heads moves to the front. No number changes: only the way they are counted.")

static const struct snippet_line attention_lines[] = {
    {"Q = self.W_q(X)", "W_q", "Q", "1nK", LINEAR_SAYS, OF_STAGE(STAGE_Q, false)},
    {"K = self.W_k(X)", "W_k", "K", "1sK", LINEAR_SAYS, OF_STAGE(STAGE_K, false)},
    {"V = self.W_v(X)", "W_v", "V", "1sV", LINEAR_SAYS, OF_STAGE(STAGE_V, false)},
    {"Q = Q.view(1, n, h, dk).transpose(1, 2)", "transpose(1, 2)", "Q", "1hnk", HEADS_SAYS, head_of, STAGE_Q, EVERY, false, NULL, NULL, 0},
    {"K = K.view(1, -1, h, dk).transpose(1, 2)", "transpose(1, 2)", "K", "1hsk", HEADS_SAYS, head_of, STAGE_K, EVERY, false, NULL, NULL, 0},
    {"V = V.view(1, -1, h, dv).transpose(1, 2)", "transpose(1, 2)", "V", "1hsv", HEADS_SAYS, head_of, STAGE_V, EVERY, false, NULL, NULL, 0},
    {"scores = Q @ K.transpose(-2, -1)", "@", "scores", "1hns",
     TEXT("@ is the matrix product: every query with every key. K is laid on its side, so that rows meet rows."), OF_STAGE(STAGE_SCORES, false)},
    {"scores = scores / $divisor", "/", "scores", "1hns",
     TEXT("One number divides them all, and their order stays the same."), OF_STAGE(STAGE_SCALED, false)},
    {"scores = scores.masked_fill(hidden, -math.inf)", "masked_fill", "scores", "1hns",
     TEXT("Where hidden is true the score becomes -inf. hidden has one row for each query; heads and sentences share it."), OF_STAGE(STAGE_MASKED, false)},
    {"A = torch.softmax(scores, dim=-1)", "dim=-1", "A", "1hns",
     TEXT("Softmax along the last axis: each row adds up to 1."), OF_STAGE(STAGE_WEIGHTS, true)},
    {"O = A @ V", "@", "O", "1hnv",
     TEXT_AS("attention", "Each word's new row: the values, mixed by its weights."), OF_STAGE(STAGE_HEAD_OUT, false)},
    {"O = O.transpose(1, 2).reshape(1, n, h * dv)", "reshape(1, n, h * dv)", "O", "1nV",
     TEXT("The heads side by side again."), OF_STAGE(STAGE_CONCAT, false)},
    {"Y = self.W_o(O)", "W_o", "Y", "1nd",
     TEXT("A last linear layer mixes what the heads found."), OF_STAGE(STAGE_OUTPUT, false)},
};
/* clang-format on */

static bool scores_given(const struct snippet_run *run)
{
    const struct config *c = &run->now->config;
    return attention_source(c, run->layer, attention_first(c)) == SCORES_GIVEN;
}

static bool terms_off(const struct snippet_run *run)
{
    return !scores_given(run) && terms_any_off(&run->now->config, run->layer);
}

static bool encoding_inside(const struct snippet_run *run)
{
    const struct posenc_def *pe = run->now->config.pe;
    return pe->rotate || pe->bias || pe->terms || pe->value;
}

static bool row_emptied(const struct snippet_run *run)
{
    for (int i = 0; i < run->now->config.n; i++)
        if (attention_empty_row(&run->now->trace.layer[run->layer].self, run->head, i))
            return true;
    return false;
}

static bool mask_adds(const struct snippet_run *run)
{
    const struct config *c = &run->now->config;
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < config_keys(c); j++) {
            double x = attention_mask(c, run->now->config.layers - 1, attention_first(c), i, j);
            if (x != 0 && x != -INFINITY)
                return true;
        }
    return false;
}

static const struct omission attention_omits[] = {
    {scores_given, "Q @ K",
     TEXT("The scores of this scene were given directly: they are not Q @ K ('scores none' computes them "
          "again).")},
    {terms_off, "Q @ K",
     TEXT("Terms are switched off in this scene: its scores are the sum of those that are on, not all of "
          "Q @ K.")},
    {row_emptied, "softmax",
     TEXT("The mask leaves a row without keys: here its shares are 0, PyTorch would give nan.")},
    {mask_adds, "masked_fill",
     TEXT("The mask of this scene also holds numbers other than 0 and -inf: they are added to the scores. "
          "masked_fill cannot do that.")},
    {encoding_inside, "Q @ K",
     TEXT("The encoding of this scene acts inside the scores: real code has more lines there. The "
          "numbers contain it.")},
    {NULL, NULL, ""},
};

const struct snippet snippet_attention = {TEXT("attention"), attention_lines,
                                          (int)(sizeof attention_lines / sizeof *attention_lines),
                                          attention_omits, false};

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
#define LINEAR_SAYS PAIR("A linear layer: every word's row times a matrix, for all heads at once.", "一个线性层：每个词的行乘以一个矩阵，所有头一次算完。")
#define HEADS_SAYS PAIR("The columns are cut into h heads, and the axis of heads moves to the front. No number changes: only the way they are counted.", "把列切成 h 个头，再把头的轴移到前面。数没有变，变的只是怎样编号。")

static const struct snippet_line attention_lines[] = {
    {"Q = self.W_q(X)", "W_q", "Q", "1nK", LINEAR_SAYS, OF_STAGE(STAGE_Q, false)},
    {"K = self.W_k(X)", "W_k", "K", "1sK", LINEAR_SAYS, OF_STAGE(STAGE_K, false)},
    {"V = self.W_v(X)", "W_v", "V", "1sV", LINEAR_SAYS, OF_STAGE(STAGE_V, false)},
    {"Q = Q.view(1, n, h, dk).transpose(1, 2)", "transpose(1, 2)", "Q", "1hnk", HEADS_SAYS, head_of, STAGE_Q, EVERY, false, NULL, NULL, 0},
    {"K = K.view(1, -1, h, dk).transpose(1, 2)", "transpose(1, 2)", "K", "1hsk", HEADS_SAYS, head_of, STAGE_K, EVERY, false, NULL, NULL, 0},
    {"V = V.view(1, -1, h, dv).transpose(1, 2)", "transpose(1, 2)", "V", "1hsv", HEADS_SAYS, head_of, STAGE_V, EVERY, false, NULL, NULL, 0},
    {"scores = Q @ K.transpose(-2, -1)", "@", "scores", "1hns",
     PAIR("@ is the matrix product: every query with every key. K is laid on its side, so that rows meet rows.",
          "@ 是矩阵乘法：每个查询和每个键相乘。K 转置过来，行才对得上行。"), OF_STAGE(STAGE_SCORES, false)},
    {"scores = scores / $divisor", "/", "scores", "1hns",
     PAIR("One number divides them all, and their order stays the same.", "所有得分除以同一个数，大小顺序不变。"), OF_STAGE(STAGE_SCALED, false)},
    {"scores = scores.masked_fill(hidden, -math.inf)", "masked_fill", "scores", "1hns",
     PAIR("Where hidden is true the score becomes -inf. hidden has one row for each query; heads and sentences share it.",
          "hidden 为真的地方，得分变成 -inf。hidden 每个查询一行，各头、各句共用。"), OF_STAGE(STAGE_MASKED, false)},
    {"A = torch.softmax(scores, dim=-1)", "dim=-1", "A", "1hns",
     PAIR("Softmax along the last axis: each row adds up to 1.", "沿最后一个轴做 softmax：每一行加起来是 1。"), OF_STAGE(STAGE_WEIGHTS, true)},
    {"O = A @ V", "@", "O", "1hnv",
     PAIR("Each word's new row: the values, mixed by its weights.", "每个词的新一行：按权重混合各个值。"), OF_STAGE(STAGE_HEAD_OUT, false)},
    {"O = O.transpose(1, 2).reshape(1, n, h * dv)", "reshape(1, n, h * dv)", "O", "1nV",
     PAIR("The heads side by side again.", "各个头重新并排放好。"), OF_STAGE(STAGE_CONCAT, false)},
    {"Y = self.W_o(O)", "W_o", "Y", "1nd",
     PAIR("A last linear layer mixes what the heads found.", "最后一个线性层，把各个头找到的东西合在一起。"), OF_STAGE(STAGE_OUTPUT, false)},
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
            double x = attention_mask(c, attention_first(c), i, j);
            if (x != 0 && x != -INFINITY)
                return true;
        }
    return false;
}

static const struct omission attention_omits[] = {
    {scores_given, "Q @ K",
     PAIR("The scores of this scene were given directly: they are not Q @ K ('scores none' computes them "
          "again).",
          "当前的得分是直接给出的，不是 Q @ K 算出来的（“scores none”恢复计算）。")},
    {terms_off, "Q @ K",
     PAIR("Terms are switched off in this scene: its scores are the sum of those that are on, not all of "
          "Q @ K.",
          "当前关掉了一些项：得分是其余各项之和，不是整个 Q @ K。")},
    {row_emptied, "softmax",
     PAIR("The mask leaves a row without keys: here its shares are 0, PyTorch would give nan.",
          "掩码把某一行的键全遮住了：这里份额记作 0，PyTorch 会得到 nan。")},
    {mask_adds, "masked_fill",
     PAIR("The mask of this scene also holds numbers other than 0 and -inf: they are added to the scores. "
          "masked_fill cannot do that.",
          "当前的掩码里有 0 和 -inf 以外的数：它们加到得分上，masked_fill 做不到。")},
    {encoding_inside, "Q @ K",
     PAIR("The encoding of this scene acts inside the scores: real code has more lines there. The "
          "numbers contain it.",
          "当前的位置编码作用在得分里：真正的代码在那里还有几行。这里的数已经包含了它。")},
    {NULL, NULL, PAIR("", "")},
};

const struct snippet snippet_attention = {PAIR("attention", "注意力"), attention_lines,
                                          (int)(sizeof attention_lines / sizeof *attention_lines),
                                          attention_omits, false};

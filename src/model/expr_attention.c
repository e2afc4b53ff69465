/* Values of the computation: stages by word and index, terms, sums of rows. */
#include <math.h>
#include <string.h>

#include "core/stage.h"
#include "core/terms.h"
#include "model/expr_call.h"

/* The matrix of a stage that a head owns: its columns of Q, K, V, or its map. */
static struct mat head_matrix(const struct expr_call *c, int stage)
{
    const struct config *cf = &c->scene->config;
    struct mat m = stages[stage].matrix(&c->scene->trace, cf->layers - 1, c->head);
    bool values = stage == STAGE_V || stage == STAGE_VC;
    if (stages[stage].cols == AXIS_ALL_HEADS_DIM && stage != STAGE_CONCAT && stage != STAGE_CONCATC)
        m = mat_columns(m, c->head * (values ? cf->dv : cf->dk), values ? cf->dv : cf->dk);
    return m;
}

static bool from_matrix(struct expr_call *c, struct expr_value *out, struct mat m)
{
    long row, col;
    if (!expr_index(c, 0, 0, m.rows - 1, &row))
        return false;
    if (c->count == 1)
        return expr_row(c, out, mat_row(m, (int)row), m.cols);
    return expr_index(c, 1, 0, m.cols - 1, &col) && expr_number(c, out, mat_at(m, (int)row, (int)col));
}

static bool stage_value(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    if (!stages[c->param].present(cf, cf->layers - 1))
        return reply_fail(c->r, c->col, TEXT("%s is not part of this computation", "现在的计算没有 %s"), c->name);
    return from_matrix(c, out, head_matrix(c, c->param));
}

static bool x_value(struct expr_call *c, struct expr_value *out)
{
    return from_matrix(c, out, c->param == STAGE_Y ? c->scene->config.Y : c->scene->config.X);
}

static bool input_value(struct expr_call *c, struct expr_value *out)
{
    return from_matrix(c, out, c->scene->trace.layer[0].in);
}

static bool final_value(struct expr_call *c, struct expr_value *out)
{
    return from_matrix(c, out, trace_final(&c->scene->trace));
}

static bool mean_final(struct expr_call *c, struct expr_value *out)
{
    struct mat m = trace_final(&c->scene->trace);
    double mean[CONFIG_MAX_D] = {0};
    for (int r = 0; r < m.rows; r++)
        for (int k = 0; k < m.cols; k++)
            mean[k] += mat_at(m, r, k) / m.rows;
    return expr_row(c, out, mean, m.cols);
}

static bool row_sum(struct expr_call *c, struct expr_value *out)
{
    struct mat w = head_matrix(c, STAGE_WEIGHTS);
    double sum = 0;
    for (int j = 0; j < w.cols; j++)
        sum += mat_at(w, (int)expr_arg(c, 0), j);
    return expr_number(c, out, sum);
}

static bool column_sum(struct expr_call *c, struct expr_value *out)
{
    struct mat w = head_matrix(c, STAGE_WEIGHTS);
    double sum = 0;
    for (int i = 0; i < w.rows; i++)
        sum += mat_at(w, i, (int)expr_arg(c, 0));
    return expr_number(c, out, sum);
}

/* -Σ w ln w in nats; 0 ln 0 = 0 */
static bool entropy(struct expr_call *c, struct expr_value *out)
{
    struct mat w = head_matrix(c, STAGE_WEIGHTS);
    double sum = 0;
    for (int j = 0; j < w.cols; j++) {
        double x = mat_at(w, (int)expr_arg(c, 0), j);
        sum -= x > 0 ? x * log(x) : 0;
    }
    return expr_number(c, out, sum);
}

static const struct { const char *name; int stage; } maps[] = {
    {"score", STAGE_SCORES}, {"scaled", STAGE_SCALED}, {"masked", STAGE_MASKED}, {"weight", STAGE_WEIGHTS},
    {"q", STAGE_Q}, {"k", STAGE_K}, {"v", STAGE_V}, {"out", STAGE_HEAD_OUT},
};

static bool argmax(struct expr_call *c, struct expr_value *out)
{
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (strcmp(maps[i].name, c->name) == 0) {
            struct mat m = head_matrix(c, maps[i].stage);
            int row = (int)expr_arg(c, 0), best = 0;
            for (int j = 1; j < m.cols; j++)
                if (mat_at(m, row, j) > mat_at(m, row, best))
                    best = j;
            return expr_number(c, out, best);
        }
    return reply_fail(c->r, c->col, TEXT("argmax of '%s'? (score scaled masked weight q k v out)", "argmax 的“%s”？（可用 score scaled masked weight q k v out）"),
                      c->name);
}

static bool term_value(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    const struct attention *a = &c->scene->trace.layer[cf->layers - 1].self;
    int t = terms_find(cf, cf->layers - 1, c->name);
    if (t < 0 || t >= a->term_count)
        return reply_fail(c->r, c->col, TEXT("no term '%s' in these scores", "现在的得分里没有“%s”这一项"), c->name);
    return from_matrix(c, out, attention_head(a, a->term[t], c->head));
}

#define STAGE(name, args, stage, en, zh) {name, args, stage_value, stage, PAIR(en, zh)}
#define TERM(name, en, zh) {name, "tS", term_value, 0, PAIR(en, zh)}

/* clang-format off */
const struct expr_function expr_attention[] = {
    {"x", "tN", x_value, STAGE_X, PAIR("embedding of a word: x(猫,0)", "词向量：x(猫,0)")},
    {"y", "hN", x_value, STAGE_Y, PAIR("vector of a memory word: y(0,0)", "第二个序列的词向量：y(0,0)")},
    {"input", "tN", input_value, 0, PAIR("word plus encoding: input(猫)", "词加编码：input(猫)")},
    STAGE("q", "tN", STAGE_Q, "query of a word: q(猫)", "词的查询：q(猫)"),
    STAGE("k", "sN", STAGE_K, "key of a word: k(猫)", "词的键：k(猫)"),
    STAGE("v", "sN", STAGE_V, "value of a word: v(猫)", "词的值：v(猫)"),
    STAGE("score", "tS", STAGE_SCORES, "raw score of a query and a key: score(猫,狗)", "查询对键的得分：score(猫,狗)"),
    STAGE("scores", "tS", STAGE_SCORES, "a row of raw scores: scores(猫)", "一行得分：scores(猫)"),
    STAGE("scaled", "tS", STAGE_SCALED, "scores divided: scaled(猫)", "缩放后的得分：scaled(猫)"),
    STAGE("masked", "tS", STAGE_MASKED, "after the mask: masked(猫)", "遮罩后：masked(猫)"),
    STAGE("weight", "tS", STAGE_WEIGHTS, "attention weight: weight(猫,狗)", "注意力权重：weight(猫,狗)"),
    STAGE("weights", "tS", STAGE_WEIGHTS, "a row of weights: weights(猫)", "一行权重：weights(猫)"),
    STAGE("out", "tN", STAGE_HEAD_OUT, "output of a head: out(猫)", "一个头的输出：out(猫)"),
    STAGE("concat", "tN", STAGE_CONCAT, "the heads side by side: concat(猫)", "各头拼接：concat(猫)"),
    STAGE("output", "tN", STAGE_OUTPUT, "behind the output projection: output(猫)", "输出投影之后：output(猫)"),
    {"final", "tN", final_value, 0, PAIR("the last row of all layers: final(猫)", "全部层之后的一行：final(猫)")},
    {"meanout", "", mean_final, 0, PAIR("mean of the final rows: meanout()", "最终各行的平均：meanout()")},
    {"rowsum", "t", row_sum, 0, PAIR("sum of a row of weights: rowsum(猫)", "一行权重之和：rowsum(猫)")},
    {"colsum", "s", column_sum, 0, PAIR("sum of a column of weights: colsum(猫)", "一列权重之和：colsum(猫)")},
    {"entropy", "t", entropy, 0, PAIR("spread of a row of weights, in nats: entropy(猫)", "一行权重的熵（奈特）：entropy(猫)")},
    {"argmax", "at", argmax, 0, PAIR("place of the largest entry: argmax(weight,猫)", "最大元素的位置：argmax(weight,猫)")},
    {"term", "atS", term_value, 0, PAIR("a named term of a score: term(bias,猫,狗)", "得分中的某一项：term(bias,猫,狗)")},
    TERM("cc", "content–content: cc(猫,狗)", "内容-内容：cc(猫,狗)"), TERM("cp", "content–position", "内容-位置"),
    TERM("pc", "position–content", "位置-内容"), TERM("pp", "position–position", "位置-位置"),
    TERM("cb", "content–bias", "内容-偏置"), TERM("pb", "position–bias", "位置-偏置"), TERM("bc", "bias–content", "偏置-内容"),
    TERM("bp", "bias–position", "偏置-位置"), TERM("bb", "bias–bias", "偏置-偏置"),
    {NULL, NULL, NULL, 0, PAIR(NULL, NULL)},
};
/* clang-format on */

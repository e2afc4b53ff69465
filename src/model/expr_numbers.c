/* Sizes, constants, and what can be done with rows and numbers. */
#include <math.h>

#include "core/mat.h"
#include "core/softmax.h"
#include "model/expr_call.h"

enum { SIZE_N, SIZE_M, SIZE_D, SIZE_DK, SIZE_DV, SIZE_HEADS, SIZE_LAYERS };

static bool size(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    const int sizes[] = {cf->n, cf->m, cf->d, cf->dk, cf->dv, cf->heads, cf->layers};
    return expr_number(c, out, sizes[c->param]);
}

static bool pi(struct expr_call *c, struct expr_value *out)
{
    return expr_number(c, out, 3.14159265358979323846);
}

static bool same_length(struct expr_call *c)
{
    return c->arg[0].count == c->arg[1].count ||
           reply_fail(c->r, c->col, TEXT("%s: rows of %d and %d numbers", "%s：两行分别有 %d 个和 %d 个数"), c->name, c->arg[0].count, c->arg[1].count);
}

static bool dot(struct expr_call *c, struct expr_value *out)
{
    return same_length(c) && expr_number(c, out, vec_dot(c->arg[0].v, c->arg[1].v, c->arg[0].count));
}

static double length(const struct expr_value *v)
{
    return sqrt(vec_dot(v->v, v->v, v->count));
}

static bool norm(struct expr_call *c, struct expr_value *out)
{
    return expr_number(c, out, length(&c->arg[0]));
}

static bool cosine(struct expr_call *c, struct expr_value *out)
{
    return same_length(c) && expr_number(c, out, vec_dot(c->arg[0].v, c->arg[1].v, c->arg[0].count) / (length(&c->arg[0]) * length(&c->arg[1])));
}

static bool distance(struct expr_call *c, struct expr_value *out)
{
    double sum = 0;
    if (!same_length(c))
        return false;
    for (int i = 0; i < c->arg[0].count; i++)
        sum += (c->arg[0].v[i] - c->arg[1].v[i]) * (c->arg[0].v[i] - c->arg[1].v[i]);
    return expr_number(c, out, sqrt(sum));
}

enum { EACH_COS, EACH_SIN, EACH_EXP, EACH_LN, EACH_SQRT, EACH_ABS };

static bool each(struct expr_call *c, struct expr_value *out)
{
    static double (*const f[])(double) = {cos, sin, exp, log, sqrt, fabs};
    if (!expr_row(c, out, c->arg[0].v, c->arg[0].count))
        return false;
    out->row = c->arg[0].row;
    for (int i = 0; i < out->count; i++)
        out->v[i] = f[c->param](out->v[i]);
    return true;
}

enum { OF_MAX, OF_MIN, OF_SUM, OF_MEAN, OF_VAR };

static double sum_of(const struct expr_value *v, double mean, bool squares)
{
    double sum = 0;
    for (int i = 0; i < v->count; i++)
        sum += squares ? (v->v[i] - mean) * (v->v[i] - mean) : v->v[i];
    return sum;
}

static bool extreme(struct expr_call *c, struct expr_value *out)
{
    double best = c->arg[0].v[0];
    for (int a = 0; a < c->count; a++)
        for (int i = 0; i < c->arg[a].count; i++)
            best = c->param == OF_MAX ? fmax(best, c->arg[a].v[i]) : fmin(best, c->arg[a].v[i]);
    return expr_number(c, out, best);
}

static bool statistic(struct expr_call *c, struct expr_value *out)
{
    const struct expr_value *v = &c->arg[0];
    double sum = sum_of(v, 0, false), mean = sum / v->count;
    return expr_number(c, out, c->param == OF_SUM ? sum : c->param == OF_MEAN ? mean : sum_of(v, mean, true) / v->count);
}

static bool softmax(struct expr_call *c, struct expr_value *out)
{
    if (!expr_row(c, out, c->arg[0].v, c->arg[0].count))
        return false;
    softmax_row(out->v, out->v, out->count);
    return true;
}

/* clang-format off */
const struct expr_function expr_numbers[] = {
    {"n", "", size, SIZE_N, PAIR("words of the sentence", "句子的词数")},
    {"m", "", size, SIZE_M, PAIR("words of the memory", "第二个序列的词数")},
    {"d", "", size, SIZE_D, PAIR("d_model", "d_model")},
    {"dk", "", size, SIZE_DK, PAIR("width of queries and keys", "查询和键的维数")},
    {"dv", "", size, SIZE_DV, PAIR("width of values", "值的维数")},
    {"heads", "", size, SIZE_HEADS, PAIR("number of heads", "头数")},
    {"layers", "", size, SIZE_LAYERS, PAIR("number of layers", "层数")},
    {"pi", "", pi, 0, PAIR("3.14159…", "圆周率")},
    {"dot", "rr", dot, 0, PAIR("dot product: dot(q(猫),k(狗))", "点积：dot(q(猫),k(狗))")},
    {"norm", "r", norm, 0, PAIR("length of a row: norm(x(猫))", "向量的长度：norm(x(猫))")},
    {"dist", "rr", distance, 0, PAIR("distance of two rows: dist(out(猫),out(狗))", "两个向量的距离：dist(out(猫),out(狗))")},
    {"cosine", "rr", cosine, 0, PAIR("cosine of two rows: cosine(x(猫),x(狗))", "两个向量的余弦：cosine(x(猫),x(狗))")},
    {"softmax", "r", softmax, 0, PAIR("softmax of a row: softmax([1,2,3])", "一行的 softmax：softmax([1,2,3])")},
    {"cos", "n", each, EACH_COS, PAIR("cosine of an angle", "余弦")},
    {"sin", "n", each, EACH_SIN, PAIR("sine of an angle", "正弦")},
    {"exp", "n", each, EACH_EXP, PAIR("e to the power", "指数")},
    {"ln", "n", each, EACH_LN, PAIR("natural logarithm", "自然对数")},
    {"sqrt", "n", each, EACH_SQRT, PAIR("square root", "平方根")},
    {"abs", "n", each, EACH_ABS, PAIR("absolute value", "绝对值")},
    {"max", "rRRR", extreme, OF_MAX, PAIR("largest: max(weights(猫))", "最大值：max(weights(猫))")},
    {"min", "rRRR", extreme, OF_MIN, PAIR("smallest: min(weights(猫))", "最小值：min(weights(猫))")},
    {"total", "r", statistic, OF_SUM, PAIR("sum of a row: total(weights(猫))", "一行之和：total(weights(猫))")},
    {"mean", "r", statistic, OF_MEAN, PAIR("mean of a row", "一行的平均")},
    {"var", "r", statistic, OF_VAR, PAIR("variance of a row", "一行的方差")},
    {NULL, NULL, NULL, 0, PAIR(NULL, NULL)},
};
/* clang-format on */

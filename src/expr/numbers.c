/* Sizes, constants, and functions of rows and numbers. */
#include <math.h>

#include "core/math/elementary.h"
#include "core/math/mat.h"
#include "core/math/softmax.h"
#include "expr/call.h"

enum { SIZE_N, SIZE_M, SIZE_D, SIZE_DK, SIZE_DV, SIZE_HEADS, SIZE_START, CONSTANT_PI, CONSTANT_INF };

static bool size(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    const double sizes[] = {
        cf->n, cf->m, cf->d, cf->dk, cf->dv, cf->heads, cf->start, 3.14159265358979323846, INFINITY};
    return expr_number(c, out, sizes[c->param]);
}

enum { PAIR_DOT, PAIR_COSINE, PAIR_DISTANCE };

static double row_length(const struct expr_value *v)
{
    return sqrt(vec_dot(v->v, v->v, v->count));
}

static bool norm(struct expr_call *c, struct expr_value *out)
{
    return expr_number(c, out, row_length(&c->arg[0]));
}

static bool of_rows(struct expr_call *c, struct expr_value *out)
{
    const struct expr_value *a = &c->arg[0], *b = &c->arg[1];
    double squares = 0;
    if (a->count != b->count)
        return reply_fail(c->r, c->arg_col[1], TEXT("%s: rows of %d and %d numbers"), c->name, a->count,
                          b->count);
    for (int i = 0; i < a->count; i++)
        squares += (a->v[i] - b->v[i]) * (a->v[i] - b->v[i]);
    double dot = vec_dot(a->v, b->v, a->count);
    const double results[] = {dot, dot / (row_length(a) * row_length(b)), sqrt(squares)};
    return expr_number(c, out, results[c->param]);
}

enum { EACH_COS, EACH_SIN, EACH_EXP, EACH_LN, EACH_SQRT, EACH_ABS, EACH_ROUND };

static bool each(struct expr_call *c, struct expr_value *out)
{
    static double (*const f[])(double) = {elementary_cos, elementary_sin, elementary_exp, elementary_log,
                                          sqrt,           fabs,           round};
    if (!expr_row(c, out, c->arg[0].v, c->arg[0].count))
        return false;
    out->row = c->arg[0].row;
    for (int i = 0; i < out->count; i++)
        out->v[i] = f[c->param](out->v[i]);
    return true;
}

enum { OF_MAX, OF_MIN };

static bool extreme(struct expr_call *c, struct expr_value *out)
{
    double best = c->arg[0].v[0];
    for (int a = 0; a < c->count; a++)
        for (int i = 0; i < c->arg[a].count; i++) {
            double x = c->arg[a].v[i];
            bool better = c->param == OF_MAX ? x > best : x < best;
            best = better || isnan(x) ? x : best;
        }
    return expr_number(c, out, best);
}

enum { OF_SUM, OF_MEAN, OF_VAR };

/* Σ x, Σ x / n, Σ (x - mean)² / n */
static bool statistic(struct expr_call *c, struct expr_value *out)
{
    const struct expr_value *v = &c->arg[0];
    double sum = 0, squares = 0;
    for (int i = 0; i < v->count; i++)
        sum += v->v[i];
    double mean = sum / v->count;
    for (int i = 0; i < v->count; i++)
        squares += (v->v[i] - mean) * (v->v[i] - mean);
    const double results[] = {sum, mean, squares / v->count};
    return expr_number(c, out, results[c->param]);
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
    {"n", "", size, SIZE_N, "n", TEXT("number of words in the sentence")},
    {"m", "", size, SIZE_M, "m", TEXT("number of words in the memory")},
    {"d", "", size, SIZE_D, "d", "d_model"},
    {"dk", "", size, SIZE_DK, "dk", TEXT("width of queries and keys")},
    {"dv", "", size, SIZE_DV, "dv", TEXT("width of values")},
    {"heads", "", size, SIZE_HEADS, "heads", TEXT("number of heads")},
    {"start", "", size, SIZE_START, "start", TEXT("position of the first word")},
    {"pi", "", size, CONSTANT_PI, "pi", TEXT("3.14159…")},
    {"inf", "", size, CONSTANT_INF, "-inf", TEXT("infinity; a mask adds -inf")},
    {"dot", "rr", of_rows, PAIR_DOT, "dot(q(猫),k(狗))", TEXT("dot product of two rows")},
    {"norm", "r", norm, 0, "norm(x(猫))", TEXT("length of a row")},
    {"dist", "rr", of_rows, PAIR_DISTANCE, "dist(out(猫),out(狗))", TEXT("distance between two rows")},
    {"cosine", "rr", of_rows, PAIR_COSINE, "cosine(x(猫),x(狗))", TEXT("cosine of the angle between two rows")},
    {"softmax", "r", softmax, 0, "softmax([1,2,3])", TEXT("softmax of a row")},
    {"cos", "e", each, EACH_COS, "cos(pi/3)", TEXT("cosine of an angle, or of each entry of a row")},
    {"sin", "e", each, EACH_SIN, "sin(1)", TEXT("sine of an angle, or of each entry")},
    {"exp", "e", each, EACH_EXP, "exp(scaled(猫))", TEXT("e to the power of each entry")},
    {"ln", "e", each, EACH_LN, "ln(2)", TEXT("natural logarithm, of each entry")},
    {"sqrt", "e", each, EACH_SQRT, "sqrt(dk)", TEXT("square root, of each entry")},
    {"abs", "e", each, EACH_ABS, "abs(x(猫))", TEXT("absolute value, of each entry")},
    {"round", "e", each, EACH_ROUND, "round(exp(3))", TEXT("nearest whole number, of each entry")},
    {"max", "rRRR", extreme, OF_MAX, "max(weights(猫))", TEXT("largest number in up to four rows")},
    {"min", "rRRR", extreme, OF_MIN, "min(weights(猫))", TEXT("smallest number in up to four rows")},
    {"sum", "r", statistic, OF_SUM, "sum(weights(猫))", TEXT("sum of a row")},
    {"mean", "r", statistic, OF_MEAN, "mean(x(猫))", TEXT("mean of a row")},
    {"var", "r", statistic, OF_VAR, "var([1,-1])", TEXT("variance of a row (divided by its length)")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */

/* What architectures cost, as numbers that lessons can state. */
#include "core/cost.h"
#include "model/expr_call.h"

static const long many = 1000000000;

static bool arch(struct expr_call *c, int *a)
{
    *a = cost_find(c->name);
    return *a >= 0 || reply_fail(c->r, c->col, TEXT("no architecture '%s' (attn rnn cnn dilated proj core full)",
                                                    "没有架构“%s”（attn rnn cnn dilated proj core full）"), c->name);
}

static bool numbers(struct expr_call *c, long *x, int count, long missing)
{
    for (int i = 0; i < count; i++)
        if (i >= c->count)
            x[i] = missing;
        else if (!expr_index(c, i, 1, many, &x[i]))
            return false;
    return true;
}

static bool mul(struct expr_call *c, struct expr_value *out)
{
    int a;
    long x[3];
    return arch(c, &a) && numbers(c, x, 3, 3) && expr_number(c, out, (double)cost_mul((enum cost_arch)a, x[0], x[1], x[2]));
}

static bool path(struct expr_call *c, struct expr_value *out)
{
    int a;
    long x[2];
    return arch(c, &a) && numbers(c, x, 2, 3) && expr_number(c, out, (double)cost_path((enum cost_arch)a, x[0], x[1]));
}

static bool serial(struct expr_call *c, struct expr_value *out)
{
    int a;
    long n;
    return arch(c, &a) && numbers(c, &n, 1, 1) && expr_number(c, out, (double)cost_serial((enum cost_arch)a, n));
}

enum { TWO_LAYERS, TWO_DILATED, TWO_BLOCKS, TWO_WINDOW, TWO_PARAMS, TWO_PAIRS, TWO_MEGABYTES };

static bool of_two(struct expr_call *c, struct expr_value *out)
{
    long x[2];
    if (!numbers(c, x, 2, 3))
        return false;
    int64_t n = x[0], k = x[1];
    switch (c->param) {
    case TWO_LAYERS: return expr_number(c, out, (double)cost_layers(n, k));
    case TWO_DILATED: return expr_number(c, out, (double)cost_dilated(n, k));
    case TWO_BLOCKS: return expr_number(c, out, (double)cost_blocks(n, k));
    case TWO_WINDOW: return expr_number(c, out, (double)cost_window(n, k));
    case TWO_PARAMS: return expr_number(c, out, (double)cost_params(n, k));
    case TWO_PAIRS: return expr_number(c, out, (double)cost_pairs(n));
    default: return expr_number(c, out, cost_weight_megabytes(n, k));
    }
}

/* clang-format off */
const struct expr_function expr_cost[] = {
    {"mul", "anNN", mul, 0, PAIR("multiplications: mul(attn,100,512), mul(cnn,100,512,3)", "乘法次数：mul(attn,100,512)、mul(cnn,100,512,3)")},
    {"path", "anN", path, 0, PAIR("longest path: path(cnn,100,3)", "最长路径：path(cnn,100,3)")},
    {"serial", "an", serial, 0, PAIR("steps that must wait for each other: serial(rnn,100)", "必须依次进行的步数：serial(rnn,100)")},
    {"linklayers", "nN", of_two, TWO_LAYERS, PAIR("CNN layers that link n words: linklayers(100,3)", "连通 n 个词所需的 CNN 层数：linklayers(100,3)")},
    {"dilated", "nN", of_two, TWO_DILATED, PAIR("the same with dilation: dilated(100,3)", "使用空洞卷积时：dilated(100,3)")},
    {"pairs", "n", of_two, TWO_PAIRS, PAIR("pairs of words: pairs(100)", "词对数：pairs(100)")},
    {"blocks", "nn", of_two, TWO_BLOCKS, PAIR("pairs inside blocks of b: blocks(1000,100)", "分块时的词对数：blocks(1000,100)")},
    {"window", "nn", of_two, TWO_WINDOW, PAIR("pairs at most w apart: window(1000,50)", "相距不超过 w 的词对数：window(1000,50)")},
    {"params", "nn", of_two, TWO_PARAMS, PAIR("parameters of h heads at width d: params(8,512)", "h 个头、宽度 d 的参数量：params(8,512)")},
    {"weightMB", "nn", of_two, TWO_MEGABYTES, PAIR("megabytes of weights for n words, h heads: weightMB(1000,8)", "n 个词、h 个头的权重占多少 MB：weightMB(1000,8)")},
    {NULL, NULL, NULL, 0, PAIR(NULL, NULL)},
};
/* clang-format on */

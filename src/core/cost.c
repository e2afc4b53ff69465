/* Every count is a sum of products of non-negative numbers: saturating
 * multiplication and addition are all it takes. */
#include "core/cost.h"

#include <string.h>

static int64_t times(int64_t a, int64_t b)
{
    return a > 0 && b > INT64_MAX / a ? INT64_MAX : a * b;
}

static int64_t plus(int64_t a, int64_t b)
{
    return b > INT64_MAX - a ? INT64_MAX : a + b;
}

static int64_t mul_attention(int64_t n, int64_t d, int64_t k)
{
    (void)k;
    return times(times(n, n), d);
}

static int64_t mul_recurrent(int64_t n, int64_t d, int64_t k)
{
    (void)k;
    return times(times(n, d), d);
}

static int64_t mul_convolution(int64_t n, int64_t d, int64_t k)
{
    return times(k, mul_recurrent(n, d, 1));
}

static int64_t mul_projections(int64_t n, int64_t d, int64_t k)
{
    return times(4, mul_recurrent(n, d, k));
}

static int64_t mul_core(int64_t n, int64_t d, int64_t k)
{
    return times(2, mul_attention(n, d, k));
}

static int64_t mul_full(int64_t n, int64_t d, int64_t k)
{
    return plus(mul_projections(n, d, k), mul_core(n, d, k));
}

static int64_t path_direct(int64_t n, int64_t k)
{
    (void)k;
    return n > 1;
}

static int64_t path_recurrent(int64_t n, int64_t k)
{
    (void)k;
    return n > 1 ? n - 1 : 0;
}

static int64_t path_none(int64_t n, int64_t k)
{
    (void)k;
    return n > 1 ? INT64_MAX : 0;
}

/* stride_…: the distance covered in step `step` (0-based) of a path over `distance` words. */
static int64_t stride_direct(int64_t distance, int step, int64_t k)
{
    (void)step, (void)k;
    return distance;
}

static int64_t stride_recurrent(int64_t distance, int step, int64_t k)
{
    (void)distance, (void)step, (void)k;
    return 1;
}

static int64_t stride_convolution(int64_t distance, int step, int64_t k)
{
    int64_t left = distance - times(step, k - 1);
    return left < k - 1 ? left : k - 1;
}

/* Layer `step` moves by its digit of the distance written in base k. */
static int64_t stride_dilated(int64_t distance, int step, int64_t k)
{
    int64_t dilation = 1;
    for (int i = 0; i < step; i++)
        dilation = times(dilation, k);
    return distance / dilation % k * dilation;
}

struct arch {
    const char *name;
    struct pair title;
    int64_t (*mul)(int64_t n, int64_t d, int64_t k);
    bool serial; /* a layer takes n steps, one after the other */
    int64_t (*path)(int64_t n, int64_t k);
    int64_t (*stride)(int64_t distance, int step, int64_t k);
};

static const struct arch archs[COST_ARCHS] = {
    [COST_ATTN] = {"attn", PAIR("attention, scores only", "注意力（只算得分）"), mul_attention, false,
                   path_direct, stride_direct},
    [COST_RNN] = {"rnn", PAIR("RNN", "RNN"), mul_recurrent, true, path_recurrent, stride_recurrent},
    [COST_CNN] = {"cnn", PAIR("CNN", "CNN"), mul_convolution, false, cost_layers, stride_convolution},
    [COST_DILATED] = {"dilated", PAIR("CNN, dilated", "空洞卷积"), mul_convolution, false, cost_dilated,
                      stride_dilated},
    [COST_PROJ] = {"proj", PAIR("attention, projections only", "注意力（只算投影）"), mul_projections, false,
                   path_none, stride_direct},
    [COST_CORE] = {"core", PAIR("attention, scores and sums", "注意力（得分与加权和）"), mul_core, false,
                   path_direct, stride_direct},
    [COST_FULL] = {"full", PAIR("attention, with projections", "注意力（含投影）"), mul_full, false,
                   path_direct, stride_direct},
};

int cost_find(const char *name)
{
    for (int a = 0; a < COST_ARCHS; a++)
        if (strcmp(archs[a].name, name) == 0)
            return a;
    return -1;
}

struct pair cost_title(enum cost_arch a)
{
    return archs[a].title;
}

int64_t cost_mul(enum cost_arch a, int64_t n, int64_t d, int64_t k)
{
    return archs[a].mul(n, d, k);
}

int64_t cost_serial(enum cost_arch a, int64_t n)
{
    return archs[a].serial ? n : 1;
}

int64_t cost_path(enum cost_arch a, int64_t n, int64_t k)
{
    return archs[a].path(n, k);
}

int64_t cost_layers(int64_t n, int64_t k)
{
    if (n <= 1)
        return 0;
    return k <= 1 ? INT64_MAX : (n - 1) / (k - 1) + ((n - 1) % (k - 1) != 0);
}

int64_t cost_dilated(int64_t n, int64_t k)
{
    if (n <= 1)
        return 0;
    if (k <= 1)
        return INT64_MAX;
    int64_t layers = 0;
    for (int64_t reach = 1; reach < n; reach = times(reach, k))
        layers++;
    return layers;
}

int64_t cost_pairs(int64_t n)
{
    return times(n, n);
}

int64_t cost_blocks(int64_t n, int64_t b)
{
    return b <= 0 ? 0 : plus(times(n / b, times(b, b)), times(n % b, n % b));
}

int64_t cost_window(int64_t n, int64_t w)
{
    if (w < 0 || n <= 0)
        return 0;
    int64_t reach = w < n ? w : n - 1;
    /* n words themselves, and 2 (n - δ) pairs at each distance δ = 1 … reach */
    return plus(n, times(reach, plus(n, n - reach - 1)));
}

int64_t cost_params(int64_t heads, int64_t d)
{
    (void)heads;
    return times(4, times(d, d));
}

double cost_weight_megabytes(int64_t n, int64_t heads)
{
    return 4.0 * (double)n * (double)n * (double)heads / 1e6;
}

int cost_route(enum cost_arch a, int i, int j, int k, int *stop, int room)
{
    int64_t distance = i < j ? (int64_t)j - i : (int64_t)i - j;
    int64_t steps = cost_path(a, distance + 1, k);
    if (steps == INT64_MAX)
        return 0;
    int64_t gone = 0;
    for (int step = 0; step <= steps; step++) {
        if (step < room)
            stop[step] = (int)(i < j ? i + gone : i - gone);
        if (step < steps)
            gone += archs[a].stride(distance, step, k);
    }
    return (int)steps + 1;
}

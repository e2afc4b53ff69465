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

/* How a word gets to another. */
enum route { ROUTE_DIRECT, ROUTE_STEPWISE, ROUTE_KERNEL, ROUTE_DILATED, ROUTE_NONE };

static const struct arch {
    const char *name;
    int squares, products; /* multiplications of a layer: so many n²d and n d², */
    bool kernels;          /* and k n d² */
    bool serial;           /* a layer takes n steps, one after the other */
    enum route route;
} archs[COST_ARCHS] = {
    [COST_ATTN] = {"attn", 1, 0, false, false, ROUTE_DIRECT},
    [COST_RNN] = {"rnn", 0, 1, false, true, ROUTE_STEPWISE},
    [COST_CNN] = {"cnn", 0, 0, true, false, ROUTE_KERNEL},
    [COST_DILATED] = {"dilated", 0, 0, true, false, ROUTE_DILATED},
    [COST_PROJ] = {"proj", 0, 4, false, false, ROUTE_NONE},
    [COST_CORE] = {"core", 2, 0, false, false, ROUTE_DIRECT},
    [COST_FULL] = {"full", 2, 4, false, false, ROUTE_DIRECT},
};

int cost_find(const char *name)
{
    for (int a = 0; a < COST_ARCHS; a++)
        if (strcmp(archs[a].name, name) == 0)
            return a;
    return -1;
}

int64_t cost_mul(enum cost_arch a, int64_t n, int64_t d, int64_t k)
{
    const struct arch *of = &archs[a];
    int64_t square = times(times(n, n), d), product = times(times(n, d), d);
    return plus(plus(times(of->squares, square), times(of->products, product)),
                of->kernels ? times(k, product) : 0);
}

int64_t cost_serial(enum cost_arch a, int64_t n)
{
    return archs[a].serial ? n : 1;
}

int64_t cost_path(enum cost_arch a, int64_t n, int64_t k)
{
    switch (archs[a].route) {
    case ROUTE_KERNEL:
        return cost_layers(n, k);
    case ROUTE_DILATED:
        return cost_dilated(n, k);
    case ROUTE_STEPWISE:
        return n > 1 ? n - 1 : 0;
    case ROUTE_NONE:
        return n > 1 ? INT64_MAX : 0;
    default:
        return n > 1;
    }
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

/* Returns how far step `step` (from 0) of a path over `distance` words goes. */
static int64_t stride(enum route route, int64_t distance, int step, int64_t k)
{
    int64_t left = distance - times(step, k - 1), dilation = 1;
    switch (route) {
    case ROUTE_STEPWISE:
        return 1;
    case ROUTE_KERNEL:
        return left < k - 1 ? left : k - 1;
    case ROUTE_DILATED: /* layer `step` moves by its digit of the distance written in base k */
        for (int i = 0; i < step; i++)
            dilation = times(dilation, k);
        return distance / dilation % k * dilation;
    default:
        return distance;
    }
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
            gone += stride(archs[a].route, distance, step, k);
    }
    return (int)steps + 1;
}

void recurrence_shares(double z, int t, double *share)
{
    double left = 1;
    for (int k = t; k > 0; k--) {
        share[k] = (1 - z) * left;
        left *= z;
    }
    share[0] = left;
}

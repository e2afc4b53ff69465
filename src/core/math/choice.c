#include "core/math/choice.h"

#include <stdbool.h>

#include "core/math/rng.h"
#include "core/math/softmax.h"

double choice_lot(const struct choice_rule *rule, int place)
{
    struct rng r = rng_seed(rule->draw + (uint64_t)place * RNG_STEP);
    return rng_uniform(&r);
}

static bool before(const double *share, int a, int b)
{
    return share[a] > share[b] || (share[a] == share[b] && a < b);
}

/* Lets the entry at i of a heap of n sink to where none below it comes before it. */
static void sink(int *heap, int n, int i, const double *share)
{
    for (int to; (to = 2 * i + 1) < n; i = to) {
        to += to + 1 < n && before(share, heap[to + 1], heap[to]);
        if (!before(share, heap[to], heap[i]))
            return;
        int moved = heap[i];
        heap[i] = heap[to];
        heap[to] = moved;
    }
}

/* Keeps the first `most` classes by falling share, or fewer that hold `enough` together; the others get 0.
 * What stays is divided by its sum. */
static void keep_first(double *share, int n, int most, double enough, int *heap)
{
    double sum = 0;
    int left = n;
    for (int i = 0; i < n; i++)
        heap[i] = i;
    for (int i = n / 2 - 1; i >= 0; i--)
        sink(heap, n, i, share);
    while (left > 0 && n - left < most && (left == n || sum < enough)) {
        sum += share[heap[0]];
        heap[0] = heap[--left];
        sink(heap, left, 0, share);
    }
    for (int i = 0; i < left; i++)
        share[heap[i]] = 0;
    for (int i = 0; i < n; i++)
        share[i] /= sum;
}

void choice_shares(const struct choice_rule *rule, const double *z, int n, double *share, int *order)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        best = z[i] > z[best] ? i : best;
    for (int i = 0; i < n; i++) /* the largest becomes 0: no temperature is too small */
        share[i] = rule->temperature > 0 ? (z[i] - z[best]) / rule->temperature : i == best;
    if (rule->temperature > 0)
        softmax_row(share, share, n);
    if (rule->temperature > 0 && rule->top_k > 0 && rule->top_k < n)
        keep_first(share, n, rule->top_k, 2, order);
    if (rule->temperature > 0 && rule->top_p < 1)
        keep_first(share, n, n, rule->top_p, order);
}

int choice_class(const double *share, int n, double lot)
{
    double sum = 0;
    int last = 0;
    for (int i = 0; i < n; i++) {
        sum += share[i];
        if (sum > lot)
            return i;
        last = share[i] > 0 ? i : last;
    }
    return last;
}

/* The relative bias of T5 (Raffel et al. 2020): one learned number per head and
 * distance bucket, added to the scaled score. */
#include <math.h>
#include <stdint.h>

#include "core/encoding/posenc.h"
#include "core/math/elementary.h"

enum { BUCKETS, DISTANCE, SIDED };
enum { SIDED_TWO, SIDED_ONE };
enum { TABLE };

/* ---- exact comparison of products of many factors ---- */

/* A product has at most half as many factors as there are buckets, each below 2^32. */
enum { LIMBS = T5_MAX_BUCKETS / 2 };

struct big {
    uint32_t limb[LIMBS]; /* least significant first */
};

static void big_times(struct big *b, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static struct big big_power_product(long x, int m, long y, int n)
{
    struct big b = {{1}};
    for (int i = 0; i < m; i++)
        big_times(&b, (uint32_t)x);
    for (int i = 0; i < n; i++)
        big_times(&b, (uint32_t)y);
    return b;
}

/* ---- buckets ---- */

/* ⌊count · ln(x/first) / ln(distance/first)⌋ for first <= x < distance. */
static int log_step(long x, long first, long distance, int count)
{
    double steps = count * (elementary_log((double)x / (double)first) /
                            elementary_log((double)distance / (double)first));
    int k = (int)floor(steps + 0.5); /* the nearest integer, which rounding could miss */
    if (fabs(steps - k) > 1e-9)
        return (int)floor(steps);
    struct big have = big_power_product(x, count, 1, 0);
    struct big need = big_power_product(distance, k, first, count - k);
    int i = LIMBS - 1;
    while (i > 0 && have.limb[i] == need.limb[i])
        i--;
    return have.limb[i] >= need.limb[i] ? k : k - 1;
}

int t5_bucket(long offset, int buckets, long distance, bool two_sided)
{
    int side = two_sided ? buckets / 2 : buckets;
    int exact = side / 2;
    int base = two_sided && offset > 0 ? side : 0;
    long x = offset < 0 ? -offset : offset;
    if (!two_sided && offset > 0)
        x = 0;
    if (x < exact)
        return base + (int)x;
    if (x >= distance)
        return base + side - 1;
    int bucket = exact + log_step(x, exact, distance, side - exact);
    return base + (bucket < side ? bucket : side - 1);
}

static int bias_row(long i, long j, const struct config *c)
{
    return c->bias_row ? c->bias_row[j - i]
                       : t5_bucket(j - i, (int)c->pe_param[BUCKETS], (long)c->pe_param[DISTANCE],
                                   (int)c->pe_param[SIDED] == SIDED_TWO);
}

static double bias(long i, long j, int head, const struct config *c)
{
    return mat_at(c->pe_mat[TABLE], bias_row(i, j, c), head);
}

static void bias_back(struct mat *to, double d, const struct pe_pair *at, const struct config *c)
{
    if (mat_present(to[TABLE]))
        mat_row(to[TABLE], bias_row(at->query, at->key, c))[at->head] += d;
}

static bool t5_problem(const struct config *c, const char **what)
{
    bool two_sided = (int)c->pe_param[SIDED] == SIDED_TWO;
    int buckets = (int)c->pe_param[BUCKETS];
    int exact = (two_sided ? buckets / 2 : buckets) / 2;
    if (two_sided && (buckets % 2 != 0 || buckets < 4))
        *what = TEXT("two-sided t5 splits its buckets between left and right: buckets must be even and at "
                     "least 4 (try 32)");
    else if (c->pe_param[DISTANCE] <= exact)
        *what = two_sided ? TEXT("two-sided t5 needs a distance above a quarter of its buckets")
                          : TEXT("one-sided t5 needs a distance above half its buckets");
    else
        return false;
    return true;
}

const struct posenc_def pe_t5 = {
    .name = "t5",
    .title = TEXT("T5 bias"),
    .formula = TEXT("scaled[t, s] = q_t·k_s / scale + table[bucket(s − t), head]"),
    .help =
        TEXT("Adds one learned number to each scaled score, looked up by the distance s − t: near distances "
             "have a bucket each, far ones share buckets that widen logarithmically, and each head has "
             "its own column. From T5 (Raffel et al. 2020), which does not divide the scores by √d_k "
             "(set scale none). Until you set them, the numbers are random: normal, standard deviation 0.3."),
    .form = PE_FORM_BUCKETS,
    .params = {[BUCKETS] = {"buckets", 32, 2, T5_MAX_BUCKETS, true, NULL, TEXT("rows of the table")},
               [DISTANCE] = {"distance", 128, 2, T5_MAX_DISTANCE, true, NULL,
                             TEXT("distances from here on share the last bucket")},
               [SIDED] = {"sided", SIDED_TWO, 0, SIDED_ONE, true, "two one",
                          TEXT("two: separate buckets for left and right (encoder); one: only keys to the "
                               "left (causal decoder)")}},
    .matrices = {[TABLE] = {"table", TEXT("bias by bucket (row) and head (column)"), PE_FIRST, PE_HEADS, NULL,
                            "t5 table"}},
    .bias = bias,
    .bias_back = bias_back,
    .bias_row = bias_row,
    .problem = t5_problem,
};

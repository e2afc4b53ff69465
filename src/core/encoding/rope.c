/* Rotary position embedding (Su et al. 2021, RoFormer). In every head the columns
 * of a query or key form pairs. The pair (a, b) at position m is rotated to
 *     (a cos mω - b sin mω,  a sin mω + b cos mω),   ω_i = base^(-2i/dims).
 * Two pair layouts are in use: interleaved (columns 2i, 2i+1) and half
 * (columns i, i + dims/2). With dims < dk only the first dims columns rotate.
 *
 * The product of a rotated query and a rotated key is, pair by pair,
 *     (a a' + b b') cos δω + (a b' - b a') sin δω,   δ = query - key position.
 * These are the terms of the score, grouped into bands if there are many pairs.
 *
 * For texts longer than those of its training, a model turns its pairs more slowly, each in its own way:
 * linear (Chen et al. 2023), ntk and dynamic (a larger base), yarn (Peng et al. 2023) and llama3 (slow pairs
 * only, with a ramp between). The temperature multiplies what turns. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"
#include "core/math/elementary.h"

enum { LAYOUT, DIMS, SCALING, FACTOR, TRAINED, FAST, SLOW, TEMPERATURE };
enum { LAYOUT_INTERLEAVED, LAYOUT_HALF };
enum { SCALING_NONE, SCALING_LINEAR, SCALING_NTK, SCALING_DYNAMIC, SCALING_YARN, SCALING_LLAMA3 };
enum { MAX_OFFSETS = 2 * CONFIG_MAX_WORDS };
static const double two_pi = 6.28318530717958647692;

static int turned(const struct config *c)
{
    return c->pe_param[DIMS] > 0 ? (int)c->pe_param[DIMS] : c->dk;
}

static int rope_pairs(const struct config *c)
{
    return turned(c) / 2;
}

struct columns {
    int a, b;
};

static struct columns columns_of(int pair, const struct config *c)
{
    if ((int)c->pe_param[LAYOUT] == LAYOUT_HALF)
        return (struct columns){pair, pair + rope_pairs(c)};
    return (struct columns){2 * pair, 2 * pair + 1};
}

static int scaling_of(const struct config *c)
{
    return (int)c->pe_param[SCALING];
}

static double fast_of(const struct config *c)
{
    return c->pe_param[FAST] > 0 ? c->pe_param[FAST] : scaling_of(c) == SCALING_LLAMA3 ? 4 : 32;
}

/* Returns which pair turns `turns` times within the words of the training: D·ln(L/(2π·turns))/(2 ln base). */
static double pair_that_turns(double turns, const struct config *c)
{
    return turned(c) * elementary_log(c->pe_param[TRAINED] / (two_pi * turns)) /
           (2 * elementary_log(c->base));
}

static double within(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* Returns the pair's width, base and pace: ω_i is multiplied by the pace. */
static struct sines_pair hand_of(int pair, const struct config *c)
{
    struct sines_pair hand = {turned(c), pair, c->base, 1};
    double factor = c->pe_param[FACTOR], trained = c->pe_param[TRAINED], slow = c->pe_param[SLOW],
           fast = fast_of(c), words = c->start + c->n, slower = 0, lo, hi;
    double longer = factor;
    switch (scaling_of(c)) {
    case SCALING_LINEAR:
        slower = 1;
        break;
    case SCALING_DYNAMIC:
        longer = words > trained ? factor * words / trained - (factor - 1) : 1; /* fall through */
    case SCALING_NTK:
        hand.base = c->base * elementary_pow(longer, hand.d / (hand.d - 2.0));
        break;
    case SCALING_YARN:
        lo = fmax(floor(pair_that_turns(fast, c)), 0);
        hi = fmin(ceil(pair_that_turns(slow, c)), hand.d - 1);
        slower = within((pair - lo) / (hi > lo ? hi - lo : 0.001), 0, 1);
        break;
    case SCALING_LLAMA3:
        slower =
            1 - within((trained / sines_wavelength(hand.d, hand.base, pair) - slow) / (fast - slow), 0, 1);
        break;
    default:
        break;
    }
    hand.pace = slower > 0 ? (1 - slower) + slower / factor : 1;
    return hand;
}

double rope_longer(const struct config *c)
{
    double t = c->pe_param[TEMPERATURE];
    if (t > 0)
        return 1 / sqrt(t);
    return scaling_of(c) == SCALING_YARN ? 0.1 * elementary_log(c->pe_param[FACTOR]) + 1 : 1;
}

/* The sines of all pairs, then their cosines; each times length_of. */
static void hands(double *out, long pos, const struct config *c)
{
    const int count = rope_pairs(c);
    const double length = rope_longer(c);
    if (scaling_of(c) == SCALING_NONE) {
        sines_hands(out, out + count, turned(c), c->base, pos);
        return;
    }
    for (int i = 0; i < count; i++)
        sines_walk(&out[i], &out[count + i], 1, pos, hand_of(i, c));
    for (int i = 0; i < 2 * count; i++)
        out[i] *= length;
}

static void rotate(double *row, const double *hands, double way, const struct config *c)
{
    const int count = rope_pairs(c), next = columns_of(1, c).a, mate = columns_of(0, c).b;
    for (int i = 0; i < count; i++) {
        double *at = row + i * next, a = at[0], b = at[mate], s = way * hands[i], co = hands[count + i];
        at[0] = a * co - b * s;
        at[mate] = a * s + b * co;
    }
}

static double rope_angle(long pos, int pair, const struct config *c)
{
    struct sines_pair hand = hand_of(pair, c);
    return sines_angle(hand.d, hand.base, pos, pair) * hand.pace;
}

/* ---- terms: bands of pairs, then the unrotated columns ---- */

static bool has_rest(const struct config *c)
{
    return turned(c) < c->dk;
}

static int band_size(const struct config *c)
{
    int most = PE_MAX_TERMS - has_rest(c);
    return rope_pairs(c) > most ? (rope_pairs(c) + most - 1) / most : 1;
}

static int band_count(const struct config *c)
{
    return (rope_pairs(c) + band_size(c) - 1) / band_size(c);
}

static int term_count(const struct config *c)
{
    return band_count(c) + has_rest(c);
}

/* Returns the end (exclusive) of band t. */
static int band_end(int t, const struct config *c)
{
    int end = (t + 1) * band_size(c);
    return end < rope_pairs(c) ? end : rope_pairs(c);
}

static char *put_number(char *out, int n)
{
    char digits[12];
    int count = 0;
    do
        digits[count++] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    while (count > 0)
        *out++ = digits[--count];
    *out = '\0';
    return out;
}

static struct pe_term rope_term(int t, const struct config *c, char name[16])
{
    if (t == band_count(c)) {
        strcpy(name, "rest");
        return (struct pe_term){.name = name,
                                .help = TEXT("do the columns that do not turn agree?"),
                                .title = TEXT("not turned")};
    }
    int first = t * band_size(c), last = band_end(t, c) - 1;
    strcpy(name, first < last ? "pairs" : "pair");
    char *end = put_number(name + strlen(name), first);
    if (first < last)
        put_number(strcpy(end, "-") + 1, last);
    return (struct pe_term){
        .name = name, .help = TEXT("do both, turned by their places, agree?"), .pairs = {first, last + 1}};
}

/* out += one pair's share of the product (formula above) */
static void add_pair(struct mat out, int pair, const struct pe_scene *s)
{
    double sines[MAX_OFFSETS], cosines[MAX_OFFSETS];
    struct columns at = columns_of(pair, s->c);
    int n = s->q.rows, keys = s->k.rows;
    const double length = scaling_of(s->c) ? rope_longer(s->c) * rope_longer(s->c) : 1;
    /* the distance of query r and key j is r - j = (1 - keys) + (r + keys - 1 - j) */
    sines_walk(sines, cosines, n + keys - 1, 1 - keys, hand_of(pair, s->c));
    for (int r = 0; r < n; r++) {
        double a = mat_at(s->q, r, at.a), b = mat_at(s->q, r, at.b);
        double *row = mat_row(out, r);
        for (int j = 0; j < keys; j++) {
            const double *k = mat_row(s->k, j);
            int offset = r + keys - 1 - j;
            double along = a * k[at.a] + b * k[at.b], across = a * k[at.b] - b * k[at.a];
            row[j] += (along * cosines[offset] + across * sines[offset]) * length;
        }
    }
}

static void rope_terms(struct mat *out, const struct pe_scene *s)
{
    const struct config *c = s->c;
    int dims = turned(c), rest = c->dk - dims;
    for (int t = 0; t < band_count(c); t++) {
        mat_fill(out[t], 0);
        for (int pair = t * band_size(c);
             pair < band_end(t, c) && work_on(s->work, 4.0 * s->q.rows * s->k.rows); pair++)
            add_pair(out[t], pair, s);
    }
    if (has_rest(c))
        mat_mul_t_on(out[band_count(c)], mat_columns(s->q, dims, rest), mat_columns(s->k, dims, rest),
                     s->work);
}

static bool rope_counts(const struct config *c)
{
    return scaling_of(c) == SCALING_DYNAMIC;
}

static bool rope_problem(const struct config *c, const char **what)
{
    int dims = (int)c->pe_param[DIMS], kind = scaling_of(c);
    double trained = c->pe_param[TRAINED];
    if (dims > c->dk)
        *what =
            TEXT("rope cannot rotate more columns than a head has: dims must be at most dk (0: all of them)");
    else if (dims % 2 != 0)
        *what = TEXT("rope rotates columns in pairs: dims must be even (0: all columns of the head)");
    else if (dims == 0 && c->dk % 2 != 0)
        *what = TEXT("rope rotates columns in pairs: dk must be even (try set dk 2 or dk 4, or rotate fewer "
                     "with dims)");
    else if ((kind == SCALING_NTK || kind == SCALING_DYNAMIC) && turned(c) <= 2)
        *what = kind == SCALING_NTK ? TEXT("ntk needs more than one pair of columns")
                                    : TEXT("dynamic needs more than one pair of columns");
    else if (kind == SCALING_DYNAMIC && trained == 0)
        *what = TEXT("dynamic needs trained=… (how many words it was trained on)");
    else if (kind == SCALING_YARN && trained == 0)
        *what = TEXT("yarn needs trained=… (how many words it was trained on)");
    else if (kind == SCALING_LLAMA3 && trained == 0)
        *what = TEXT("llama3 needs trained=… (how many words it was trained on)");
    else if (kind == SCALING_YARN && trained < two_pi * c->pe_param[SLOW])
        *what = TEXT("trained must be at least 2π·slow: no pair turns so slowly within it");
    else if (kind >= SCALING_YARN && c->pe_param[SLOW] >= fast_of(c))
        *what = TEXT("slow must be below fast (turns within the words of the training)");
    else
        return false;
    return true;
}

const struct posenc_def pe_rope = {
    .name = "rope",
    .title = TEXT("rotary (RoPE)"),
    .formula = TEXT("score = (R(pos_t) q_t)·(R(pos_s) k_s) = q_t·R(pos_s − pos_t) k_s"),
    .help = TEXT("Rotates every pair of columns of the queries and keys by an angle that grows with the "
                 "position, after the projections and before their product, so position enters a score "
                 "only as the distance, whatever the weights are. Values are not rotated. From RoFormer (Su "
                 "et al. 2021), made popular by LLaMA."),
    .form = PE_FORM_ROTATION,
    .params = {[LAYOUT] = {"layout", LAYOUT_INTERLEAVED, 0, LAYOUT_HALF, true, "interleaved half",
                           TEXT("which columns form a pair: 2i and 2i+1, or i and i + dims/2")},
               [DIMS] = {"dims", 0, 0, CONFIG_MAX_D, true, NULL,
                         TEXT("how many leading columns of a head are rotated, 0: all")},
               [SCALING] = {"scaling", SCALING_NONE, 0, SCALING_LLAMA3, true,
                            "none linear ntk dynamic yarn llama3",
                            TEXT("how the pairs are slowed for longer texts")},
               [FACTOR] = {"factor", 1, 1, 1e6, false, NULL, TEXT("how many times longer than in training"),
                           1 + SCALING},
               [TRAINED] = {"trained", 0, 0, 1e9, true, NULL, TEXT("how many words it was trained on"),
                            1 + SCALING},
               [FAST] = {"fast", 0, 0, 1e6, false, NULL,
                         TEXT("pairs that turn as often in training stay as they are (auto: 32, llama3 4)"),
                         1 + SCALING, "auto"},
               [SLOW] = {"slow", 1, 1e-6, 1e6, false, NULL,
                         TEXT("pairs that turn as rarely in training are slowed in full"), 1 + SCALING},
               [TEMPERATURE] =
                   {"temperature", 0, 0, 1e6, false, NULL,
                    TEXT("scores of turned columns are divided by it (auto: 1, with yarn its own)"),
                    1 + SCALING, "auto"}},
    .hands = hands,
    .rotate = rotate,
    .term_count = term_count,
    .term = rope_term,
    .terms = rope_terms,
    .replaces_product = true,
    .angle = rope_angle,
    .pairs = rope_pairs,
    .counts = rope_counts,
    .problem = rope_problem,
};

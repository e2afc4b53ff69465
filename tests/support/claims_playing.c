/* Claims of the flow while it plays, of places and clocks, and of what is asked of a word. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "support/claims.h"

static const struct look *look_of(const struct claims *c)
{
    return &c->m->now.state.look;
}

/* Some target asks a word for an answer, but none asks this one. */
static bool not_asked(const struct claims *c)
{
    const struct config *k = &c->of[0].now->config;
    bool others = false;
    for (int i = 0; i < k->target_count; i++) {
        if (k->target[i].head < 0 && k->target[i].at == c->of[0].query)
            return false;
        others = others || k->target[i].head < 0;
    }
    return others;
}

/* cat: dog: the class with the largest share. */
static bool answers_briefly(const struct claims *c)
{
    struct mat p = c->m->now.trace.probs;
    const struct sequence *classes = c->m->now.state.classes;
    double most = 0;
    for (int j = 0; j < p.cols; j++)
        most = fmax(most, mat_at(p, look_of(c)->query, j));
    for (int j = 0; j < p.cols; j++)
        if (mat_at(p, look_of(c)->query, j) == most && claims_names(c, &c->of[0], classes, j, &c->piece[1]))
            return not_asked(c) &&
                   claims_names(c, &c->of[0], c->m->now.state.sentence, look_of(c)->query, &c->piece[0]);
    return false;
}

/* Key by key in turn, the query has met those up to the one that is named. */
static bool highest_so_far(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    const struct claim_piece *word = &c->piece[c->pieces - 2], *score = &c->piece[c->pieces - 1];
    for (int h = 0; h < of->now->config.heads; h++) {
        struct mat s = attention_head(of->a, of->a->map[MAP_SCORES], h);
        double most = -INFINITY;
        for (int k = 0; k < s.cols; k++) {
            most = fmax(most, mat_at(s, of->query, k));
            if (isnan(mat_at(s, of->query, k)))
                break;
            if (claims_names(c, of, of->keys, k, word) && claims_number(score, mat_at(s, of->query, k)) &&
                mat_at(s, of->query, k) == most)
                return true;
        }
    }
    return false;
}

/* h of the asking word is x, with p or alone. */
static bool h_is(const struct claims *c, bool placed)
{
    const struct trace *t = &c->m->now.trace;
    struct mat X = t->X, P = t->P, H = c->m->now.trace.layer[look_of(c)->layer].self.H;
    int q = look_of(c)->query;
    if (look_of(c)->layer > 0 || mat_present(P) != placed)
        return false;
    for (int j = 0; j < X.cols; j++) {
        double sum = mat_at(X, q, j) + (placed ? mat_at(P, q, j) : 0);
        if (fabs(sum - mat_at(H, q, j)) > 1e-9 * fabs(sum))
            return false;
    }
    return true;
}

static bool merges(const struct claims *c)
{
    return h_is(c, true);
}

static bool meaning_alone(const struct claims *c)
{
    return h_is(c, false);
}

/* A norm is between, and it changes something. */
static bool normed_first(const struct claims *c)
{
    const struct config *k = &c->m->now.config;
    return (config_norms_before(k) || k->embed_norm) && !h_is(c, true) && !h_is(c, false);
}

/* What is heard is what came in here and did not come into the first layer. */
static bool hears_below(const struct claims *c)
{
    const struct trace *t = &c->m->now.trace;
    struct mat first = t->layer[0].in, in = t->layer[look_of(c)->layer].in;
    int q = look_of(c)->query;
    bool ok = look_of(c)->layer > 0 && mat_present(t->P);
    for (int j = 0; ok && j < in.cols; j++) {
        double h = mat_at(in, q, j),
               sum = mat_at(t->X, q, j) + mat_at(t->P, q, j) + (h - mat_at(first, q, j));
        ok = fabs(sum - mat_at(t->layer[look_of(c)->layer].self.H, q, j)) <= 1e-9 * (1 + fabs(sum));
    }
    return ok;
}

static bool from_below(const struct claims *c)
{
    return look_of(c)->layer > 0;
}

/* With every head the shares of the asking word add up to 1. */
static bool all_shared_out(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    for (int h = 0; h < of->now->config.heads; h++) {
        double sum = 0;
        for (int k = 0; k < of->keys->count; k++)
            sum += claims_shares(of, h)[k];
        if (!(fabs(sum - 1) < 1e-9))
            return false;
    }
    return true;
}

/* Of the asking word, where it is named: with some head the key that is named has the largest number of a
 * map, as it is printed. The pieces are words and a number, in an order of the language's own. */
static bool largest_in(const struct claims *c, int map)
{
    const struct claim_scene *of = &c->of[0];
    bool asks = c->pieces < 3, is = false;
    for (int p = 0; p < c->pieces; p++)
        asks = asks || claims_names(c, of, of->now->state.sentence, of->query, &c->piece[p]);
    for (int h = 0; h < of->now->config.heads; h++) {
        struct mat m = attention_head(of->a, of->a->map[map], h);
        for (int k = 0; k < m.cols; k++) {
            bool most = true, named = false, counted = false;
            for (int j = 0; j < m.cols; j++)
                most = most && !(mat_at(m, of->query, j) > mat_at(m, of->query, k));
            for (int p = 0; p < c->pieces; p++) {
                named = named || claims_names(c, of, of->keys, k, &c->piece[p]);
                counted = counted || claims_number(&c->piece[p], mat_at(m, of->query, k));
            }
            is = is || (most && named && counted);
        }
    }
    return asks && is;
}

static bool fits_best(const struct claims *c)
{
    return largest_in(c, MAP_SCORES);
}

static bool has_most(const struct claims *c)
{
    return largest_in(c, MAP_WEIGHTS);
}

static bool some_head_empty(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    for (int h = 0; h < of->now->config.heads; h++) {
        int read = 0;
        for (int k = 0; k < of->keys->count; k++)
            read += claims_shares(of, h)[k] != 0;
        if (read == 0)
            return true;
    }
    return false;
}

/* Of a clock: several hands, of different speed, whose sines and cosines are added. */
static bool many_hands(const struct claims *c)
{
    const struct config *k = &c->m->now.config;
    double a[CONFIG_MAX_D] = {0}, slow, fast;
    if (!k->pe->angle || !k->pe->row || k->d < 3 || k->pe->grid || !k->pe->row(a, 0, k))
        return false;
    fast = k->pe->angle(1, 0, k) - k->pe->angle(0, 0, k);
    slow = k->pe->angle(1, k->d / 2 - 1, k) - k->pe->angle(0, k->d / 2 - 1, k);
    return fabs(slow) < fabs(fast) && fabs(a[1]) > 0.5; /* a cosine at 0 */
}

static bool places_added(const struct claims *c)
{
    return look_of(c)->layer == 0 && mat_present(c->m->now.trace.P);
}

/* The mean cosine of rows of P that are so far apart, less their mean. */
static double alike_apart(struct mat P, int apart)
{
    double centre[CONFIG_MAX_D] = {0}, sum = 0;
    for (int i = 0; i < P.rows; i++)
        for (int j = 0; j < P.cols; j++)
            centre[j] += mat_at(P, i, j) / P.rows;
    for (int i = 0; i + apart < P.rows; i++) {
        double ab = 0, aa = 0, bb = 0;
        for (int j = 0; j < P.cols; j++) {
            double a = mat_at(P, i, j) - centre[j], b = mat_at(P, i + apart, j) - centre[j];
            ab += a * b;
            aa += a * a;
            bb += b * b;
        }
        sum += aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
    }
    return sum / (P.rows - apart);
}

/* No distance, up to half the places, at which they are clearly more alike than a step nearer and further. */
static bool no_clock(const struct claims *c)
{
    struct mat P = c->m->now.trace.P;
    for (int k = 2; mat_present(P) && k + 1 < P.rows && k <= P.rows / 2; k++)
        if (alike_apart(P, k) > 0.5 && alike_apart(P, k) > alike_apart(P, k - 1) + 0.1 &&
            alike_apart(P, k) > alike_apart(P, k + 1) + 0.1)
            return false;
    return true;
}

/* So many hours, so far apart: as alike as is said, and more so than a step nearer and further. */
static bool clock_of(const struct claims *c)
{
    struct mat P = c->m->now.trace.P;
    int k = (int)c->piece[0].x;
    return mat_present(P) && k == (int)c->piece[1].x && k >= 2 && k + 1 < P.rows &&
           alike_apart(P, k) > alike_apart(P, k - 1) && alike_apart(P, k) > alike_apart(P, k + 1) &&
           (c->pieces < 3 || claims_number(&c->piece[2], alike_apart(P, k)));
}

static bool has_no_gradient(const struct claims *c)
{
    const struct posenc_def *pe = c->m->now.config.pe;
    return pe->value || (pe->terms && !pe->rotate); /* of RoPE the terms are parts of a product */
}

const struct claim claims_of_playing[] = {
    {"highest so far: %w %n", "目前最高：%w %n", highest_so_far},
    {"meaning and place merge, number by number: x + p = h", "词义和位置逐个数相加，x + p = h", merges},
    {"Meaning plus place: x + p = h", "词义加位置：x + p = h", merges},
    {"%w holds up the card that fits the note of %w best: %n", "%w 的纸条和 %w 的卡片最相配：%n", fits_best},
    {"%w has the best card: %n", "%w 的卡片最相配：%n", fits_best},
    {"%w has shared out one whole: %w gets %n of it", "%w 分完了整个 1：%w 分到 %n", has_most},
    {"%w gets %n of one whole", "整个 1 里，%w 分到 %n", has_most},
    {"%n of the answer that %w takes home is from %w", "%w 拿走的答案里，%n 是 %w 的", has_most},
    {"%n of the answer is from %w", "答案里 %n 是 %w 的", has_most},
    {"Without positions h is the meaning", "没有位置：h 就是词义", meaning_alone},
    {"h is what comes in, after a norm", "进来的数先规范化，得到 h", normed_first},
    {"h is what the layer below hands on", "h 来自下面一层", from_below},
    {"Meaning + place + heard below = h", "词义 + 位置 + 下面听到的 = h", hears_below},
    {"one whole is shared out", "再把整个 1 分出去", all_shared_out},
    {"each as wide as its share", "份额多大，就流得多宽", all_shared_out},
    {"Answers: as wide as their shares", "答案往下流，宽窄看份额", all_shared_out},
    {"takes home the answers, mixed by their shares", "拿走按份额混好的答案", all_shared_out},
    {"The answers are mixed: the output", "答案混好了，得出输出", all_shared_out},
    {"Where no key is left, nothing is read", "没有剩下键的头，什么也没读", some_head_empty},
    {"^%w: %w; nothing is asked here", "^%w：%w；这里不考", answers_briefly},
    {"; nothing is asked here", "；这里不考", not_asked},
    {"one clock, many hands, fast and slow", "一个钟，许多根针，有快有慢", many_hands},
    {"meanings and places, multiplied", "词义与位置两两相乘", places_added},
    {"no clock: no distance at which positions are alike", "不是钟：没有哪个距离上的位置特别像", no_clock},
    {"a clock with %d hours: positions %d apart are alike (%n)",
     "一个有 %d 个钟点的钟：相隔 %d 的位置很像（%n）", clock_of},
    {"^this encoding cannot be trained yet: its terms have no gradient here%s$",
     "^这种编码还不能训练：它的各项在这里没有梯度%s$", has_no_gradient},
    {NULL, NULL, NULL},
};

/* Claims about two states side by side: what the right one reads otherwise than the left one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "study/comparison.h"
#include "study/cursor.h"
#include "support/claims.h"
#include "view/screen.h"

static const struct look *look_of(const struct claims *c)
{
    return &c->m->now.state.look;
}

struct sides {
    const struct scene *now, *other;
    const struct attention *a, *b;
    int query, partner;
    const struct sequence *left, *right;
};

static bool sides_of(const struct claims *c, struct sides *s)
{
    const char *pin;
    *s = (struct sides){.now = &c->m->now, .other = session_beside(c->m, &pin), .query = look_of(c)->query};
    if (!s->other)
        return false;
    int stage = cursor_compared(look_of(c)), l = (int)fmin(look_of(c)->layer, s->other->config.layers - 1);
    s->a = stage_attention(&s->now->trace.layer[look_of(c)->layer], stage);
    s->b = stage_attention(&s->other->trace.layer[l], stage);
    if (s->b->heads == 0)
        s->b = &s->other->trace.layer[l].self;
    bool left = config_crosses(&s->now->config) || s->a == &s->now->trace.layer[look_of(c)->layer].cross,
         right = config_crosses(&s->other->config) || s->b == &s->other->trace.layer[l].cross;
    s->left = left ? s->now->state.memory : s->now->state.sentence;
    s->right = right ? s->other->state.memory : s->other->state.sentence;
    s->partner = comparison_word(&s->now->state, s->now->state.sentence, s->query, &s->other->state,
                                 s->other->state.sentence);
    return true;
}

static double left_share(const struct sides *s, int h, int k)
{
    return mat_at(attention_head(s->a, s->a->map[MAP_WEIGHTS], h), s->query, k);
}

static double right_share(const struct sides *s, int h, int k)
{
    return mat_at(attention_head(s->b, s->b->map[MAP_WEIGHTS], h), s->partner, k);
}

/* The largest difference of a share of head h between the two sides. */
static double apart(const struct sides *s, int h)
{
    double most = 0;
    for (int k = 0; k < s->left->count; k++) {
        int j = comparison_word(&s->now->state, s->left, k, &s->other->state, s->right);
        most = fmax(most, fabs(left_share(s, h, k) - (j < 0 ? 0 : right_share(s, h, j))));
    }
    for (int j = 0; j < s->right->count; j++)
        if (comparison_word(&s->other->state, s->right, j, &s->now->state, s->left) < 0)
            most = fmax(most, right_share(s, h, j));
    return most;
}

static double most_apart(const struct sides *s)
{
    double most = 0;
    for (int h = 0; h < s->a->heads; h++)
        most = fmax(most, apart(s, h));
    return most;
}

/* How far the output of the asking word moved. */
static double carried(const struct sides *s)
{
    struct mat a = trace_final(&s->now->trace), b = trace_final(&s->other->trace);
    double most = 0;
    if (a.cols != b.cols)
        return -1;
    for (int j = 0; j < a.cols; j++)
        most = fmax(most, fabs(mat_at(a, s->query, j) - mat_at(b, s->partner, j)));
    return most;
}

static double size_of(const struct sides *s)
{
    return fmax(
        1, fmax(mat_max_finite(trace_final(&s->now->trace)), mat_max_finite(trace_final(&s->other->trace))));
}

static bool identical(const struct claims *c)
{
    struct sides s;
    return sides_of(c, &s) && s.partner >= 0 && most_apart(&s) <= 1e-11 &&
           carried(&s) <= 1e-11 * size_of(&s) && carried(&s) >= 0;
}

static bool reads_the_same(const struct claims *c)
{
    struct sides s;
    return sides_of(c, &s) && s.partner >= 0 && most_apart(&s) < 0.00501 &&
           (c->pieces < 2 || fabs(carried(&s) - c->piece[1].x) <= 0.06 * carried(&s) ||
            claims_number(&c->piece[1], carried(&s)));
}

static bool not_on_the_right(const struct claims *c)
{
    struct sides s;
    return sides_of(c, &s) && s.partner < 0;
}

/* The key that a side reads most with a head is called so. */
static bool most_is(const struct claims *c, const struct sides *s, int h, bool right,
                    const struct claim_piece *name)
{
    const struct sequence *keys = right ? s->right : s->left;
    struct claim_scene of = {.now = right ? s->other : s->now};
    double most = 0;
    for (int k = 0; k < keys->count; k++)
        most = fmax(most, right ? right_share(s, h, k) : left_share(s, h, k));
    for (int k = 0; k < keys->count; k++)
        if (claims_names(c, &of, keys, k, name) &&
            (right ? right_share(s, h, k) : left_share(s, h, k)) >= most - 1e-12)
            return true;
    return false;
}

/* The key that both sides read most with a head is called so on the right. On the left it may be another form
 * of it: she, her. */
static bool both_most(const struct claims *c, const struct sides *s, int h, const struct claim_piece *name)
{
    struct claim_scene there = {.now = s->other};
    double most = 0;
    for (int k = 0; k < s->left->count; k++)
        most = fmax(most, left_share(s, h, k));
    for (int k = 0; k < s->left->count; k++) {
        int j = comparison_word(&s->now->state, s->left, k, &s->other->state, s->right);
        if (j >= 0 && left_share(s, h, k) >= most - 1e-12 && claims_names(c, &there, s->right, j, name))
            return most_is(c, s, h, true, name);
    }
    return false;
}

/* A word's share on the right, by its name there; 0 if it is not there. */
static double share_on_the_right(const struct claims *c, const struct sides *s, int h,
                                 const struct claim_piece *name)
{
    struct claim_scene of = {.now = s->now}, there = {.now = s->other};
    for (int k = 0; k < s->left->count; k++)
        if (claims_names(c, &of, s->left, k, name)) {
            int j = comparison_word(&s->now->state, s->left, k, &s->other->state, s->right);
            return j < 0 ? 0 : right_share(s, h, j);
        }
    for (int j = 0; j < s->right->count; j++)
        if (claims_names(c, &there, s->right, j, name))
            return right_share(s, h, j);
    return -1;
}

static bool phrase_holds(const struct claims *c, const struct sides *s, const char *t, int n, int head)
{
    struct claims in;
    char bare[400];
    snprintf(bare, sizeof bare, "%.*s", n, t);
    char *with = strstr(bare, c->lang == LANG_EN ? " (head " : "（头 ");
    if (with) {
        head = atoi(with + strcspn(with, "0123456789")) - 1;
        *with = '\0';
    }
    n = (int)strlen(bare);
    if (head < 0 || head >= s->a->heads || head >= s->b->heads)
        return false;
    if (claims_within(c, &in, "as before", "照旧", bare, n))
        return apart(s, head) < 0.00501;
    if (claims_within(c, &in, "with shares up to %n apart", "份额最多差了 %n", bare, n))
        return claims_number(&in.piece[0], apart(s, head));
    if (claims_within(c, &in, "%w most, %n → %n", "读得最多的仍是 %w，%n → %n", bare, n))
        return both_most(c, s, head, &in.piece[0]) &&
               claims_number(&in.piece[2], share_on_the_right(c, s, head, &in.piece[0]));
    if (claims_within(c, &in, "%w, not %w", "读 %w，不再读 %w", bare, n))
        return most_is(c, s, head, true, &in.piece[0]) && most_is(c, s, head, false, &in.piece[1]) &&
               share_on_the_right(c, s, head, &in.piece[1]) < 0.1;
    if (claims_within(c, &in, "%w more than %w", "读 %w 多于 %w", bare, n))
        return most_is(c, s, head, true, &in.piece[0]) &&
               share_on_the_right(c, s, head, &in.piece[1]) < share_on_the_right(c, s, head, &in.piece[0]);
    return false;
}

static bool on_the_right(const struct claims *c)
{
    struct sides s;
    char all[800], *p = all;
    const struct claim_piece *list = &c->piece[1];
    if (!sides_of(c, &s) || s.partner < 0)
        return false;
    snprintf(all, sizeof all, "%.*s", list->n, list->s);
    char *cross = strstr(all, c->lang == LANG_EN ? ": the lines cross" : "，线交叉了");
    if (cross)
        *cross = '\0';
    for (int h = s.a->heads == 1 ? 0 : -1; p && *p;) {
        const char *gap = c->lang == LANG_EN ? "; " : "；";
        char *end = strstr(p, gap);
        if (end) {
            *end = '\0';
            end += strlen(gap);
        }
        struct claims in;
        if (!claims_within(c, &in, "%d more heads differ", "另有 %d 个头变了", p, (int)strlen(p)) &&
            !claims_within(c, &in, "head %d differs too", "头 %d 也变了", p, (int)strlen(p)) &&
            !phrase_holds(c, &s, p, (int)strlen(p), h))
            return false;
        p = end;
    }
    return true;
}

/* 猫 0.98, 追 0.01: all shares of a side, in order. */
static bool side_is(const struct claims *c, const struct sides *s, int h, bool right,
                    const struct claim_piece *list)
{
    char all[4000], *p = all;
    const struct sequence *keys = right ? s->right : s->left;
    struct claim_scene of = {.now = right ? s->other : s->now};
    struct claims in = *c;
    snprintf(all, sizeof all, "%.*s", list->n, list->s);
    for (int k = 0; k < keys->count; k++) {
        in.begin = p;
        int n = claims_match(&in, "%w %n", p);
        if (n < 0 || !claims_names(c, &of, keys, k, &in.piece[0]) ||
            !claims_number(&in.piece[1], right ? right_share(s, h, k) : left_share(s, h, k)))
            return false;
        p += n;
        p += strncmp(p, ", ", 2) == 0 ? 2 : strncmp(p, "，", 3) == 0 ? 3 : 0;
    }
    return *p == '\0';
}

static bool both_sides_read(const struct claims *c)
{
    struct sides s;
    if (!sides_of(c, &s) || s.partner < 0)
        return s.other != NULL; /* without a partner another word is shown */
    int h = (int)c->piece[0].x - 1;
    return h < s.a->heads && h < s.b->heads && side_is(c, &s, h, false, &c->piece[2]) &&
           side_is(c, &s, h, true, &c->piece[4]);
}

bool claims_read_briefly(const struct claims *c)
{
    struct claims in = *c;
    const char *from = c->piece[0].s + c->piece[0].n + strlen("："); /* the pattern may have its first word */
    if (c->lang == LANG_ZH && strncmp(from - strlen("："), "：", strlen("：")) == 0) {
        in.piece[1].n += (int)(in.piece[1].s - from);
        in.piece[1].s = from;
    }
    return on_the_right(&in) || claims_most_read(c);
}

static bool mean_output(const struct claims *c)
{
    for (int i = 0; i < 4; i++) {
        const struct order_corner *k = &c->m->order.corner[i / 2][i % 2];
        double x = c->piece[0].x;
        if (k->known && (claims_number(&c->piece[0], k->mean) || fabs(x - k->mean) < 0.06 * k->mean ||
                         (k->mean_rounding && x < 1e-11) || (isnan(x) && isnan(k->mean))))
            return true;
    }
    return c->m->now.config.layers > 1; /* 平均 is also a kind of head, measured beside the layers */
}

static bool nothing_shared(const struct claims *c)
{
    for (int k = 0; k < c->of[0].keys->count; k++)
        if (claims_shares(&c->of[0], look_of(c)->head)[k] != 0)
            return false;
    return true;
}

const struct claim claims_of_sides[] = {
    {"nothing is shared out", "没有可分的：键全被遮住", nothing_shared},
    {"%w cannot tell: the two pictures are identical", "%w 分不出来：两幅图一模一样", identical},
    {"%w: both pictures are the same", "%w：两幅图一模一样", identical},
    {"%w reads the same words with the same shares", "%w 读的词和份额都没有变", reads_the_same},
    {"%w reads the same; what it carries away moved by %n", "%w 读的没有变；带走的移动了 %n", reads_the_same},
    {"%w is not in the sentence on the right", "%w 不在右边的句子里", not_on_the_right},
    {"On the right %w reads %s.$", "右边的 %w：%s。$", on_the_right},
    {"Head %d, what %w reads, now: %s; %s: %s.$", "头 %d，%w 读的份额，现在：%s；%s：%s。$", both_sides_read},
    {"^mean output <1e-12", "^平均输出 <1e-12", NULL},
    {"^mean output %n", "^平均输出 %n", mean_output},
    {"^mean <1e-12", "^平均 <1e-12", NULL},
    {"^mean %n$", "^平均 %n$", mean_output},
    {NULL, NULL, NULL},
};

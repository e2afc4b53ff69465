#include <math.h>
#include <string.h>

#include "tap/diagnose.h"

enum { FIRST_LEAST = -3, FIRST_MOST = 64, WIDEST = 1024 };

/* A way in which rows after a rotation follow from those before. */
struct turning {
    enum turn turn;
    bool crossed, backwards;
    int first; /* beside the position that is expected */
    int d;     /* columns that turn */
};

static bool alike(const struct turning *a, const struct turning *b)
{
    return a->turn == b->turn && a->crossed == b->crossed && a->backwards == b->backwards && a->d == b->d;
}

static int expected_position(const struct dumped *a, bool query, int t)
{
    return query ? attention_position(a, t) : t;
}

/* Returns whether the row after is the row before, turned. */
static bool row_turned(const struct dumped *a, enum dump_part after, const struct turning *how,
                       const int at[3], double tolerance)
{
    const struct strided *from = &a->of[after - PART_Q + PART_Q_PRE], *to = &a->of[after];
    int d = after == PART_V ? a->dv : a->d, b = at[0], h = at[1], t = at[2];
    double x[WIDEST];
    for (int c = 0; c < d; c++)
        x[c] = view_at(from, b, h, t, c);
    double position = expected_position(a, after == PART_Q, t) + how->first;
    turned(x, how->d, how->backwards ? -position : position, a->base, how->turn, how->crossed);
    for (int c = 0; c < d; c++)
        if (!(fabs(x[c] - view_at(to, b, h, t, c)) <= tolerance))
            return false;
    return true;
}

static bool all_turned(const struct dumped *a, enum dump_part after, const struct turning *how)
{
    const struct strided *to = &a->of[after];
    double most = 0, u = fmax(array_rounding(to->of), array_rounding(a->of[after - PART_Q + PART_Q_PRE].of));
    int rows = (int)to->size[2], d = (int)to->size[3];
    for (int b = 0; b < to->size[0]; b++)
        for (int h = 0; h < to->size[1]; h++)
            for (int t = 0; t < rows; t++)
                for (int c = 0; c < d; c++)
                    most = fmax(most, fabs(view_at(to, b, h, t, c)));
    for (int b = 0; b < to->size[0]; b++)
        for (int h = 0; h < to->size[1]; h++)
            for (int t = rows; t-- > 0;) /* the last turns most */
                if (!row_turned(a, after, how, (int[]){b, h, t}, 16 * u * most))
                    return false;
    return true;
}

/* Columns that change: the others are not turned. */
static int columns_turned(const struct dumped *a, enum dump_part after)
{
    const struct strided *from = &a->of[after - PART_Q + PART_Q_PRE], *to = &a->of[after];
    int last = 0;
    for (int b = 0; b < to->size[0]; b++)
        for (int h = 0; h < to->size[1]; h++)
            for (int t = 0; t < to->size[2]; t++)
                for (int c = last; c < to->size[3]; c++)
                    if (view_at(from, b, h, t, c) != view_at(to, b, h, t, c))
                        last = c + 1;
    return last + last % 2;
}

/* Finds how the rows turn, as `like` if they can (NULL: anything). Returns false if nothing fits. */
static bool find_turning(const struct dumped *a, enum dump_part after, const struct turning *like,
                         struct turning *out)
{
    int d = after == PART_V ? a->dv : a->d, part = columns_turned(a, after);
    for (int way = 0; way < 16; way++) {
        struct turning how = {.turn = way & 1 ? TURN_NEIGHBOURS : TURN_HALVES,
                              .crossed = way >> 1 & 1,
                              .backwards = way >> 2 & 1,
                              .d = way >> 3 ? part : d};
        if (like && !alike(&how, like))
            continue;
        for (int n = 0; n <= FIRST_MOST - FIRST_LEAST; n++) {
            how.first = n == 0 ? 0 : n <= FIRST_MOST ? n : FIRST_MOST - n;
            if (all_turned(a, after, &how)) {
                *out = how;
                return true;
            }
        }
    }
    return false;
}

/* What is said of q and k, which both fit something. */
static void compare_turnings(struct verdict *v, struct turning q, struct turning k)
{
    const struct dumped *a = &v->read;
    struct turning other;
    /* With two columns, or at position 0, several ways fit: the one that fits both. */
    if (!alike(&q, &k)) {
        if (find_turning(a, PART_K, &q, &other))
            k = other;
        else if (find_turning(a, PART_Q, &k, &other))
            q = other;
    }
    struct way way = {.turn = q.turn};
    if (q.crossed || k.crossed)
        verdict_find(v, FAULT_ROPE_TABLE, &way, NULL, 0, 0);
    else if (q.turn != k.turn)
        verdict_find(v, FAULT_ROPE_MIXED, &way, NULL, 0, 0);
    else if (q.backwards != k.backwards)
        verdict_find(v, FAULT_ROPE_SIGN, &way, NULL, 0, 0);
    else if (q.first != k.first)
        verdict_find(v, FAULT_ROPE_OFFSET, &way, NULL, q.first + expected_position(a, true, 0), k.first);
    else
        verdict_hold(v, RELATION_ROPE, 0, &way);
}

void verdict_rotation(struct verdict *v)
{
    const struct dumped *a = &v->read;
    struct turning q, k, value;
    struct way way = {0};
    if (a->d > WIDEST || a->dv > WIDEST)
        return;
    bool has_q = a->of[PART_Q].of && a->of[PART_Q_PRE].of, has_k = a->of[PART_K].of && a->of[PART_K_PRE].of;
    bool same_q = has_q && columns_turned(a, PART_Q) == 0, same_k = has_k && columns_turned(a, PART_K) == 0;
    if (has_q && has_k && same_q != same_k && a->queries > 1 && a->keys > 1)
        verdict_find(v, same_q ? FAULT_ROPE_Q_MISSING : FAULT_ROPE_K_MISSING, &way, NULL, 0, 0);
    else if ((has_q && !same_q) || (has_k && !same_k)) {
        bool ok_q = !has_q || find_turning(a, PART_Q, NULL, &q),
             ok_k = !has_k || find_turning(a, PART_K, NULL, &k);
        if (!ok_q || !ok_k)
            verdict_find(v, FAULT_ROPE_DIFFERS, &way, NULL, 0, 0);
        else
            compare_turnings(v, has_q ? q : k, has_k ? k : q);
    }
    if (a->of[PART_V].of && a->of[PART_V_PRE].of && columns_turned(a, PART_V) > 0 &&
        find_turning(a, PART_V, NULL, &value))
        verdict_find(v, FAULT_ROPE_ON_V, &way, NULL, 0, 0);
}

/* Returns whether the rows of heads are merged rows cut in heads; `mixed`: reshaped without exchanging heads
 * and words. */
static bool cut_from(const struct strided *rows, const struct strided *flat, bool mixed)
{
    double most = 0, u = fmax(array_rounding(rows->of), array_rounding(flat->of)), off = 0;
    long heads = rows->size[1], words = rows->size[2], d = rows->size[3];
    for (int b = 0; b < rows->size[0]; b++)
        for (int h = 0; h < heads; h++)
            for (int t = 0; t < words; t++)
                for (int c = 0; c < d; c++) {
                    long at = ((long)h * words + t) * d + c, row = at / (heads * d),
                         column = at % (heads * d);
                    double x = view_at(rows, b, h, t, c);
                    double from = mixed ? view_at(flat, b, (int)(column / d), (int)row, (int)(column % d))
                                        : view_at(flat, b, h, t, c);
                    most = fmax(most, fabs(x));
                    off = fmax(off, fabs(x - from));
                }
    return off <= 8 * u * most;
}

void verdict_split(struct verdict *v)
{
    const struct dumped *a = &v->read;
    struct way way = {0};
    for (int i = 0; i < 3; i++) {
        const struct strided *flat = &a->of[PART_Q_FLAT + i];
        const struct strided *rows = &a->of[(a->of[PART_Q_PRE + i].of ? PART_Q_PRE : PART_Q) + i];
        if (!flat->of || !rows->of)
            continue;
        if (cut_from(rows, flat, false))
            verdict_hold(v, RELATION_SPLIT, 0, &way);
        else if (cut_from(rows, flat, true))
            verdict_find(v, FAULT_SPLIT_MIXED, &way, NULL, 0, 0);
    }
}

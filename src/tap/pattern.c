#include "tap/trial.h"

#include <math.h>

/* What the pattern of zeros is, held against another way of seeing. */
struct pattern {
    int more, less;      /* cells that it shows, and hides, beside the other */
    int rows, rows_more; /* of all, rows with such */
    bool later, padding; /* all that it shows more are later words; padding */
    bool upper;          /* it shows key s to query t if s >= t, and nothing else */
    bool blocks;         /* what it shows more are blocks of three or more words that see each other */
    int query;           /* the first such row */
    double share;        /* of its weight that is on such */
};

static bool shows(const struct dumped *a, int b, int h, int i, int s)
{
    return view_at(&a->of[PART_WEIGHTS], b, h, i, s) != 0;
}

/* A block of words that see each other. */
struct block {
    int head, first, last; /* head: of all batch elements */
};

/* Returns whether key s, later than query i, is seen in a block: all from i to s see each other, and the
 * block has three words. *b: the last block that was found to be one, and this. */
static bool in_block(const struct dumped *a, struct judge_at at, int s, struct block *b)
{
    struct block now = {at.batch * a->heads + at.head, 0, s};
    if (a->keys != a->queries)
        return false;
    while (now.last + 1 < a->keys && shows(a, at.batch, at.head, at.query, now.last + 1))
        now.last++;
    while (!shows(a, at.batch, at.head, now.first, now.last))
        now.first++;
    bool known = now.head == b->head && now.first == b->first && now.last == b->last;
    for (int x = now.first; !known && x <= now.last; x++)
        for (int y = now.first; y <= now.last; y++)
            if (!shows(a, at.batch, at.head, x, y))
                return false;
    *b = now;
    return now.last - now.first >= 2;
}

static struct pattern pattern_of(struct trial *t, const struct way *beside)
{
    const struct dumped *a = &t->v->read;
    struct pattern p = {.later = true, .padding = true, .upper = true, .blocks = true, .query = -1};
    struct way no_pad = *beside;
    struct block block = {.head = -1};
    no_pad.no_pad = true;
    for (struct judge_at at = JUDGE_BEGIN; judge_next(t->j, &at);) {
        int b = at.batch, h = at.head, i = at.query, more = 0, seen_to = -1;
        struct judge_row row = judge_row(t->j, beside, at);
        double share = 0;
        p.rows++;
        for (int s = 0; s < row.keys; s++) {
            bool here = shows(a, b, h, i, s), later = s > attention_position(a, i);
            p.upper = p.upper && here == (s >= attention_position(a, i));
            p.less += !here && row.seen[s];
            if (!here || row.seen[s])
                continue;
            more++;
            share += view_at(&a->of[PART_WEIGHTS], b, h, i, s);
            p.later = p.later && later;
            if (p.blocks && s > seen_to) {
                p.blocks = later && in_block(a, at, s, &block);
                seen_to = block.last;
            }
        }
        if (more > 0 && p.query < 0) {
            p.query = i;
            p.share = share;
        }
        p.more += more;
        p.rows_more += more > 0;
        row = judge_row(t->j, &no_pad, at);
        for (int s = 0; s < row.keys; s++)
            p.padding = p.padding && (!shows(a, b, h, i, s) || row.seen[s]);
    }
    return p;
}

bool trial_by_pattern(struct trial *t, struct way w)
{
    const struct dumped *a = &t->v->read;
    struct way zeros = w, beside = w;
    zeros.pattern = true;
    if (t->target != TARGET_WEIGHTS || !trial_fits(t, &zeros))
        return false;
    if (!trial_mask_said(a))
        beside.triangle = true;
    struct pattern p = pattern_of(t, &beside);
    if (p.upper && a->queries > 1 && a->causal != 0 && !a->of[PART_MASK].of)
        trial_found(t, FAULT_MASK_TRANSPOSED, &zeros, 0, 0);
    else if (a->of[PART_PAD].of && p.more > 0 && p.less == 0 && p.padding)
        trial_found(t, FAULT_PADDING_READ, &zeros, 0, 0);
    else if (p.more > 0 && p.less == 0 && p.later &&
             (trial_mask_said(a) || (2 * p.rows_more <= p.rows && !p.blocks)))
        trial_found(t, FAULT_FUTURE_LEAK, &zeros, p.query, p.share);
    else if (trial_mask_said(a))
        trial_found(t, FAULT_MASK_DIFFERS, &zeros, 0, 0);
    else
        trial_held(t, &zeros);
    return true;
}

/* The sum as a staircase beside the lines: each step is a bar that begins where the last one ended. */
#include <math.h>

#include "view/stages/arithmetic_lines.h"

/* Steps that add up to one sum. */
enum family { NO_SUM, OF_PRODUCTS, OF_EXPS, OF_ENTRIES, OF_SQUARES };

static enum family family_of(enum derive_kind kind)
{
    static const enum family families[] = {
        [DERIVE_PRODUCT] = OF_PRODUCTS, [DERIVE_TERM] = OF_PRODUCTS, [DERIVE_BIAS] = OF_PRODUCTS,
        [DERIVE_EXP] = OF_EXPS,         [DERIVE_ENTRY] = OF_ENTRIES, [DERIVE_SQUARE] = OF_SQUARES,
    };
    return (size_t)kind < sizeof families / sizeof *families ? families[kind] : NO_SUM;
}

/* The sum after a step, and before it. */
static double after(const struct derive_step *st)
{
    return st->kind == DERIVE_BIAS ? st->value : st->sum;
}

static double before(const struct derive_step *st)
{
    return st->kind == DERIVE_BIAS ? st->a : st->sum - st->value;
}

/* The scale of a sum reaches from its least to its largest value, with 0. Returns false without a sum. */
static bool scale_of(const struct page *p, enum family family, struct bar_scale *scale)
{
    *scale = (struct bar_scale){p->stairs, p->steps, 0, 0};
    for (int i = 0; i < p->d->count && family != NO_SUM; i++)
        if (family_of(p->d->v[i].is.kind) == family) {
            double sum = after(&p->d->v[i].is);
            scale->lo = fmin(scale->lo, sum);
            scale->hi = fmax(scale->hi, sum);
            if (!isfinite(sum))
                return false;
        }
    return p->steps > 0 && scale->hi > scale->lo;
}

bool arithmetic_pending(const struct page *p, int step)
{
    enum family family = family_of(p->d->v[step].is.kind);
    return p->cursor >= 0 && step > p->cursor && family != NO_SUM &&
           family == family_of(p->d->v[p->cursor].is.kind);
}

void arithmetic_stair(const struct page *p, struct canvas at, int step)
{
    const struct derivation_step *d = &p->d->v[step];
    struct bar_scale scale;
    if (at.rows == 0 || d->summed > p->walk || !scale_of(p, family_of(d->is.kind), &scale))
        return;
    bool pending = arithmetic_pending(p, step);
    bar_draw(at, 0, p->s, &scale, (struct bar){before(&d->is), after(&d->is), pending, 0});
    if (d->is.kind == DERIVE_EXP && !pending)
        canvas_tint(
            at, 0, p->stairs, p->steps,
            ink_hue(hue_of_head(p->d->cell.head), d->is.index == p->d->cell.col ? HUE_FULL : HUE_FULL / 2));
}

void arithmetic_landing(const struct page *p, struct canvas at)
{
    const struct derivation_step *last = &p->d->v[p->d->count - 1];
    struct bar_scale scale;
    if (last->summed <= p->walk && family_of(last->is.kind) == OF_PRODUCTS &&
        scale_of(p, OF_PRODUCTS, &scale))
        bar_draw(at, 0, p->s, &scale,
                 (struct bar){0, after(&last->is), p->cursor >= 0 && p->cursor + 1 < p->d->count, 0});
}

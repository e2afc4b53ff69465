#include "study/next.h"

#include "base/mem.h"
#include "core/pipeline/readout.h"

struct choice_rule next_rule(const struct state *s)
{
    return (struct choice_rule){s->set.temperature, s->set.top_k, s->set.top_p, (uint64_t)s->set.draw};
}

bool next_choose(const struct scene *s, struct next *out)
{
    const int last = s->config.n - 1, count = s->config.classes;
    const struct choice_rule rule = next_rule(&s->state);
    int *order = mem_new((size_t)count, sizeof *order);
    *out = (struct next){
        .count = count, .share = mem_new((size_t)count, sizeof *out->share), .drawn = rule.temperature > 0};
    bool ok = order && out->share && readout_ask(&s->trace, last);
    if (ok) {
        choice_shares(&rule, mat_row(s->trace.logits, last), count, out->share, order);
        out->lot = out->drawn ? choice_lot(&rule, last + 1) : 0;
        out->class = choice_class(out->share, count, out->lot);
        out->word = s->state.classes->id[out->class];
    }
    mem_free(order);
    return ok;
}

void next_finish(struct next *n)
{
    mem_free(n->share);
    *n = (struct next){0};
}

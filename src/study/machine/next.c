#include "study/machine/next.h"

#include "core/pipeline/readout.h"
#include "network/pretrained.h"

const char *next_none(const struct scene *s)
{
    const struct pretrained *model = state_model(&s->state);
    return s->config.classes == 0 ? TEXT("nothing to choose from (classes A B …, or a model)")
           : model && pretrained_mask(model) >= 0 ? TEXT("this model fills gaps, it does not go on")
                                                  : NULL;
}

bool next_choose(const struct scene *s, struct arena *room, struct next *out)
{
    const struct settings *set = &s->state.set;
    const int last = s->config.n - 1, count = s->config.classes;
    const struct choice_rule rule = {set->temperature, set->top_k, set->top_p, (uint64_t)set->draw};
    if (!arena_more(room, 2 * (size_t)count) || !readout_ask(&s->trace, last))
        return false;
    *out = (struct next){.count = count, .share = arena_doubles(room, (size_t)count)};
    choice_shares(&rule, mat_row(s->trace.logits, last), count, out->share,
                  (int *)(void *)arena_doubles(room, (size_t)count));
    out->drawn = rule.temperature > 0;
    out->lot = out->drawn ? choice_lot(&rule, last + 1) : 0;
    out->class = choice_class(out->share, count, out->lot);
    out->word = s->state.classes->id[out->class];
    return true;
}

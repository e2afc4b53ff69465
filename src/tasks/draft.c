#include "tasks/draft.h"

#include "core/math/rng.h"

void draft_word(struct draft *out, int word)
{
    out->word[out->n++] = word;
}

void draft_ask(struct draft *out, int at, int class)
{
    out->target[out->asked++] = (struct target){.layer = 0, .head = -1, .at = at, .to = class};
}

void draft_ask_head(struct draft *out, int head, int at, int to)
{
    out->target[out->asked++] = (struct target){.layer = 0, .head = head, .at = at, .to = to};
}

int draft_any(struct draft *out, int count)
{
    return (int)(rng_uniform(out->rng) * count);
}

void draft_shuffled(struct draft *out, int *order, int count)
{
    for (int i = 0; i < count; i++) {
        int j = draft_any(out, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

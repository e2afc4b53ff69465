#include "tap/finding.h"

#include <math.h>

#include "base/mem.h"

#define FAULT_ROW(name, id, sometimes, sentence) [FAULT_##name] = {id, sometimes, sentence},
const struct fault_row faults[FAULT_COUNT] = {FAULTS(FAULT_ROW)};

void verdict_hold(struct verdict *v, enum relation what, double off, const struct way *way)
{
    if (v->relations < MOST_HELD)
        v->held[v->relations++] = (struct held){.what = what, .off = off, .way = *way};
}

void verdict_find(struct verdict *v, enum fault id, const struct way *way, const struct worst *worst,
                  double number, double second)
{
    for (int i = 0; i < v->faults; i++)
        if (v->found[i].id == id)
            return;
    if (v->faults == MOST_FOUND)
        return;
    struct finding *f = &v->found[v->faults++];
    *f = (struct finding){.id = id, .way = *way, .number = {number, second}, .with = NAN};
    if (worst)
        f->worst = *worst;
}

void verdict_finish(struct verdict *v)
{
    mem_free(v->sinks);
    *v = (struct verdict){0};
}

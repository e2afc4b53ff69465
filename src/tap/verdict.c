#include "tap/verdict.h"

#include <string.h>

#include "tap/diagnose.h"

/* Judges one way to read a group. */
static bool judge_reading(const struct dumped *a, bool brief, struct work *work, struct verdict *out)
{
    *out = (struct verdict){.read = *a, .readable = true, .brief = brief};
    struct judge *j = judge_open(&out->read, brief, work);
    if (!j)
        return false;
    verdict_split(out);
    verdict_rotation(out);
    verdict_bias(out);
    verdict_attention(out, j);
    judge_close(j);
    return !work_stopped(work);
}

/* Returns whether a reading explains more than another: without a mistake first, then with a mistake that has
 * a name, then by relations. */
static int worth(const struct verdict *v)
{
    int nameless = 0;
    for (int i = 0; i < v->faults; i++)
        nameless += v->found[i].id >= FAULT_MASK_DIFFERS;
    bool clean = v->faults == 0 && v->relations > 0;
    return (clean ? 1000 : 0) + 10 * v->relations - 3 * nameless - v->faults;
}

bool verdict_of(const struct group *g, const char *layout, bool brief, struct work *work, struct verdict *out)
{
    struct dumped a;
    struct way none = {0};
    *out = (struct verdict){0};
    for (int i = 0; attention_read(g, i, layout, &a); i++) {
        struct verdict now;
        if (!judge_reading(&a, brief, work, &now)) {
            verdict_finish(&now);
            verdict_finish(out);
            return false;
        }
        bool equal = out->readable && worth(&now) == worth(out);
        if (!out->readable || worth(&now) > worth(out)) {
            verdict_finish(out);
            *out = now;
        } else {
            if (equal && !out->also && strcmp(a.layout, out->read.layout) != 0)
                out->also = a.layout;
            verdict_finish(&now);
        }
    }
    if (!out->readable) {
        out->read.group = g;
        out->read.layout = "";
        verdict_find(out, FAULT_LAYOUT_UNKNOWN, &none, NULL, 0, 0);
    }
    return true;
}

#include "tap/tap.h"

#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/platform.h"
#include "base/utf8.h"

/* Returns a number that changes when the file does, or another takes its place; 0: there is none. */
static uint64_t mark_of(const char *path, uint64_t *inode)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return 0;
    struct timespec written = platform_written(&st);
    *inode = st.st_ino;
    uint64_t sum = text_sum(TEXT_SUM, &written.tv_sec, sizeof written.tv_sec);
    sum = text_sum(sum, &written.tv_nsec, sizeof written.tv_nsec);
    sum = text_sum(sum, &st.st_size, sizeof st.st_size);
    return text_sum(sum, &st.st_ino, sizeof st.st_ino);
}

struct tap *tap_open(const char *path, const char *layout, const char *given, struct reply *r)
{
    struct tap *t = mem_new(1, sizeof *t);
    if (!t) {
        reply_no_memory(r);
        return NULL;
    }
    t->mark = mark_of(path, &t->inode); /* before it is read: a change meanwhile is noticed */
    t->finding = -1;
    t->times = 1;
    t->path = mem_copy_text(path, strlen(path));
    t->layout = layout ? mem_copy_text(layout, strlen(layout)) : NULL;
    t->given = given ? mem_copy_text(given, strlen(given)) : NULL;
    t->dump = dump_open(path, r);
    bool ok = t->path && t->dump && groups_find(t->dump, t->given, &t->groups, r);
    if (ok) {
        t->verdict = mem_new((size_t)t->groups.count, sizeof *t->verdict);
        t->known = mem_new((size_t)t->groups.count, sizeof *t->known);
        ok = (t->verdict && t->known) || reply_no_memory(r);
    }
    if (ok)
        return t;
    if (!r->failed)
        reply_no_memory(r);
    tap_close(t);
    return NULL;
}

void tap_close(struct tap *t)
{
    if (!t)
        return;
    for (int i = 0; t->verdict && t->known && i < t->groups.count; i++)
        verdict_finish(&t->verdict[i]);
    mem_free(t->verdict);
    mem_free(t->known);
    groups_finish(&t->groups);
    dump_close(t->dump);
    mem_free(t->path);
    mem_free(t->layout);
    mem_free(t->given);
    mem_free(t);
}

/* Judges a group anew. Returns false if memory was exhausted or the work stopped: then the old verdict stays.
 */
static bool judge(struct tap *t, int group, bool brief, struct work *work)
{
    struct verdict now;
    if (!verdict_of(&t->groups.of[group], t->layout, brief, work, &now))
        return false;
    verdict_finish(&t->verdict[group]);
    t->verdict[group] = now;
    t->known[group] = true;
    return true;
}

const struct verdict *tap_verdict(struct tap *t, int group)
{
    enum { AT_ONCE = 1 << 20 };
    const struct group *g = &t->groups.of[group];
    double numbers = 0;
    for (int i = 0; i < PART_SCALE; i++)
        numbers += g->of[i] ? (double)array_count(g->of[i]) : 0;
    return t->known[group] || judge(t, group, numbers > AT_ONCE, NULL) ? &t->verdict[group] : NULL;
}

static bool is_judged(const struct tap *t, int group)
{
    return t->known[group] && !t->verdict[group].brief;
}

static int next_unjudged(const struct tap *t)
{
    int n = t->groups.count;
    for (int i = 0; i < n; i++)
        if (!is_judged(t, (t->shown + i) % n))
            return (t->shown + i) % n;
    return -1;
}

bool tap_pending(const struct tap *t)
{
    return !t->writing && next_unjudged(t) >= 0;
}

bool tap_work(struct tap *t, struct work *work)
{
    int group = next_unjudged(t);
    const struct verdict *v = &t->verdict[group];
    const char *layout = v->read.layout;
    int relations = v->relations;
    bool shown = group == t->shown && t->known[group];
    return judge(t, group, false, work) && shown &&
           (v->faults > 0 || relations == 0 || strcmp(layout, v->read.layout) != 0);
}

bool tap_faulty(struct tap *t)
{
    for (int i = 0; i < t->groups.count; i++)
        if ((!is_judged(t, i) && !judge(t, i, false, NULL)) || t->verdict[i].faults > 0)
            return true;
    return false;
}

int tap_next_faulty(const struct tap *t, int group)
{
    int n = t->groups.count;
    for (int i = 1; i <= n; i++)
        if (t->known[(group + i) % n] && t->verdict[(group + i) % n].faults > 0)
            return (group + i) % n;
    return -1;
}

void tap_say(struct tap *t, enum lang lang, struct text *out)
{
    for (int i = 0; i < t->groups.count; i++)
        if (is_judged(t, i) || judge(t, i, false, NULL))
            verdict_say(&t->verdict[i], lang, out);
    if (t->groups.unused.len > 0)
        text_say(out, lang, TEXT("not used: %s\n"), text_str(&t->groups.unused));
}

void tap_say_progress(const struct tap *t, enum lang lang, struct text *out)
{
    enum { NAMED = 4 };
    int judged = 0, wrong = 0, first = t->groups.count - 1;
    for (int i = 0; i < t->groups.count; i++) {
        judged += is_judged(t, i);
        wrong += t->known[i] && t->verdict[i].faults > 0;
    }
    if (t->groups.count < 2)
        return;
    text_add(out, out->len > 0 && out->s[out->len - 1] != '\n' ? "\n" : "");
    text_say(out, lang, TEXT("%d of %d groups checked, %d wrong"), judged, t->groups.count, wrong);
    for (int i = 0; i < wrong && i < NAMED; i++) {
        first = tap_next_faulty(t, first);
        const struct group *g = &t->groups.of[first];
        text_addf(out, "%s%.*s (%s)", i ? ", " : ": ", g->n, g->name,
                  faults[t->verdict[first].found[0].id].id);
    }
    text_add(out, wrong > NAMED ? " …\n" : "\n");
}

void tap_json(struct tap *t, struct text *out)
{
    text_add(out, "[");
    for (int i = 0; i < t->groups.count; i++) {
        text_add(out, i ? ", " : "");
        if (is_judged(t, i) || judge(t, i, false, NULL))
            verdict_json(&t->verdict[i], out);
    }
    text_add(out, "]");
}

bool tap_changed(struct tap *t)
{
    uint64_t inode = t->inode, mark = mark_of(t->path, &inode), seen = t->seen;
    t->seen = mark;
    t->writing = t->writing || (mark != t->mark && inode == t->inode);
    return mark != t->mark && (inode != t->inode || mark == seen);
}

bool tap_again(struct tap *t)
{
    struct reply why = {0};
    struct tap *fresh = tap_open(t->path, t->layout, t->given, &why);
    uint64_t inode;
    reply_finish(&why);
    t->writing = !fresh || mark_of(t->path, &inode) != fresh->mark;
    if (t->writing) {
        tap_close(fresh);
        return false;
    }
    fresh->times = t->times + 1;
    fresh->shown = t->shown < fresh->groups.count ? t->shown : 0;
    fresh->batch = t->batch;
    struct tap old = *t;
    *t = *fresh;
    *fresh = old;
    tap_close(fresh);
    return true;
}

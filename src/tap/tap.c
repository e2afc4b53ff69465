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
        t->judged = mem_new((size_t)t->groups.count, sizeof *t->judged);
        ok = (t->verdict && t->judged) || reply_no_memory(r);
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
    for (int i = 0; t->verdict && t->judged && i < t->groups.count; i++)
        verdict_finish(&t->verdict[i]);
    mem_free(t->verdict);
    mem_free(t->judged);
    groups_finish(&t->groups);
    dump_close(t->dump);
    mem_free(t->path);
    mem_free(t->layout);
    mem_free(t->given);
    mem_free(t);
}

const struct verdict *tap_verdict(struct tap *t, int group)
{
    if (!t->judged[group])
        t->judged[group] = verdict_of(&t->groups.of[group], t->layout, &t->verdict[group]);
    return t->judged[group] ? &t->verdict[group] : NULL;
}

bool tap_faulty(struct tap *t)
{
    for (int i = 0; i < t->groups.count; i++) {
        const struct verdict *v = tap_verdict(t, i);
        if (!v || v->faults > 0)
            return true;
    }
    return false;
}

void tap_say(struct tap *t, enum lang lang, struct text *out)
{
    for (int i = 0; i < t->groups.count; i++) {
        const struct verdict *v = tap_verdict(t, i);
        if (v)
            verdict_say(v, lang, out);
    }
    if (t->groups.unused.len > 0)
        text_say(out, lang, TEXT("not used: %s\n"), text_str(&t->groups.unused));
}

void tap_json(struct tap *t, struct text *out)
{
    text_add(out, "[");
    for (int i = 0; i < t->groups.count; i++) {
        const struct verdict *v = tap_verdict(t, i);
        text_add(out, i ? ", " : "");
        if (v)
            verdict_json(v, out);
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

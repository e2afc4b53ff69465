#include "state/patches.h"

#include "base/mem.h"

struct patches *patches_share(struct patches *c)
{
    if (c)
        c->refs++;
    return c;
}

void patches_drop(struct patches *c)
{
    if (!c || --c->refs > 0)
        return;
    for (int i = 0; i < c->count; i++)
        value_drop(c->of[i].rows);
    mem_free(c);
}

bool patch_omits(const struct patch *is, const void *unused)
{
    (void)unused;
    return is->way == PATCH_ZERO || is->way == PATCH_MEAN;
}

bool patch_puts_in(const struct patch *is, const void *unused)
{
    return !patch_omits(is, unused);
}

bool patch_is_own(const struct patch *is, const void *unused)
{
    (void)unused;
    return is->way != PATCH_CARRY;
}

static bool same_part(const struct patch *a, const struct patch *b)
{
    return a->kind == b->kind && a->layer == b->layer && a->head == b->head && a->at == b->at &&
           patch_omits(a, NULL) == patch_omits(b, NULL);
}

bool patches_same(const struct patches *a, const struct patches *b)
{
    bool same = a == b || (a && b && a->count == b->count);
    for (int i = 0; same && a != b && i < a->count; i++)
        same = same_part(&a->of[i].is, &b->of[i].is) && a->of[i].is.way == b->of[i].is.way &&
               value_same(a->of[i].rows, b->of[i].rows);
    return same;
}

size_t patches_bytes(const struct patches *c)
{
    size_t bytes = c ? sizeof *c + (size_t)c->count * sizeof *c->of : 0;
    for (int i = 0; c && i < c->count; i++)
        bytes += value_bytes(c->of[i].rows);
    return bytes;
}

int patches_count(const struct patches *c, enum patch_way way)
{
    int n = 0;
    for (int i = 0; c && i < c->count; i++)
        n += c->of[i].is.way == way;
    return n;
}

int patches_find(const struct patches *c, const struct patch *is)
{
    for (int i = 0; c && i < c->count; i++)
        if (same_part(&c->of[i].is, is))
            return i;
    return -1;
}

/* Copies those that pass, at most `more` beyond their number. NULL: out of memory. */
static struct patches *copied(const struct patches *c, int more,
                              bool (*keeps)(const struct patch *, const void *), const void *arg)
{
    int count = c ? c->count : 0;
    struct patches *out = mem_new(1, sizeof *out + (size_t)(count + more) * sizeof *out->of);
    if (!out)
        return NULL;
    out->refs = 1;
    for (int i = 0; i < count; i++)
        if (keeps(&c->of[i].is, arg)) {
            out->of[out->count] = c->of[i];
            value_share(out->of[out->count++].rows);
        }
    return out;
}

static bool is_another(const struct patch *is, const void *one)
{
    return !same_part(is, one);
}

bool patches_put(struct patches **c, const struct patch *is, struct value *rows)
{
    struct patches *out = copied(*c, 1, is_another, is);
    int at = out ? out->count : 0;
    if (!out)
        return false;
    for (; at > 0 && !patch_omits(is, NULL) && patch_omits(&out->of[at - 1].is, NULL); at--)
        out->of[at] = out->of[at - 1];
    out->of[at].is = *is;
    out->of[at].is.rows = (struct mat){0};
    out->of[at].rows = rows;
    out->count++;
    patches_drop(*c);
    *c = out;
    return true;
}

bool patches_keep(struct patches **c, bool (*keeps)(const struct patch *, const void *), const void *arg)
{
    struct patches *out = *c ? copied(*c, 0, keeps, arg) : NULL;
    if (*c && !out)
        return false;
    patches_drop(*c);
    *c = out;
    if (out && out->count == 0) {
        patches_drop(out);
        *c = NULL;
    }
    return true;
}

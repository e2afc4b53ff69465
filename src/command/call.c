/* Helpers of all commands: read the words of a call, begin and commit a change. They have a file of their
 * own because command.c depends on the groups, and the groups depend on these functions. */
#include <string.h>

#include "base/mem.h"
#include "command/command.h"
#include "lesson/run/bounds.h"
#include "state/script.h"

const char *call_word(const struct call *c, int i)
{
    return i < c->w->count ? c->w->v[i].s : "";
}

void call_written(const struct call *c, int i, struct text *out)
{
    const struct word *w = &c->w->v[i];
    if (w->quoted)
        text_add(out, w->s);
    else
        text_add_bytes(out, c->rest + (w->at - c->w->v[1].at), w->end - w->at);
}

int call_col(const struct call *c, int i)
{
    return c->w->count == 0 ? 1 : c->w->v[i < c->w->count ? i : c->w->count - 1].col;
}

void call_edit(struct call *c, struct state *next)
{
    state_copy(next, &c->m->now.state);
}

bool call_commit(struct call *c, struct state *next)
{
    bool within = !(c->origin & LINE_LESSON) || lesson_bounds(next, c->r);
    if (!within)
        state_finish(next);
    if (within && model_commit(c->m, next, c->line, c->r))
        return true;
    if (c->r->col == 0)
        c->r->col = call_col(c, 0);
    return false;
}

bool call_go_back(struct call *c, enum view_id otherwise)
{
    struct state next = {0};
    struct trail trail = c->m->trail;
    call_edit(c, &next);
    if (!trail_pop(&trail, &next.look))
        next.look.view = (int)otherwise;
    script_look(&c->m->now.state, &next, &c->logged); /* a journal does not keep the trail */
    if (!call_commit(c, &next))
        return false;
    c->m->trail = trail;
    return true;
}

bool call_option(struct call *c, int *i, option_setter set, struct state *next)
{
    const char *word = call_word(c, *i);
    const char *equals = strchr(word, '=');
    const char *value = equals ? equals + 1 : "";
    int at = *i;
    size_t n = equals ? (size_t)(equals - word) : strlen(word);
    if (!equals && strcmp(call_word(c, at + 1), "=") == 0)
        at++;
    if (!*value && at + 1 < c->w->count)
        value = call_word(c, ++at);
    if (!*value)
        return reply_fail(c->r, call_col(c, at),
                          TEXT("write options as key=value (base=100)", "选项请写成 键=值（如 base=100）"));
    char *key = mem_copy_text(word, n);
    if (!key)
        return reply_no_memory(c->r);
    bool ok = set(next, key, value, call_col(c, at), c->r);
    mem_free(key);
    *i = at + 1;
    return ok;
}

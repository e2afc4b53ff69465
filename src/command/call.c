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

bool call_is(const struct call *c, int i, const char *word)
{
    return i < c->w->count && !c->w->v[i].quoted && strcmp(c->w->v[i].s, word) == 0;
}

bool call_expected(struct call *c, int i)
{
    struct text said = TEXT_HERE, before = TEXT_HERE;
    usage_expected(&said, c->words, c->w, i, c->r->lang);
    for (int k = 0; k < i && k < c->w->count; k++)
        text_addf(&before, "%s%s", k ? " " : "", call_word(c, k));
    if (said.len > 0)
        call_fail(c, i, TEXT("%s: write %s"), text_str(&before), text_str(&said));
    text_finish(&said);
    text_finish(&before);
    return false;
}

bool call_not_computed(struct call *c, const char *stage)
{
    return call_fail(c, 1, TEXT("stage %s is not part of this computation (block, mask, encoding …)"), stage);
}

void call_edit(struct call *c, struct state *next)
{
    state_copy(next, &c->m->now.state);
}

bool call_sentence(struct call *c, const char *const *words, int count, struct state *next)
{
    int id[CONFIG_MAX_WORDS];
    bool ok = true;
    for (int t = 0; ok && t < count; t++)
        ok = (id[t] = lexicon_intern(&next->lexicon, words[t], next->set.d)) >= 0;
    struct sequence *q = ok ? sequence_new(id, count) : NULL;
    if (!q)
        return reply_no_memory(c->r);
    sequence_drop(next->sentence);
    next->sentence = q;
    return true;
}

bool call_commit(struct call *c, struct state *next)
{
    bool within = !(c->origin & LINE_LESSON) || lesson_bounds(next, c->r);
    if (!within)
        state_finish(next);
    if (within && session_commit(c->m, next, c->line, c->r))
        return true;
    if (c->r->col == 0)
        c->r->col = call_col(c, 0);
    return false;
}

bool call_change(struct call *c, bool (*edit)(struct call *c, struct state *next))
{
    struct state next;
    call_edit(c, &next);
    if (edit(c, &next))
        return call_commit(c, &next);
    state_finish(&next);
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
        return reply_fail(c->r, call_col(c, at), TEXT("write options as key=value (base=100)"));
    char *key = mem_copy_text(word, n);
    if (!key)
        return reply_no_memory(c->r);
    bool ok = set(next, key, value, call_col(c, at), c->r);
    mem_free(key);
    *i = at + 1;
    return ok;
}

/* Going on with the sentence: each word is chosen behind the one before it. */
#include "command/command.h"
#include "network/pretrained.h"
#include "study/machine/next.h"

/* Returns the sentence of s with `more` words behind it, all of them `word`; NULL without memory. */
static struct sequence *longer(const struct state *s, int word, int more)
{
    const struct sequence *q = s->sentence;
    struct sequence *to = sequence_new(NULL, q->count + more);
    for (int t = 0; to && t < to->count; t++)
        to->id[t] = t < q->count ? q->id[t] : word;
    return to;
}

/* Checks that so many words can be chosen, and that the sentence may become so long. */
static bool can_write(struct call *c, int more)
{
    struct state as_long;
    const struct state *s = &c->m->now.state;
    const char *why = next_none(&c->m->now);
    if (why)
        return call_fail(c, 0, TEXT("write: %s"), text_in(why, c->r->lang));
    if (s->sentence->count + more > CONFIG_MAX_WORDS)
        return call_fail(c, 0, TEXT("%d words are too many (at most %d)"), s->sentence->count + more,
                         CONFIG_MAX_WORDS);
    call_edit(c, &as_long);
    sequence_drop(as_long.sentence);
    as_long.sentence = longer(s, s->classes->id[0], more);
    bool ok = as_long.sentence || reply_no_memory(c->r);
    ok = ok && state_check(&as_long, c->r) && scene_room(&as_long, 0, c->r);
    state_finish(&as_long);
    return ok;
}

/* Puts the next word behind the sentence, and lets it ask: what it answers is the word after it. */
static bool write_word(struct call *c, struct state *next)
{
    struct next chosen;
    struct arena room = {0};
    struct sequence *q = NULL;
    if (next_choose(&c->m->now, &room, &chosen))
        q = longer(next, chosen.word, 1);
    arena_finish(&room);
    if (!q)
        return reply_no_memory(c->r);
    sequence_drop(next->sentence);
    next->sentence = q;
    next->look.query = q->count - 1;
    return true;
}

static bool write_on(struct call *c)
{
    int count = c->w->count > 1 ? (int)c->read.number[1] : 1;
    bool ok = can_write(c, count), ended = false;
    for (int i = 0; ok && !ended && i < count; i++) {
        ok = call_change(c, write_word);
        const struct state *s = &c->m->now.state;
        ended = state_model(s) && pretrained_stops(state_model(s), s->sentence->id[s->sentence->count - 1]);
    }
    return ok;
}

const struct command cmd_write[] = {
    {"write", "[N:1..512]", write_on, NULL, 0, NULL,
     TEXT("goes on with N words (1), one behind the other, each a change of its own: the likeliest, or by "
          "lot (set temperature, top_k, top_p, draw)")},
    COMMAND_LAST,
};

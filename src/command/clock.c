/* The game "what time is it?" on the clock of an encoding. */
#include <string.h>

#include "base/number.h"
#include "command/command.h"
#include "session/contexts.h"
#include "state/param.h"
#include "study/clock.h"
#include "study/look_names.h"

static struct clock_question clock_asked(const struct scene *now)
{
    return clock_question(&now->config, &now->state.look, now->state.set.seed);
}

static bool is_right(const struct scene *now)
{
    struct clock_question q = clock_asked(now);
    return clock_verdict(&now->config, &q, now->state.look.encoding.answer) == CLOCK_RIGHT;
}

static bool has_clock(int encoding)
{
    return posencs[encoding]->form == PE_FORM_CLOCK && !clock_sines(posencs[encoding]);
}

/* Returns how often the encoding is to be changed until it has a clock, 0 if that never happens; *to is that
 * encoding, or the first that has one. Off goes back to the last one, if that has a clock. */
static int changes_to_clock(const struct call *c, bool back, int *to)
{
    const struct param *encoding = param_find("encoding");
    struct reply why = {.lang = c->r->lang};
    struct state next = {0};
    state_copy(&next, &c->m->now.state);
    int times = back;
    if (back)
        next.set.encoding = next.look.encoding_before;
    while (!has_clock(next.set.encoding) && times < posenc_count() && param_step(&next, encoding, 1, &why))
        times++;
    bool found = has_clock(next.set.encoding);
    for (*to = found ? next.set.encoding : 0; !has_clock(*to);)
        ++*to;
    state_finish(&next);
    reply_finish(&why);
    return found ? times : 0;
}

/* Says that the present encoding has no clock, and how to come to one that has: by which key, and how often
 * it is to be pressed, if there is a screen and a key. */
static bool no_clock(struct call *c)
{
    const struct state *s = &c->m->now.state;
    bool back = s->set.encoding == 0 && has_clock(s->look.encoding_before);
    struct text where = TEXT_HERE, times = TEXT_HERE;
    int to, count = changes_to_clock(c, back, &to);
    contexts_now(c->m, &where);
    const char *key =
        keymap_key(&c->m->keymap, text_str(&where), back ? "toggle encoding" : "cycle encoding");
    const char *is = posenc_label(c->m->now.config.pe, c->r->lang);
    if (count > 1)
        text_addf(&times, text_in(TEXT(" %d times"), c->r->lang), count);
    else
        text_add(&times, text_in(TEXT_AS("clock", ""), c->r->lang));
    if (c->m->cols > 0 && count > 0 && *key)
        call_fail(c, 1, TEXT("encoding %s has no clock: press %s%s for %s"), is, key, text_str(&times),
                  posenc_label(posencs[to], c->r->lang));
    else
        call_fail(c, 1, TEXT("encoding %s has no clock ('encoding %s' has one)"), is, posencs[to]->name);
    text_finish(&where);
    text_finish(&times);
    return false;
}

/* clock ask: another question. */
static bool clock_ask(struct call *c, struct state *next)
{
    if (!has_clock(c->m->now.state.set.encoding))
        return no_clock(c);
    look_show(next, "clock");
    next->look.encoding.game = next->look.encoding.game % CLOCK_QUESTIONS + 1;
    next->look.encoding.turn = next->look.play = 0;
    next->look.encoding.answer = -1;
    return true;
}

/* clock answer N|a|b|c|d. A right answer becomes position t, so that map and waves show it afterwards. */
static bool clock_answer(struct call *c, struct state *next)
{
    struct clock_question q = clock_asked(&c->m->now);
    const char *s = call_word(c, 2);
    long x;
    if (s[0] >= 'a' && s[0] < 'a' + q.choices && !s[1])
        x = q.choice[s[0] - 'a'];
    else if (number_parse_int(s, strlen(s), 0, STATE_LAST_POSITION, &x) != NUMBER_OK)
        return call_fail(c, 2, TEXT("'%s' is not an answer: write a position, or a to %c"), s,
                         'a' + q.choices - 1);
    next->look.encoding.answer = (int)x;
    if (clock_verdict(&c->m->now.config, &q, x) == CLOCK_RIGHT) {
        next->look.encoding.pos2 = q.by > 0 ? (int)q.from : next->look.encoding.pos2;
        next->look.encoding.pos = (int)q.time;
    }
    return true;
}

/* clock turn [K]: asks for the time K words after the one that was read. */
static bool clock_turn(struct call *c, struct state *next)
{
    int by = c->w->count > 2 ? (int)c->read.number[2] : clock_next_turn(&next->look, next->set.seed);
    if (next->look.encoding.turn == 0 && !is_right(&c->m->now))
        return call_fail(c, 1, TEXT("first say what time it is: 'clock answer N'"));
    next->look.encoding.turn = by;
    next->look.encoding.answer = -1;
    return true;
}

static bool clock_game(struct call *c, struct state *next)
{
    enum { ASK, ANSWER, TURN, NEXT, END };
    int act = c->read.way[1];
    bool open = clock_asks(&next->look);
    if (act == END)
        next->look.encoding.game = 0;
    else if (act == ASK || (act == NEXT && !open))
        return clock_ask(c, next);
    else if (!open)
        return call_fail(c, 1, TEXT("no question is open ('clock ask' asks one)"));
    else if (act == NEXT && !is_right(&c->m->now))
        return call_fail(c, 1,
                         TEXT("not yet: press a, b, c or d, or %s for a number; %s asks another question"),
                         keymap_key(&c->m->keymap, "clock", "prompt command \"clock answer \""),
                         keymap_key(&c->m->keymap, "clock", "clock ask"));
    else if (act == NEXT) /* from a time that was read to the turn, from there to another question */
        return next->look.encoding.turn == 0 ? clock_turn(c, next) : clock_ask(c, next);
    else
        return act == ANSWER ? clock_answer(c, next) : clock_turn(c, next);
    return true;
}

const struct command cmd_clock[] = {
    {"clock", "ask | answer N | turn [K:1..1000] | next | end", NULL, clock_game,
     COMMAND_LOOKS | COMMAND_IDLE, "clock ask",
     TEXT("the game 'what time is it?': ask shows the hands of a position (which one depends on the seed), "
          "answer says which (a number, or the letter of a choice), turn asks for the time K words later, "
          "next goes on, end leaves the game")},
    COMMAND_LAST,
};

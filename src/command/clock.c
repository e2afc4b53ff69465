/* The game "what time is it?" on the clock of an encoding. */
#include <string.h>

#include "base/number.h"
#include "command/command.h"
#include "session/contexts.h"
#include "state/param.h"
#include "study/clock.h"
#include "study/look_names.h"

static struct clock_question asked(const struct scene *now)
{
    return clock_question(&now->config, &now->state.look, now->state.set.seed);
}

static bool is_right(const struct scene *now)
{
    struct clock_question q = asked(now);
    return clock_verdict(&now->config, &q, now->state.look.clock_answer) == CLOCK_RIGHT;
}

static bool no_question(struct call *c)
{
    return call_fail(c, 1,
                     TEXT("no question is open ('clock ask' asks one)", "还没有出题（clock ask 出一题）"));
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

/* Writes the key that leads to the encoding `to`, which has a clock, and how often it is to be pressed;
 * nothing without a screen, and if no key leads there. */
static void key_to_clock(const struct call *c, int *to, struct text *out)
{
    const struct state *s = &c->m->now.state;
    bool back = s->set.encoding == 0 && has_clock(s->look.encoding_before);
    struct text where = TEXT_HERE;
    int times = changes_to_clock(c, back, to);
    contexts_now(c->m, &where);
    const char *key =
        keymap_key(&c->m->keymap, text_str(&where), back ? "toggle encoding" : "cycle encoding");
    if (c->m->cols > 0 && times > 0)
        text_add(out, key);
    if (out->len > 0 && times > 1)
        text_addf(out, text_in(TEXT(" %d times", " %d 次，"), c->r->lang), times);
    else if (out->len > 0)
        text_add(out, text_in(TEXT("", " "), c->r->lang));
    text_finish(&where);
}

/* Says that the present encoding has no clock, and how to come to one that has. */
static bool no_clock(struct call *c)
{
    struct text key = TEXT_HERE;
    int to;
    key_to_clock(c, &to, &key);
    const char *is = pair_in(posenc_label(c->m->now.config.pe), c->r->lang);
    if (key.len > 0)
        call_fail(c, 1, TEXT("encoding %s has no clock: press %s for %s", "“%s”没有钟：按 %s换到“%s”"), is,
                  text_str(&key), pair_in(posenc_label(posencs[to]), c->r->lang));
    else
        call_fail(c, 1,
                  TEXT("encoding %s has no clock ('encoding %s' has one)", "“%s”没有钟（encoding %s 有）"),
                  is, posencs[to]->name);
    text_finish(&key);
    return false;
}

/* clock ask: another question. */
static bool ask(struct call *c, struct state *next)
{
    if (!has_clock(c->m->now.state.set.encoding))
        return no_clock(c);
    look_show(next, "clock");
    next->look.clock = next->look.clock % CLOCK_QUESTIONS + 1;
    next->look.clock_turn = next->look.play = 0;
    next->look.clock_answer = -1;
    return true;
}

/* Reads a position, or the letter of a choice. Returns -1 and explains in the reply if it is neither. */
static long read_answer(struct call *c, const struct clock_question *q)
{
    const char *s = call_word(c, 2);
    long x;
    if (s[0] >= 'a' && s[0] < 'a' + q->choices && !s[1])
        return q->choice[s[0] - 'a'];
    if (number_parse_int(s, strlen(s), 0, STATE_LAST_POSITION, &x) == NUMBER_OK)
        return x;
    call_fail(
        c, 2,
        TEXT("'%s' is not an answer: write a position, or a to %c", "“%s”不是回答：请写一个位置，或 a 到 %c"),
        s, 'a' + q->choices - 1);
    return -1;
}

/* clock answer N|a|b|c|d. A right answer becomes position t, so that map and waves show it afterwards. */
static bool answer(struct call *c, struct state *next)
{
    if (!clock_asks(&next->look))
        return no_question(c);
    struct clock_question q = asked(&c->m->now);
    long x = read_answer(c, &q);
    if (x < 0)
        return false;
    next->look.clock_answer = (int)x;
    if (clock_verdict(&c->m->now.config, &q, x) == CLOCK_RIGHT) {
        next->look.pos2 = q.by > 0 ? (int)q.from : next->look.pos2;
        next->look.pos = (int)q.time;
    }
    return true;
}

/* clock turn [K]: asks for the time K words after the one that was read. */
static bool turn(struct call *c, struct state *next)
{
    const char *k = call_word(c, 2);
    long by = clock_next_turn(&next->look, next->set.seed);
    if (!clock_asks(&next->look))
        return no_question(c);
    if (next->look.clock_turn == 0 && !is_right(&c->m->now))
        return call_fail(
            c, 1, TEXT("first say what time it is: 'clock answer N'", "请先回答现在几点：clock answer N"));
    if (*k && number_parse_int(k, strlen(k), 1, CLOCK_MOST_TURN, &by) != NUMBER_OK)
        return call_fail(c, 2, TEXT("turn by %s words: write 1 to %d", "转 %s 个词：请写 1 到 %d"), k,
                         CLOCK_MOST_TURN);
    next->look.clock_turn = (int)by;
    next->look.clock_answer = -1;
    return true;
}

/* clock next: from a time that was read to the turn, from there to another question. */
static bool go_on(struct call *c, struct state *next)
{
    if (clock_asks(&next->look) && !is_right(&c->m->now))
        return call_fail(c, 1,
                         TEXT("not yet: press a, b, c or d, or %s for a number; %s asks another question",
                              "还没答对：按 a、b、c 或 d，按 %s 输入数；按 %s 换一题"),
                         keymap_key(&c->m->keymap, "clock", "prompt command \"clock answer \""),
                         keymap_key(&c->m->keymap, "clock", "clock ask"));
    return clock_asks(&next->look) && next->look.clock_turn == 0 ? turn(c, next) : ask(c, next);
}

static bool end(struct call *c, struct state *next)
{
    (void)c;
    next->look.clock = 0;
    return true;
}

static const struct {
    const char *name;
    int least, most; /* words after it */
    bool (*act)(struct call *c, struct state *next);
} acts[] = {{"ask", 0, 0, ask},
            {"answer", 1, 1, answer},
            {"turn", 0, 1, turn},
            {"next", 0, 0, go_on},
            {"end", 0, 0, end}};
enum { ACTS = sizeof acts / sizeof *acts };

static bool run(struct call *c)
{
    struct state next = {0};
    int i = 0;
    while (i < ACTS && strcmp(acts[i].name, call_word(c, 1)) != 0)
        i++;
    int more = c->w->count - 2;
    if (i == ACTS || more < acts[i].least || more > acts[i].most)
        return call_fail(c, i == ACTS ? 1 : c->w->count - 1,
                         TEXT("clock: write ask, answer N, turn, turn K, next or end",
                              "clock：请写 ask、answer N、turn、turn K、next 或 end"));
    call_edit(c, &next);
    if (acts[i].act(c, &next))
        return call_commit(c, &next);
    state_finish(&next);
    return false;
}

const struct command cmd_clock[] = {
    {"clock", 1, 2, "clock ask|answer N|turn [K]|next|end", run, COMMAND_LOOKS | COMMAND_IDLE, WORDS_NAMES,
     "clock ask",
     PAIR("the game 'what time is it?': ask shows the hands of a position (which one depends on the seed), "
          "answer says which (a number, or the letter of a choice), turn asks for the time K words later, "
          "next goes on, end leaves the game",
          "“几点了？”游戏：ask 给出某个位置的指针（哪个位置由 seed 决定），answer "
          "回答是哪个位置（一个数或选项的字母），turn 问 K 个词之后的时间，next 继续，end 结束")},
    COMMAND_LAST,
};

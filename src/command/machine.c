/* Commands of the machine view: its boxes, and what it plays. */
#include <string.h>

#include "base/number.h"
#include "command/command.h"
#include "core/pipeline/stage.h"
#include "study/machine/machine.h"
#include "study/machine/passing.h"

/* Where there is nothing to play, the cursor goes to the next box. */
static void play(struct call *c, struct state *s)
{
    if (s->look.machine == MACHINE_PLAN)
        machine_move(&s->look, &c->m->now.config, DIRECTION_DOWN, 1);
    else if (!model_moves(c->m, &s->look))
        passing_step(&s->look, machine_steps(&c->m->now), 1);
    else {
        s->look.play = s->look.pass == 0 || s->look.play == 0;
        s->look.pass = s->look.pass > 0 ? s->look.pass : 1;
    }
}

static void by_a_step(struct call *c, struct state *s, int by)
{
    if (s->look.machine == MACHINE_PLAN)
        machine_move(&s->look, &c->m->now.config, by > 0 ? DIRECTION_DOWN : DIRECTION_UP, 1);
    else
        passing_step(&s->look, machine_steps(&c->m->now), by);
}

static void next(struct call *c, struct state *s)
{
    by_a_step(c, s, 1);
}

static void prev(struct call *c, struct state *s)
{
    by_a_step(c, s, -1);
}

static void tick(struct call *c, struct state *s)
{
    passing_tick(&s->look, machine_steps(&c->m->now));
}

static void end(struct call *c, struct state *s)
{
    (void)c;
    look_rest(&s->look);
}

static const struct {
    const char *name;
    void (*act)(struct call *c, struct state *s);
} acts[] = {{"play", play}, {"next", next}, {"prev", prev}, {"tick", tick}, {"end", end}};
enum { ACTS = sizeof acts / sizeof *acts };

/* machine in: the numbers of the box under the cursor; beside the boxes, whom the asking word reads. */
static bool in(struct call *c)
{
    struct state to = {0};
    const struct config *config = &c->m->now.config;
    bool boxes = c->m->now.state.look.machine == MACHINE_PLAN;
    int box = machine_at(&c->m->now.state.look, config);
    if (boxes && !machine_has(config, c->m->now.state.look.layer, box))
        return reply_fail(
            c->r, 0,
            TEXT("this box is not computed now; '%s' switches it on", "这个方框现在没有算；%s 可以打开它"),
            pair_in(machine_switch(config, box), (enum lang)c->m->now.state.look.lang));
    call_edit(c, &to);
    to.look.view = VIEW_STAGES;
    to.look.stage = boxes ? to.look.stage : STAGE_WEIGHTS;
    return call_commit(c, &to);
}

static bool machine(struct call *c)
{
    struct state to = {0};
    const char *what = call_word(c, 1);
    long box = 0;
    int i = 0;
    if (strcmp(what, "in") == 0)
        return in(c);
    while (i < ACTS && strcmp(acts[i].name, what) != 0)
        i++;
    bool number = number_parse_int(what, strlen(what), 1, MACHINE_BOXES, &box) == NUMBER_OK;
    if (i == ACTS && !number)
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("machine: write play, next, prev, tick, end, in or a box from 1 to %d",
                               "machine：请写 play、next、prev、tick、end、in 或方框的号码 1 到 %d"),
                          MACHINE_BOXES);
    call_edit(c, &to);
    to.look.view = VIEW_MACHINE;
    if (number)
        machine_put(&to.look, &c->m->now.config, (int)box - 1);
    else
        acts[i].act(c, &to);
    return call_commit(c, &to);
}

/* The old monk's story: a sentence that is long enough to be forgotten. */
static bool story(struct call *c)
{
    enum { MOST = 11 };
    static const struct {
        int count;
        const char *v[MOST];
    } tales[] = {
        [LANG_EN] = {11,
                     {"there", "was", "a", "mountain", "with", "a", "temple", "and", "an", "old", "monk"}},
        [LANG_ZH] = {10, {"山", "里", "有", "庙", "庙", "里", "有", "个", "老", "和尚"}},
    };
    int count = tales[c->m->now.state.look.lang].count;
    const char *const *words = tales[c->m->now.state.look.lang].v;
    struct state to = {0};
    int id[MOST];
    bool ok = true;
    call_edit(c, &to);
    for (int t = 0; ok && t < count; t++)
        ok = (id[t] = lexicon_intern(&to.lexicon, words[t], to.set.d)) >= 0;
    struct sequence *q = ok ? sequence_new(id, count) : NULL;
    if (!q) {
        state_finish(&to);
        return reply_no_memory(c->r);
    }
    sequence_drop(to.sentence);
    to.sentence = q;
    to.look.query = count - 1;
    return call_commit(c, &to);
}

const struct command cmd_machine[] = {
    {"machine", 1, 1, "machine play|next|prev|tick|end|in|BOX", machine, COMMAND_LOOKS | COMMAND_IDLE,
     WORDS_NAMES, "machine next",
     PAIR("in the machine view: play passes the words on and pauses, next and prev go one step on or back, "
          "tick plays 50 ms, end shows the end, in shows the numbers of the box under the cursor, or in "
          "other panels the weights of the word; a number from 1 puts the cursor on a box",
          "“整台机器”视图：play 开始传话或暂停，next、prev 前进或后退一步，tick 播放 50 毫秒，end "
          "显示最后，in 看光标所在方框的数，在其他面板里看这个词的权重；号码从 1 开始，把光标放到那个方框")},
    {"story", 0, 0, "story", story, 0, WORDS_NAMES, "story",
     PAIR("a longer sentence: there was a mountain with a temple and an old monk",
          "一句长些的话：山里有庙，庙里有个老和尚")},
    COMMAND_LAST,
};

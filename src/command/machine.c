/* Commands of the machine view: its boxes, and what it plays. */
#include "command/command.h"
#include "core/pipeline/stage.h"
#include "study/machine/machine.h"
#include "study/machine/passing.h"

/* Where there is nothing to play, the cursor goes to the next box. */
static bool machine_do(struct call *c, struct state *next)
{
    enum { BOX = -1, PLAY, NEXT, PREV, TICK, END, IN } act = c->read.way[1];
    struct look *look = &next->look;
    const struct config *config = &c->m->now.config;
    int steps = machine_steps(&c->m->now);
    if (act ==
        IN) { /* the numbers of the box under the cursor; beside the boxes, whom the asking word reads */
        bool boxes = look->machine.panel == MACHINE_PLAN;
        int box = machine_at(look, config);
        if (boxes && !machine_has(config, look->layer, box))
            return reply_fail(c->r, 0, TEXT("this box is not computed now; '%s' switches it on"),
                              text_in(machine_switch(config, box), (enum lang)look->lang));
        look->view = VIEW_STAGES;
        look->stage = boxes ? look->stage : STAGE_WEIGHTS;
        return true;
    }
    look->view = VIEW_MACHINE;
    if (act == BOX)
        machine_put(look, config, (int)c->read.number[1] - 1);
    else if (act == TICK)
        passing_tick(look, steps);
    else if (act == END)
        look_rest(look);
    else if (look->machine.panel == MACHINE_PLAN)
        machine_move(look, config, act == PREV ? DIRECTION_UP : DIRECTION_DOWN, 1);
    else if (act == PLAY && session_moves(c->m, look)) {
        look->play = look->machine.pass == 0 || look->play == 0;
        look->machine.pass = look->machine.pass > 0 ? look->machine.pass : 1;
    } else
        passing_step(look, steps, act == PREV ? -1 : 1);
    return true;
}

/* The old monk's story: a sentence that is long enough to be forgotten. */
static bool machine_story(struct call *c, struct state *next)
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
    enum lang lang = languages[c->m->now.state.look.lang].words;
    int count = tales[lang].count;
    const char *const *words = tales[lang].v;
    next->look.query = count - 1;
    return call_sentence(c, words, count, next);
}

const struct command cmd_machine[] = {
    {"machine", "play|next|prev|tick|end|in|BOX:1..18", NULL, machine_do, COMMAND_LOOKS | COMMAND_IDLE,
     "machine next",
     TEXT("in the machine view: play passes the words on and pauses, next and prev go one step on or back, "
          "tick plays 50 ms, end shows the end, in shows the numbers of the box under the cursor, or in "
          "other panels the weights of the word; a number from 1 puts the cursor on a box")},
    {"story", "", NULL, machine_story, 0, "story",
     TEXT("a longer sentence: there was a mountain with a temple and an old monk")},
    COMMAND_LAST,
};

/* The scene that opens first, and additional commands for the scenes of lessons. */
#include <string.h>

#include "command/command.h"
#include "tasks/reader.h"
#include "state/param.h"
#include "state/weights.h"
#include "study/look_names.h"

static bool scene_mark(struct call *c)
{
    return session_pin(c->m, call_word(c, 1), c->r);
}

/* Verbs for the steps of the computation, each with the stage that it shows. */
static const char *const run_stages[][2] = {
    {"qkv", "q"},          {"scores", "score"}, {"scale", "scaled"},  {"mask", "masked"},
    {"softmax", "weight"}, {"output", "out"},   {"concat", "concat"}, {"project", "output"},
};

static bool scene_run(struct call *c, struct state *next)
{
    size_t i = 0, count = sizeof run_stages / sizeof *run_stages;
    while (i < count && strcmp(run_stages[i][0], call_word(c, 1)) != 0)
        i++;
    if (i == count)
        return call_fail(c, 1, TEXT("no stage '%s' (qkv scores scale mask softmax output concat project)"),
                         call_word(c, 1));
    look_at_cell(next, &c->m->now.config, look_stage(run_stages[i][1]), -1, -1);
    return true;
}

enum { FUNCTION = 7 }; /* entry of a word's vector */

bool call_opening(struct call *c, struct state *next)
{
    static const char *const words[][3] = {
        [LANG_EN] = {"cat", "chases", "dog"}, [LANG_ZH] = {"猫", "追", "狗"}};
    *next = (struct state){0};
    if (!state_init(next))
        return reply_no_memory(c->r);
    param_keep_personal(next, &c->m->now.state);
    next->look.view = VIEW_FLOW;
    next->look.query = 1;
    next->look.key = 0;
    next->look.layer = READER_LAYERS - 1;
    /* "chases" has 0.1 as an inflected form; without it the same sentence has the same numbers in both
     * languages, and in the tour and the lessons */
    if (call_sentence(c, words[languages[next->look.lang].words], 3, next) &&
        lexicon_set_entry(&next->lexicon, next->sentence->id[1], FUNCTION, 0) && weights_reader(next))
        return true;
    state_finish(next);
    return reply_no_memory(c->r);
}

static bool scene_opening(struct call *c, struct state *next)
{
    state_finish(next);
    return call_opening(c, next);
}

const struct command cmd_scene[] = {
    {"opening", "", NULL, scene_opening, COMMAND_STATE, "opening",
     TEXT("the scene that opens first: cat chases dog, read by a model of two layers that learned simple "
          "sentences; "
          "heads of its upper layer find who does it, to whom, and what a pronoun stands for (see weights)")},
    {"mark", "NAME", scene_mark, NULL, 0, "mark A", TEXT("pins the present state under a name, like pin")},
    {"run", "STAGE", NULL, scene_run, 0, "run softmax",
     TEXT("goes to a stage of the computation: qkv, scores, scale, mask, softmax, output, concat, project")},
    COMMAND_LAST,
};

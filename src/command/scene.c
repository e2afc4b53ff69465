/* Additional commands for the scenes of lessons. */
#include <string.h>

#include "command/command.h"
#include "core/pipeline/stage.h"
#include "study/look_names.h"

static bool mark(struct call *c)
{
    return model_pin(c->m, call_word(c, 1), c->r);
}

/* Verbs for the steps of the computation, each with the stage that it shows. */
static const struct {
    const char *name, *value;
} runs[] = {
    {"qkv", "q"},          {"scores", "score"}, {"scale", "scaled"},  {"mask", "masked"},
    {"softmax", "weight"}, {"output", "out"},   {"concat", "concat"}, {"project", "output"},
};

static bool run(struct call *c)
{
    struct state next = {0};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (strcmp(runs[i].name, call_word(c, 1)) != 0)
            continue;
        call_edit(c, &next);
        look_at_cell(&next, &c->m->now.config, look_stage(runs[i].value), -1, -1);
        return call_commit(c, &next);
    }
    return reply_fail(c->r, call_col(c, 1),
                      TEXT("no step '%s' (qkv scores scale mask softmax output concat project)",
                           "没有“%s”这一步（qkv scores scale mask softmax output concat project）"),
                      call_word(c, 1));
}

const struct command cmd_scene[] = {
    {"mark", 1, 1, "mark NAME",
     PAIR("pins the present state under a name, like pin", "给现在的状态起名留存，与 pin 相同"), "mark A", 0,
     WORDS_NAMES, mark},
    {"run", 1, 1, "run STAGE",
     PAIR("goes to a step of the computation: qkv, scores, scale, mask, softmax, output, concat, project",
          "走到计算的某一步：qkv、scores、scale、mask、softmax、output、concat、project"),
     "run softmax", 0, WORDS_NAMES, run},
    COMMAND_LAST,
};

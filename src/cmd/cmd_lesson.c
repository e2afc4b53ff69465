/* Commands that lessons are made of. A lesson's file sets its scenes with the
 * ordinary commands and these; the app plays it. */
#include <string.h>

#include "cmd/cmd.h"
#include "core/stage.h"
#include "model/look_names.h"

#define WANT(function, what)                  \
    static bool function(struct call *c)      \
    {                                         \
        c->effect = (what);                   \
        return true;                          \
    }

WANT(lesson, EFFECT_LESSON)
WANT(next, EFFECT_NEXT)
WANT(back, EFFECT_BACK)
WANT(scene, EFFECT_SCENE)

static bool mark(struct call *c)
{
    return model_pin(c->m, call_word(c, 1), c->r);
}

/* The computation by its verbs, each the stage that it leads to. */
static const struct { const char *name, *value; } runs[] = {
    {"qkv", "q"}, {"scores", "score"}, {"scale", "scaled"}, {"mask", "masked"}, {"softmax", "weight"},
    {"output", "out"}, {"concat", "concat"}, {"project", "output"},
};

static bool run(struct call *c)
{
    struct state next = {0};
    const struct look *look = &c->m->now.state.look;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (strcmp(runs[i].name, call_word(c, 1)) != 0)
            continue;
        if (!call_edit(c, &next))
            return false;
        int stage = look_stage(&c->m->now.config, look->layer, runs[i].value);
        look_at_cell(&next, &c->m->now.config, stage, -1, -1);
        return call_commit(c, &next);
    }
    return reply_fail(c->r, call_col(c, 1), TEXT("no step '%s' (qkv scores scale mask softmax output concat project)",
                                                 "没有“%s”这一步（qkv scores scale mask softmax output concat project）"), call_word(c, 1));
}

const struct command cmd_lesson[] = {
    {"lesson", 0, 1, "lesson [NAME]", PAIR("opens a lesson, or the list of lessons", "打开课程，或课程列表"), NULL, true, lesson},
    {"next", 0, 0, "next", PAIR("the next step of the lesson", "课程的下一步"), NULL, true, next},
    {"back", 0, 0, "back", PAIR("the step before", "课程的上一步"), NULL, true, back},
    {"scene", 1, 1, "scene NAME", PAIR("a scene of the lessons, from its beginning", "布置一个课程场景"), NULL, false, scene},
    {"mark", 1, 1, "mark NAME", PAIR("keeps what is shown now under a name, as pin does", "给现在的状态起名留存，与 pin 相同"), "mark A", false, mark},
    {"run", 1, 1, "run STAGE", PAIR("goes to a step of the computation: qkv, scores, scale, mask, softmax, output, concat, project",
                                    "走到计算的某一步：qkv、scores、scale、mask、softmax、output、concat、project"), "run softmax", false, run},
    {NULL, 0, 0, NULL, PAIR(NULL, NULL), NULL, false, NULL},
};

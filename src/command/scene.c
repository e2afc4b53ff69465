/* The scene that opens first, and additional commands for the scenes of lessons. */
#include <string.h>

#include "command/command.h"
#include "learn/reader.h"
#include "state/param.h"
#include "state/weights.h"
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
                      TEXT("no stage '%s' (qkv scores scale mask softmax output concat project)",
                           "没有“%s”这一步（qkv scores scale mask softmax output concat project）"),
                      call_word(c, 1));
}

enum { FUNCTION = 7 }; /* entry of a word's vector */

/* 猫追狗 or cat chases dog. */
static bool opening_sentence(struct state *s)
{
    static const char *const words[][3] = {
        [LANG_EN] = {"cat", "chases", "dog"}, [LANG_ZH] = {"猫", "追", "狗"}};
    int id[3];
    for (int t = 0; t < 3; t++)
        if ((id[t] = lexicon_intern(&s->lexicon, words[s->look.lang][t], s->set.d)) < 0)
            return false;
    /* "chases" has 0.1 as an inflected form; without it the same sentence has the same numbers in both
     * languages, and in the tour and the lessons */
    struct sequence *q = lexicon_set_entry(&s->lexicon, id[1], FUNCTION, 0) ? sequence_new(id, 3) : NULL;
    if (!q)
        return false;
    sequence_drop(s->sentence);
    s->sentence = q;
    return true;
}

bool call_opening(struct call *c, struct state *next)
{
    *next = (struct state){0};
    if (!state_init(next))
        return reply_no_memory(c->r);
    param_keep_personal(next, &c->m->now.state);
    next->look.view = VIEW_FLOW;
    next->look.query = 1;
    next->look.key = 0;
    next->look.layer = READER_LAYERS - 1;
    if (opening_sentence(next) && weights_reader(next))
        return true;
    state_finish(next);
    return reply_no_memory(c->r);
}

static bool opening(struct call *c)
{
    struct state next;
    return call_opening(c, &next) && call_commit(c, &next);
}

const struct command cmd_scene[] = {
    {"opening", 0, 0, "opening", opening, COMMAND_STATE, WORDS_NAMES, "opening",
     PAIR("the scene that opens first: cat chases dog, read by a model of two layers that learned simple "
          "sentences; "
          "heads of its upper layer find who does it, to whom, and what a pronoun stands for (see weights)",
          "最先打开的场景：猫追狗，由一个学过简单句子的两层模型来读；上面一层的头分别找出“谁做”“对谁做”和代词"
          "“指谁”（见 "
          "weights）")},
    {"mark", 1, 1, "mark NAME", mark, 0, WORDS_NAMES, "mark A",
     PAIR("pins the present state under a name, like pin", "给现在的状态起名留存，与 pin 相同")},
    {"run", 1, 1, "run STAGE", run, 0, WORDS_NAMES, "run softmax",
     PAIR("goes to a stage of the computation: qkv, scores, scale, mask, softmax, output, concat, project",
          "走到计算的某一步：qkv、scores、scale、mask、softmax、output、concat、project")},
    COMMAND_LAST,
};

/* Commands that lessons are made of. A lesson's file sets its scenes with the
 * ordinary commands and these; the app plays it. */
#include <string.h>

#include "command/command.h"
#include "core/pipeline/stage.h"
#include "study/look_names.h"

CALL_WANTS(play, EFFECT_LESSON)
CALL_WANTS(scene, EFFECT_SCENE)
CALL_WANTS(home, EFFECT_HOME)
CALL_WANTS(progress, EFFECT_PROGRESS)

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
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (strcmp(runs[i].name, call_word(c, 1)) != 0)
            continue;
        call_edit(c, &next);
        look_at_cell(&next, &c->m->now.config, look_stage(runs[i].value), -1, -1);
        return call_commit(c, &next);
    }
    return reply_fail(c->r, call_col(c, 1), TEXT("no step '%s' (qkv scores scale mask softmax output concat project)",
                                                 "没有“%s”这一步（qkv scores scale mask softmax output concat project）"), call_word(c, 1));
}

const struct command cmd_lesson[] = {
    {"lesson", 0, 1, "lesson [NAME[/STEP] | here | latest | leave]",
     PAIR("the list of lessons; opens one, at a step if you like (lesson 08/alias), the chosen one (here) or the one left last (latest); leaves",
          "课程目录；打开一课，可指定步骤（lesson 08/alias），目录里选中的一课（here）或上次离开的一课（latest）；leave 离开"),
     NULL, COMMAND_OUTSIDE, play},
    {"home", 0, 1, "home [here]", PAIR("the start screen; opens what its cursor stands on (here)", "开始屏幕；here 打开光标所在的一项"), "home", COMMAND_OUTSIDE, home},
    {"glossary", 0, 1, "glossary [TERM]", PAIR("what the terms mean, in both languages", "术语的意思，中英对照"), NULL, COMMAND_OUTSIDE, play},
    {"find", 1, -1, "find TEXT", PAIR("the next step, or on the course page the next lesson, with this in its title", "标题含有这段文字的下一步；在课程目录里是下一课"),
     NULL, COMMAND_OUTSIDE, play},
    {"next", 0, 0, "next", PAIR("goes on in the lesson; answers what is chosen or pointed at", "课程里继续往下；回答时确认所选或所指"), NULL, COMMAND_OUTSIDE, play},
    {"back", 0, 0, "back", PAIR("one beat back in the lesson", "课程里退回一拍"), NULL, COMMAND_OUTSIDE, play},
    {"goto", 1, 1, "goto STEP | LESSON/STEP", PAIR("a step of the lesson, by its name or number; or of another one", "到课程的某一步（名字或序号），或另一课的某一步"), NULL, COMMAND_OUTSIDE, play},
    {"choose", 1, 1, "choose LETTER", PAIR("marks an option; next (Enter) makes it the answer", "选中一个选项；next（回车）确认"), NULL, COMMAND_OUTSIDE, play},
    {"answer", 1, -1, "answer a | 0.46 | ROW COL | \"SENTENCE\"", PAIR("answers the question that is open", "回答当前的问题"), NULL, COMMAND_OUTSIDE, play},
    {"hint", 0, 0, "hint", PAIR("the next hint", "下一条提示"), NULL, COMMAND_OUTSIDE, play},
    {"reveal", 0, 0, "reveal", PAIR("shows the answer without taking yours", "直接看答案"), NULL, COMMAND_OUTSIDE, play},
    {"restart", 0, 0, "restart", PAIR("the step from its beginning", "这一步从头再来"), NULL, COMMAND_OUTSIDE, play},
    {"class", 0, -1, "class [a=N b=N … | count]",
     PAIR("how many hands in the class are for each option (without letters: none); 'count' lets the keys a to f count them", "班上各选项有多少人举手（不写则清除）；count 让 a 到 f 键统计举手"), NULL, COMMAND_OUTSIDE, play},
    {"blank", 0, 0, "blank", PAIR("a dark screen; any key brings it back", "黑屏；按任意键恢复"), NULL, COMMAND_OUTSIDE, play},
    {"numbers", 0, 0, "numbers", PAIR("hides the numbers beside a lesson, and shows them again", "隐藏课程旁边的数字，或重新显示"), NULL, COMMAND_OUTSIDE, play},
    {"note", 0, 0, "note", PAIR("the presenter's note of this step ('qkv --notes' shows it on another screen)", "这一步的讲稿提示（qkv --notes 在另一个终端显示）"), NULL, COMMAND_OUTSIDE, play},
    {"free", 0, 0, "free", PAIR("free play with what is shown; 'return' comes back", "拿眼前的场景自由操作；return 返回"), NULL, COMMAND_OUTSIDE, play},
    {"return", 0, 0, "return", PAIR("back from free play, to exactly where it began", "从自由操作返回，一切照旧"), NULL, COMMAND_OUTSIDE, play},
    {"scroll", 1, 1, "scroll up|down", PAIR("the lesson's text", "滚动课程文字"), NULL, COMMAND_OUTSIDE, play},
    {"layout", 1, 1, "layout view|text|split", PAIR("the view alone, the lesson's text alone (again: both), or both", "只看视图、只看文字（再来一次恢复），或两者都看"),
     NULL, COMMAND_OUTSIDE, play},
    {"progress", 0, 2, "progress [reset [LESSON]]",
     PAIR("what is done in the lessons: predictions, steps, goals; 'reset' forgets a lesson, or all of it", "课程的学习记录：预测、步骤、目标；reset 忘掉一课或全部"), NULL, COMMAND_OUTSIDE, progress},
    {"review", 0, 0, "review", PAIR("the predictions that were missed most often", "答错次数最多的预测"), NULL, COMMAND_OUTSIDE, progress},
    {"scene", 1, 1, "scene NAME", PAIR("a scene of the lessons, from its beginning", "布置一个课程场景"), NULL, 0, scene},
    {"mark", 1, 1, "mark NAME", PAIR("keeps what is shown now under a name, as pin does", "给现在的状态起名留存，与 pin 相同"), "mark A", 0, mark},
    {"run", 1, 1, "run STAGE", PAIR("goes to a step of the computation: qkv, scores, scale, mask, softmax, output, concat, project",
                                    "走到计算的某一步：qkv、scores、scale、mask、softmax、output、concat、project"), "run softmax", 0, run},
    {NULL, 0, 0, NULL, PAIR(NULL, NULL), NULL, 0, NULL},
};

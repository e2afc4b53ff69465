/* Commands that change what is looked at, and no number. */
#include <string.h>

#include "base/number.h"
#include "cmd/cmd.h"
#include "core/stage.h"
#include "model/cursor.h"
#include "model/param.h"

/* NAME VALUE as `set` would, for a setting that has a command of its own. */
static bool set_look(struct call *c)
{
    struct state next = {0};
    const struct param *p = param_find(call_word(c, 0));
    if (!call_edit(c, &next))
        return false;
    if (param_set(&next, p, call_word(c, 1), call_col(c, 1), c->r))
        return call_commit(c, &next);
    state_finish(&next);
    return false;
}

static bool stage(struct call *c)
{
    struct state next = {0};
    const char *name = call_word(c, 1);
    int step = strcmp(name, "next") == 0 ? 1 : strcmp(name, "prev") == 0 ? -1 : 0;
    int i = stage_find(name);
    const struct config *config = &c->m->now.config;
    if (step == 0 && i < 0)
        return set_look(c);
    if (!call_edit(c, &next))
        return false;
    if (step == 0 && !stages[i].present(config, next.look.layer)) {
        state_finish(&next);
        return reply_fail(c->r, call_col(c, 1), TEXT("stage %s is not part of this computation (block, mask, encoding …)",
                                                     "现在的计算没有 %s 这一步（取决于 block、mask、encoding 等）"), name);
    }
    next.look.stage = step ? stage_step(config, next.look.layer, next.look.stage, step) : i;
    next.look.view = VIEW_STAGES;
    return call_commit(c, &next);
}

static bool focus(struct call *c)
{
    struct state next = {0};
    const struct state *s = &c->m->now.state;
    bool crosses = config_crosses(&c->m->now.config);
    int query = state_token(s, call_word(c, 1), call_col(c, 1), c->r);
    int key = s->look.key;
    if (query < 0)
        return false;
    if (c->w->count > 2)
        key = crosses ? state_memory_token(s, call_word(c, 2), call_col(c, 2), c->r)
                      : state_token(s, call_word(c, 2), call_col(c, 2), c->r);
    if (key < 0 || !call_edit(c, &next))
        return false;
    next.look.query = query;
    next.look.key = key;
    return call_commit(c, &next);
}

static const char *const directions[] = {"up", "down", "left", "right"};

static bool cursor(struct call *c)
{
    struct state next = {0};
    long steps = 1;
    int d = 0;
    const char *n = call_word(c, 2);
    while (d < 4 && strcmp(directions[d], call_word(c, 1)) != 0)
        d++;
    if (d == 4)
        return reply_fail(c->r, call_col(c, 1), TEXT("cursor: write up, down, left or right", "cursor：请写 up、down、left 或 right"));
    if (c->w->count > 2 && number_parse_int(n, strlen(n), 0, 1000000, &steps) != NUMBER_OK)
        return reply_fail(c->r, call_col(c, 2), TEXT("'%s' is not a number of steps", "“%s”不是步数"), n);
    if (!call_edit(c, &next))
        return false;
    cursor_move(&next, &c->m->now.config, (enum direction)d, steps);
    return call_commit(c, &next);
}

static bool zoom(struct call *c)
{
    struct state next = {0};
    const char *to = call_word(c, 1);
    if (strcmp(to, "in") != 0 && strcmp(to, "out") != 0)
        return reply_fail(c->r, call_col(c, 1), TEXT("zoom: write in or out", "zoom：请写 in 或 out"));
    if (!call_edit(c, &next))
        return false;
    next.look.zoom = strcmp(to, "in") == 0;
    return call_commit(c, &next);
}

static bool redraw(struct call *c)
{
    c->effect = EFFECT_REDRAW;
    return true;
}

static bool suspend(struct call *c)
{
    c->effect = EFFECT_SUSPEND;
    return true;
}

const struct command cmd_look[] = {
    {"view", 1, 1, "view NAME", PAIR("stages, encoding, terms, compare, edit, cost or lesson", "视图：stages、encoding、terms、compare、edit、cost、lesson"),
     "view encoding", false, set_look},
    {"stage", 1, 1, "stage NAME|next|prev", PAIR("shows a stage of the computation", "显示计算的某一步"), "stage weights", false, stage},
    {"focus", 1, 2, "focus T [U]", PAIR("puts the focus on query T and key U", "把焦点放到查询 T 和键 U"), "focus 猫 狗", false, focus},
    {"head", 1, 1, "head I", PAIR("shows another head (0 is the first)", "显示另一个头（0 是第一个）"), "head 0", false, set_look},
    {"layer", 1, 1, "layer I", PAIR("shows and edits another layer (0 is the first)", "显示并编辑另一层（0 是第一层）"), "layer 0", false, set_look},
    {"cursor", 1, 2, "cursor up|down|left|right [N]", PAIR("moves the cursor", "移动光标"), "cursor right", false, cursor},
    {"zoom", 1, 1, "zoom in|out", PAIR("from the whole matrix to one cell's arithmetic and back", "从整个矩阵到一个格子的算式，再回来"), "zoom in", false,
     zoom},
    {"lang", 1, 1, "lang zh|en", PAIR("the language of the screen", "界面语言"), "lang zh", false, set_look},
    {"theme", 1, 1, "theme NAME", PAIR("dark, light, contrast or mono", "配色：dark、light、contrast 或 mono"), "theme light", false, set_look},
    {"redraw", 0, 0, "redraw", PAIR("paints the whole screen again", "重画整个屏幕"), "redraw", false, redraw},
    {"suspend", 0, 0, "suspend", PAIR("back to the shell; 'fg' returns", "回到命令行；用 fg 返回"), "suspend", false, suspend},
    {NULL, 0, 0, NULL, PAIR(NULL, NULL), NULL, false, NULL},
};

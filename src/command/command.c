/* Finding and running commands. */
#include "command/command.h"

#include <string.h>

#include "base/mem.h"
#include "base/near.h"
#include "command/assign.h"
#include "lesson/run/bounds.h"
#include "state/param.h"

const struct command *const command_groups[] = {cmd_sentence, cmd_order, cmd_token, cmd_sheet, cmd_numbers, cmd_settings, cmd_history,
                                                cmd_look,     cmd_stage, cmd_show,  cmd_files,   cmd_lesson,   NULL};

const struct command *command_find(const char *name)
{
    for (int g = 0; command_groups[g]; g++)
        for (const struct command *c = command_groups[g]; c->name; c++)
            if (strcmp(c->name, name) == 0)
                return c;
    return NULL;
}

const char *call_word(const struct call *c, int i)
{
    return i < c->w->count ? c->w->v[i].s : "";
}

int call_col(const struct call *c, int i)
{
    return c->w->count == 0 ? 1 : c->w->v[i < c->w->count ? i : c->w->count - 1].col;
}

void call_edit(struct call *c, struct state *next)
{
    state_copy(next, &c->m->now.state);
}

bool call_commit(struct call *c, struct state *next)
{
    bool within = !(c->place & LINE_LESSON) || lesson_bounds(next, c->r);
    if (!within)
        state_finish(next);
    if (within && model_commit(c->m, next, c->line, c->r))
        return true;
    if (c->r->col == 0)
        c->r->col = call_col(c, 0);
    return false;
}

/* Assignments (`x 猫 = 1 0`, `WQ = 1 0 ; 0 1`, `mask = 0 -inf`) are told by their `=`. */
static bool is_assignment(const struct words *w)
{
    for (int i = 1; i < w->count && i <= 2; i++)
        if (!w->v[i].quoted && strcmp(w->v[i].s, "=") == 0)
            return true;
    return false;
}

/* The failure for an unknown name, with the nearest one. */
static bool no_command(struct call *call, const char *name)
{
    const char *best = NULL;
    for (int g = 0; command_groups[g]; g++) {
        const char *one = near_name(name, command_groups[g], sizeof **command_groups);
        if (one && (!best || near_distance(name, one, 3) < near_distance(name, best, 3)))
            best = one;
    }
    if (param_find(name))
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("%s is a setting: write 'set %s VALUE'", "%s 是设置项：请写“set %s 值”"), name, name);
    if (best)
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("no command '%s': did you mean '%s'?", "没有命令“%s”：是不是“%s”？"), name, best);
    return reply_fail(call->r, call_col(call, 0),
                      TEXT("no command '%s' (help commands lists them all)", "没有命令“%s”（help commands 列出全部命令）"), name);
}

/* The flags of the command's row decide. false: said. */
static bool allowed(struct call *call, const struct command *c)
{
    if (call->place & LINE_LESSON && c->flags & COMMAND_OUTSIDE)
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("%s: not inside a lesson: its commands set the scene and nothing else", "%s：课程中不可用：课程里的命令只布置场景"),
                          c->name);
    if (!(call->place & LINE_STATE) || c->flags & COMMAND_STATE)
        return true;
    if (call->place & LINE_LESSON)
        return reply_fail(call->r, call_col(call, 0),
                          TEXT("%s: not in a scene: its commands only describe a state", "%s：场景中不可用：场景里的命令只描述状态"), c->name);
    return reply_fail(call->r, call_col(call, 0),
                      TEXT("'%s' is not allowed in a saved state, which only describes a state; 'source' runs any script",
                           "保存的状态中不能用“%s”：它只描述状态；用 source 可运行任意脚本"), c->name);
}

bool cmd_allowed(const char *line, unsigned place, struct reply *r)
{
    struct words w = {0};
    int col = 1;
    bool ok = true;
    while (ok && *line) {
        ok = words_split(&w, &line, &col, r);
        if (!ok || w.count == 0)
            continue;
        struct call call = {.w = &w, .r = r, .place = place};
        const struct command *c = command_find(w.v[0].s);
        ok = c ? allowed(&call, c) : is_assignment(&w) || no_command(&call, w.v[0].s);
    }
    words_finish(&w);
    return ok;
}

static bool run(struct call *call)
{
    const char *name = call->w->v[0].s;
    int given = call->w->count - 1;
    if (is_assignment(call->w) && assign_is_target(&call->m->now.state, name))
        return assign_all(call);
    const struct command *c = command_find(name);
    if (!c)
        return no_command(call, name);
    if (given < c->min || (c->max >= 0 && given > c->max))
        return reply_fail(call->r, call_col(call, given < c->min ? given : c->max + 1),
                          TEXT("%s: %s (usage: %s)", "%s：%s（用法：%s）"), name,
                          pair_in(given < c->min ? TEXT("something is missing", "缺少内容")
                                                 : TEXT("too many words", "多余的内容"),
                                  call->r->lang),
                          c->usage);
    return allowed(call, c) && c->exec(call);
}

/* The command as it stands in the line, without what surrounds it. Other blanks become spaces: it is shown and kept. */
static char *whole(const char *line, const struct words *w)
{
    size_t at = w->v[0].at;
    char *text = mem_copy_text(line + at, w->v[w->count - 1].end - at);
    for (char *p = text; p && *p; p++)
        if (*p == '\t' || *p == '\r')
            *p = ' ';
    return text;
}

bool cmd_run(struct model *m, const char **line, int *col, unsigned place, struct outcome *out, struct reply *r)
{
    const char *begin = *line;
    bool ok = words_split(&out->words, line, col, r);
    out->effect = EFFECT_NONE;
    if (!ok || out->words.count == 0)
        return ok;
    char *text = whole(begin, &out->words);
    if (!text)
        return reply_no_memory(r);
    const struct word *name = &out->words.v[0];
    struct call call = {.m = m, .w = &out->words, .line = text, .r = r, .place = place};
    call.rest = text + (out->words.count > 1 ? out->words.v[1].at - name->at : strlen(text));
    call.rest_len = strlen(call.rest);
    call.rest_col = out->words.count > 1 ? out->words.v[1].col : name->col;
    ok = run(&call);
    if (!ok && r->col == 0)
        r->col = name->col;
    out->effect = call.effect;
    if (ok && call.effect == EFFECT_NONE)
        log_add(&m->log, text);
    mem_free(text);
    return ok;
}

void outcome_finish(struct outcome *o)
{
    words_finish(&o->words);
}

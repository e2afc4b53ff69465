/* Finding and running commands. */
#include "command/command.h"

#include <string.h>

#include "base/mem.h"
#include "base/near.h"
#include "command/assign.h"
#include "lesson/run/bounds.h"
#include "session/usage.h"
#include "state/param.h"

/* The default command table (see session.commands): the groups of this folder; ends with NULL. */
static const struct command *const command_groups[] = {
    cmd_sentence, cmd_order,   cmd_token,    cmd_sheet, cmd_numbers, cmd_answer,
    cmd_train,    cmd_example, cmd_settings, cmd_cause, cmd_history, cmd_look,
    cmd_stage,    cmd_machine, cmd_clock,    cmd_show,  cmd_scene,   NULL};

const struct command *const *command_table(const struct session *m)
{
    return m->commands ? m->commands : command_groups;
}

const struct command *command_find(const struct session *m, const char *name)
{
    for (const struct command *const *group = command_table(m); *group; group++)
        for (const struct command *c = *group; c->name; c++)
            if (strcmp(c->name, name) == 0)
                return c;
    return NULL;
}

/* Assignments (`x 猫 = 1 0`, `WQ = 1 0 ; 0 1`, `mask = 0 -inf`) are recognised by their `=`. */
static bool is_assignment(const struct words *w)
{
    for (int i = 1; i < w->count && i <= 2; i++)
        if (!w->v[i].quoted && strcmp(w->v[i].s, "=") == 0)
            return true;
    return false;
}

unsigned command_flags(const struct session *m, const char *line)
{
    struct words w = {0};
    struct reply quiet = {0};
    int col = 1, count = 0;
    unsigned flags = ~0u;
    while (*line && words_split(&w, &line, &col, &quiet)) {
        const struct command *c = w.count > 0 && !is_assignment(&w) ? command_find(m, w.v[0].s) : NULL;
        flags &= w.count == 0 ? ~0u : c ? c->flags : 0;
        count += w.count > 0;
    }
    bool whole = count > 0 && !quiet.failed;
    words_finish(&w);
    reply_finish(&quiet);
    return whole ? flags : 0;
}

const char *command_near(const struct session *m, const char *name, const char *best)
{
    for (const struct command *const *group = command_table(m); *group; group++) {
        const char *one = near_name(name, *group, sizeof **group);
        if (one && (!best || near_distance(name, one, 3) < near_distance(name, best, 3)))
            best = one;
    }
    return best;
}

/* Reports an unknown command and suggests the nearest name. */
static bool no_command(struct call *call, const char *name)
{
    const char *best = command_near(call->m, name, NULL);
    if (param_find(name))
        return call_fail(call, 0, TEXT("%s is a setting: write 'set %s VALUE'"), name, name);
    if (best)
        return call_fail(call, 0, TEXT("no command '%s': did you mean '%s'?"), name, best);
    return call_fail(call, 0, TEXT("no command '%s' (help commands lists them all)"), name);
}

/* A command is refused from an origin with all bits of `origin` if it has a flag in `with` or lacks one in
 * `without`. */
static const struct {
    unsigned origin, with, without;
    const char *why;
} refused[] = {
    {LINE_LESSON, COMMAND_OUTSIDE, 0, TEXT("not allowed in a lesson, whose commands only set the scene")},
    {LINE_LESSON | LINE_STATE, 0, COMMAND_STATE,
     TEXT("not allowed in a scene, which only describes a state")},
    {LINE_STATE, 0, COMMAND_STATE,
     TEXT("not allowed in a saved state, which only describes a state; 'source' runs any script")},
    {LINE_SOLUTION, COMMAND_NO_LOG, 0, TEXT("not allowed in a solution")},
    {LINE_JOURNAL, COMMAND_NO_LOG, 0, TEXT("not allowed in a journal")},
};

static bool allowed(struct call *call, const struct command *c)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        bool there = (call->origin & refused[i].origin) == refused[i].origin;
        if (there && ((c->flags & refused[i].with) || (c->flags & refused[i].without) != refused[i].without))
            return call_fail(call, 0, TEXT("%s: %s"), c->name, text_in(refused[i].why, call->r->lang));
    }
    return true;
}

bool cmd_allowed(struct session *m, const char *line, unsigned origin, struct reply *r)
{
    struct words w = {0};
    int col = 1;
    bool ok = true;
    while (ok && *line) {
        ok = words_split(&w, &line, &col, r);
        if (!ok || w.count == 0)
            continue;
        struct call call = {.m = m, .w = &w, .r = r, .origin = origin};
        const struct command *c = command_find(m, w.v[0].s);
        ok = c ? allowed(&call, c) : is_assignment(&w) || no_command(&call, w.v[0].s);
    }
    words_finish(&w);
    return ok;
}

/* Reads the words of the line, and explains what would be right. */
static bool well_written(struct call *call, const struct command *c)
{
    int wrong;
    if (usage_read(c->words, call->w, &call->read, &wrong))
        return true;
    if (wrong < call->w->count)
        call_expected(call, wrong);
    if (call->r->failed)
        return false;
    const char *what = wrong < call->w->count ? TEXT("too many words") : TEXT("too few words");
    struct text usage = TEXT_HERE;
    usage_command(&usage, c->name, c->words, call->r->lang);
    call_fail(call, wrong, TEXT("%s: %s (usage: %s)"), c->name, text_in(what, call->r->lang),
              text_str(&usage));
    text_finish(&usage);
    return false;
}

/* c NULL: an assignment or an unknown command. */
static bool run_command(struct call *call, const struct command *c)
{
    if (!c && is_assignment(call->w) && assign_is_target(&call->m->now.state, call->w->v[0].s))
        return call_change(call, assign_all);
    if (!c)
        return no_command(call, call->w->v[0].s);
    call->words = c->words;
    if (!allowed(call, c) || !well_written(call, c))
        return false;
    if (c->flags & COMMAND_HOST && !call->host)
        return call_fail(call, 0, TEXT("%s: only available in a standalone session"), c->name);
    if (c->flags & COMMAND_IN_LESSON && !call->m->lesson)
        return reply_fail(call->r, 0, TEXT("no lesson is open ('lesson' lists them)"));
    return c->act ? c->act(call) : call_change(call, c->edit);
}

/* Runs a command and logs it as typed. A command of a lesson is logged without those that the lesson runs
 * because of it: replaying reruns them. Its line is marked as a lesson's even if it opens or leaves the
 * lesson. */
static bool run_logged(struct call *call, const struct command *c)
{
    unsigned flags = c ? c->flags : 0;
    struct log *l = &call->m->log;
    bool on = l->on, lesson = flags & COMMAND_LESSON;
    if (lesson)
        l->on = false;
    bool ok = run_command(call, c), own = call->logged.len > 0 || call->logged.failed;
    l->on = lesson ? on : l->on;
    l->in_lesson = l->in_lesson || lesson;
    if (ok && (!(flags & COMMAND_NO_LOG) || (lesson && call->logged.len > 0))) {
        if (own)
            log_text(l, &call->logged);
        else
            log_add(l, call->line);
    }
    l->in_lesson = lesson ? call->m->lesson != NULL : l->in_lesson;
    return ok;
}

/* Returns a copy of the first command of the line. Between words tabs and CRs become spaces, since it is
 * displayed and logged. */
static char *command_text(const char *line, const struct words *w)
{
    size_t at = w->v[0].at;
    char *text = mem_copy_text(line + at, w->v[w->count - 1].end - at);
    for (int i = 1; text && i < w->count; i++)
        for (size_t k = w->v[i - 1].end; k < w->v[i].at; k++)
            if (line[k] == '\t' || line[k] == '\r')
                text[k - at] = ' ';
    return text;
}

bool cmd_run(struct runner *in, const char **line, int *col, struct reply *r)
{
    struct words w = {0};
    const char *begin = *line;
    bool ok = words_split(&w, line, col, r);
    char *text = ok && w.count > 0 ? command_text(begin, &w) : NULL;
    in->flags = 0;
    in->count += ok && w.count > 0;
    if (text) {
        const struct word *name = &w.v[0];
        struct call call = {
            .m = in->m, .host = in->host, .w = &w, .line = text, .r = r, .origin = in->origin};
        call.rest = text + (w.count > 1 ? w.v[1].at - name->at : strlen(text));
        call.rest_col = w.count > 1 ? w.v[1].col : name->col;
        bool assigns = is_assignment(&w) && assign_is_target(&in->m->now.state, name->s);
        const struct command *c = assigns ? NULL : command_find(in->m, name->s);
        in->flags = c ? c->flags : 0;
        ok = run_logged(&call, c);
        if (!ok && r->col == 0 &&
            !(in->flags & (COMMAND_HOST | COMMAND_NO_LOG))) /* else from a file, a lesson */
            r->col = call_col(&call, 0);
        text_finish(&call.logged);
    } else if (ok && w.count > 0)
        ok = reply_no_memory(r);
    mem_free(text);
    words_finish(&w);
    return ok;
}

bool cmd_run_line(struct runner *in, const char *line, struct reply *r)
{
    int col = 1;
    bool ok = true;
    while (ok && *line) {
        ok = cmd_run(in, &line, &col, r);
        if (ok && in->origin & LINE_LESSON && in->count > LESSON_MAX_COMMANDS)
            ok = reply_fail(r, 0, TEXT("at most %d commands"), LESSON_MAX_COMMANDS);
    }
    return ok;
}

#include "app/autosave.h"

#include <string.h>

#include "app/app.h"
#include "app/keep/folders.h"
#include "lesson/play/play.h"
#include "state/param.h"

enum { IDLE_MS = 1000 };

static void add_look(struct log *l, const struct state *s, const char *name)
{
    struct text line = {0};
    text_addf(&line, "%s ", name);
    param_print(s, param_find(name), &line);
    log_text(l, &line);
    text_finish(&line);
}

/* What it begins with stands first: a session goes on in its own language. */
void autosave_begin(struct app *a)
{
    struct log *l = &a->model.log;
    l->on = true;
    size_t mark = log_begin(l);
    add_look(l, &a->model.now.state, "lang");
    add_look(l, &a->model.now.state, "theme");
    log_end(l, mark, true);
    a->autosave.start = l->lines.len;
}

void autosave_started(struct app *a)
{
    a->autosave.start = a->model.log.lines.len;
    struct model *own = a->play ? &a->play->own : &a->model;
    own->unsaved = a->autosave.journal.open;     /* leaving loses nothing but a session that was recovered */
}

/* From here on there is no autosave; r says why, unless there is nowhere to write. */
static void give_up(struct app *a, const struct reply *r)
{
    struct model *m = &a->model;
    m->log.on = false;
    journal_close(&a->autosave.journal, true);
    if (!r->failed)
        return;
    text_clear(&m->message);
    text_addf(&m->message, pair_in(TEXT("autosave is off: %s", "自动保存已停用：%s"), r->lang), text_str(&r->text));
    m->message_is_error = true;
}

static struct reply reply_in(const struct app *a)
{
    return (struct reply){.lang = (enum lang)a->model.now.state.look.lang};
}

static bool start(struct app *a, struct reply *r)
{
    struct text path = {0};
    bool home = folder_file(FOLDER_STATE, "", &path);
    text_finish(&path);
    return home && journal_create(&a->autosave.journal, r);
}

/* The one command in the log, if it is one that only moves what is looked at. */
static bool only_looks(const struct log *l)
{
    const char *s = l->lines.s;
    if ((s[0] != LOG_ALONE && s[0] != LOG_LESSON) || strchr(s, '\n') != l->lines.s + l->lines.len - 1)
        return false;
    size_t n = strcspn(s + 1, " \t\n");
    for (const struct command *c = cmd_look; c->name; c++)
        if (strlen(c->name) == n && strncmp(c->name, s + 1, n) == 0)
            return true;
    return false;
}

/* What leads from the look of `base` to that of `now`, as one command. false: `set` cannot say it. */
static bool look_line(const struct state *base, const struct state *now, struct text *out)
{
    struct state view = *base;       /* only its look is set: shares everything, owns nothing */
    struct reply quiet = {0};
    struct text value = {0};
    bool ok = true;
    text_addf(out, "set view %s", view_name(now->look.view));
    view.look.view = now->look.view;
    for (const struct param *p = params; p->name && ok; p++) {
        if (!p->look || param_same(&view, now, p))
            continue;
        text_clear(&value);
        param_print(now, p, &value);
        text_addf(out, " %s %s", p->name, text_str(&value));
        ok = !value.failed && param_set(&view, p, text_str(&value), 0, &quiet);
    }
    text_finish(&value);
    reply_finish(&quiet);
    return ok && !out->failed && memcmp(&view.look, &now->look, sizeof view.look) == 0;
}

static bool write_lines(struct app *a, struct reply *r)
{
    struct autosave *s = &a->autosave;
    const struct state *now = &a->model.now.state;
    struct text line = {0};
    bool replace = s->base.lexicon && only_looks(&a->model.log) && state_same_numbers(&s->base, now) && look_line(&s->base, now, &line);
    bool ok = replace ? journal_replace(&s->journal, a->model.log.lines.s[0], text_str(&line), r) : journal_add(&s->journal, &a->model.log.lines, r);
    text_finish(&line);
    if (ok && !replace) {
        state_finish(&s->base);
        state_copy(&s->base, now);
    }
    return ok;
}

void autosave_write(struct app *a)
{
    struct log *l = &a->model.log;
    if (!l->on || l->lines.len <= a->autosave.start)
        return;
    a->autosave.start = 0;
    struct reply r = reply_in(a);
    if (!((a->autosave.journal.open || start(a, &r)) && write_lines(a, &r)))
        give_up(a, &r);
    text_clear(&l->lines);
    reply_finish(&r);
}

int autosave_wait(const struct app *a)
{
    return a->autosave.journal.unsynced ? IDLE_MS : -1;
}

void autosave_idle(struct app *a)
{
    struct reply r = reply_in(a);
    if (a->autosave.journal.unsynced && !journal_sync(&a->autosave.journal, &r))
        give_up(a, &r);
    reply_finish(&r);
}

bool autosave_holds(struct app *a)
{
    autosave_write(a);
    return a->autosave.journal.open;
}

bool autosave_take(struct app *a, const char *bytes, const struct journal_reader *read, struct reply *r)
{
    struct autosave *s = &a->autosave;
    bool ok = journal_create(&s->journal, r) && journal_continue(&s->journal, bytes, (size_t)(read->at - bytes), read->sum, r) &&
              journal_sync(&s->journal, r);
    if (!ok) {
        if (s->journal.open)
            journal_close(&s->journal, false);
        give_up(a, r);
        return false;
    }
    a->model.log.on = true;
    a->model.log.in_lesson = a->play != NULL;
    s->start = 0;
    state_copy(&s->base, &a->model.now.state);
    return true;
}

void autosave_end(struct app *a)
{
    struct autosave *s = &a->autosave;
    if (s->journal.open)
        autosave_write(a);
    bool keep = a->model.unsaved;
    if (s->journal.open && keep)
        autosave_idle(a);
    if (s->journal.open)
        journal_close(&s->journal, keep);
    state_finish(&s->base);
}

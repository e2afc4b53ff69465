#include "app/autosave.h"

#include <string.h>

#include "app/app.h"
#include "keep/folders.h"
#include "base/mem.h"
#include "lesson/play/play.h"
#include "state/param.h"
#include "state/script.h"

enum { IDLE_MS = 1000 };

/* Language, theme and the first scene come first in the log, so that a recovered session has its own. */
void autosave_begin(struct app *a)
{
    struct log *l = &a->session.log;
    l->on = true;
    size_t mark = log_begin(l);
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? "lang" : "theme";
        struct text line = {0};
        text_addf(&line, "%s ", name);
        param_print(&a->session.now.state, param_find(name), &line);
        log_text(l, &line);
        text_finish(&line);
    }
    log_add(l, "opening");
    log_end(l, mark, true);
    a->autosave.start = l->lines.len;
}

void autosave_started(struct app *a)
{
    a->autosave.start = a->session.log.lines.len;
    struct session *own = a->lessons.play ? &a->lessons.play->own : &a->session;
    own->unsaved = a->autosave.journal.open; /* only a recovered session has anything to lose */
}

/* Returns whether a command, up to the end of its line, has one of the flags. */
static bool has_flag(const struct session *m, const char *command, unsigned flags)
{
    char *line = mem_copy_text(command, strcspn(command, "\n"));
    bool has = line && command_flags(m, line) & flags;
    mem_free(line);
    return has || strncmp(command, SCRIPT_LOOK, strlen(SCRIPT_LOOK)) == 0;
}

bool autosave_changes(const struct session *m, char kind, const char *command)
{
    bool alone = kind == LOG_ALONE || kind == LOG_LESSON;
    return !alone || !has_flag(m, command, COMMAND_LOOKS | COMMAND_READS);
}

/* Adds the new lines to the held ones. A line that only looks replaces the previous such line. */
static void hold(struct app *a)
{
    struct autosave *s = &a->autosave;
    struct text *lines = &a->session.log.lines;
    const struct state *now = &a->session.now.state;
    struct text look = {0};
    const char *fresh = lines->s + s->held;
    bool one = (*fresh == LOG_ALONE || *fresh == LOG_LESSON) && !strchr(fresh, '\n')[1];
    bool looks = s->base.lexicon && one && has_flag(&a->session, fresh + 1, COMMAND_LOOKS) &&
                 state_same_numbers(&s->base, now) && script_look(&s->base, now, &look);
    if (looks) {
        char kind = *fresh;
        lines->s[lines->len = s->look] = '\0';
        text_add_char(lines, kind);
        text_add_bytes(lines, look.s, look.len);
        text_add_char(lines, '\n');
    } else {
        state_finish(&s->base);
        state_copy(&s->base, now);
        s->look = lines->len;
    }
    s->held = lines->len;
    text_finish(&look);
}

/* Switches autosave off: there is no place for a journal, or lines were lost for lack of memory. */
static void give_up(struct app *a)
{
    a->session.log.on = false;
    journal_close(&a->autosave.journal, true);
    text_clear(&a->session.log.lines);
    a->autosave.held = a->autosave.look = 0;
}

/* Records success or failure of a write in not_kept, and announces each change between them. */
static void say_kept(struct app *a, bool ok, const struct reply *r)
{
    struct text *told = &a->session.not_kept;
    bool before = told->len > 0;
    text_clear(told);
    if (!ok)
        text_add(told, text_str(&r->text));
    if (!ok && !before)
        session_say(&a->session, true, TEXT("changes are not kept: %s"), text_str(told));
    else if (ok && before && a->session.message.len == 0)
        session_say(&a->session, false, TEXT("changes are kept again"));
}

/* Writes the held lines. After a failure, success requires a sync too. */
static bool write_held(struct app *a, struct reply *r)
{
    struct autosave *s = &a->autosave;
    struct text *lines = &a->session.log.lines;
    if (lines->failed)
        return reply_no_memory(r);
    if (s->held > 0) {
        bool looks = s->look == 0;
        if (!(s->journal.open || journal_create(&s->journal, r)) ||
            !(looks ? journal_replace : journal_add)(&s->journal, lines, r))
            return false;
        text_clear(lines);
        s->held = s->look = 0;
    }
    return a->session.not_kept.len == 0 || journal_sync(&s->journal, r);
}

static void flush(struct app *a)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    bool ok = write_held(a, &r);
    if (ok || r.failed)
        say_kept(a, ok, &r);
    if (!ok && (!folder_placed(FOLDER_STATE) || a->session.log.lines.failed))
        give_up(a);
    reply_finish(&r);
}

void autosave_write(struct app *a)
{
    struct autosave *s = &a->autosave;
    const struct log *l = &a->session.log;
    const char *fresh = text_str(&l->lines) + (s->held > s->start ? s->held : s->start);
    if (!l->on || (l->lines.len <= s->start && !l->lines.failed))
        return;
    s->start = 0;
    s->due = s->due || s->journal.open || l->lines.failed;
    for (; !s->due && *fresh; fresh += strcspn(fresh, "\n") + 1)
        s->due = autosave_changes(&a->session, *fresh, fresh + 1);
    if (l->lines.len > s->held && !l->lines.failed)
        hold(a);
    if (s->due)
        flush(a);
}

int autosave_wait(const struct app *a)
{
    const struct autosave *s = &a->autosave;
    return (s->due && s->held > 0) || s->journal.unsynced ? IDLE_MS : -1;
}

void autosave_idle(struct app *a)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    if (a->autosave.due && a->autosave.held > 0)
        flush(a);
    else if (a->autosave.journal.unsynced)
        say_kept(a, journal_sync(&a->autosave.journal, &r), &r);
    reply_finish(&r);
}

bool autosave_write_all(struct app *a)
{
    autosave_write(a);
    return a->autosave.journal.open && a->autosave.held == 0;
}

bool autosave_take(struct app *a, const struct text *lines, bool later, struct reply *r)
{
    struct autosave *s = &a->autosave;
    struct log *l = &a->session.log;
    *s = (struct autosave){.due = !later};
    l->on = true;
    l->in_lesson = a->lessons.play != NULL;
    text_clear(&l->lines);
    text_add_bytes(&l->lines, text_str(lines), lines->len);
    l->lines.failed = l->lines.failed || lines->failed;
    if (later) {
        autosave_started(a);
        return true;
    }
    s->held = s->look = l->lines.len;
    state_copy(&s->base, &a->session.now.state);
    bool ok = write_held(a, r) && journal_sync(&s->journal, r);
    say_kept(a, ok, r);
    if (l->lines.failed)
        give_up(a);
    return ok;
}

void autosave_end(struct app *a)
{
    struct autosave *s = &a->autosave;
    if (s->journal.open || s->held > 0)
        autosave_write(a);
    bool keep = a->session.unsaved;
    s->journal.unsynced = s->journal.open; /* also if it was synced: somebody may have taken the file since */
    if (s->journal.open && keep)
        autosave_idle(a);
    if (s->journal.open)
        journal_close(&s->journal, keep);
    state_finish(&s->base);
    *s = (struct autosave){0};
}

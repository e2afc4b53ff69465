#include "app/effects.h"

#include <limits.h>
#include <string.h>

#include "app/keep/file.h"
#include "app/recover.h"
#include "base/number.h"
#include "command/saved.h"
#include "command/segment.h"
#include "export/export.h"
#include "export/import.h"
#include "lesson/play/play.h"
#include "lesson/play/progress_pages.h"
#include "lesson/play/replay.h"
#include "session/home.h"
#include "state/param.h"
#include "state/script.h"
#include "study/cursor.h"

enum { SCRIPT_DEPTH = 8, SCRIPT_FILES = 1000, SCREEN_ROWS = 24, SCREEN_COLS = 80 };

static const char *arg(const struct outcome *o, int i)
{
    return i < o->words.count ? o->words.v[i].s : "";
}

static int arg_col(const struct outcome *o, int i)
{
    return i < o->words.count ? o->words.v[i].col : 0;
}

static bool give(struct app *a, const char *path, const struct text *t, struct reply *r)
{
    if (t->failed)
        return reply_no_memory(r);
    if (strcmp(path, "-") == 0 && !a->batch) {
        pager_open(&a->model.pager, "", text_str(t));
        return true;
    }
    if (strcmp(path, "-") == 0) {
        text_add_bytes(&a->output, text_str(t), t->len);
        return true;
    }
    if (!file_write_given(path, a->waits, text_str(t), t->len, r))
        return false;
    reply_say(r, TEXT("written: %s", "已写入：%s"), path);
    return true;
}

static bool save(struct app *a, const struct outcome *o, struct reply *r)
{
    struct text t = {0};
    script_write(&a->model.now, &t);
    bool ok = give(a, arg(o, 1), &t, r);
    a->model.unsaved = a->model.unsaved && !ok;
    text_finish(&t);
    return ok;
}

static bool load(struct app *a, const struct outcome *o, struct reply *r)
{
    struct text bytes = {0};
    const char *path = arg(o, 1);
    bool ok = file_read_given(path, a->waits, FILE_MAX_SCRIPT, &bytes, r);
    if (ok && !saved_is(text_str(&bytes)))
        ok = reply_fail(r, arg_col(o, 1), TEXT("%s: not a saved state (its first line is not '%s'); 'source' runs any script",
                                               "%s：不是保存的状态（首行不是“%s”）；用 source 可运行任意脚本"),
                        path, SCRIPT_FIRST_LINE);
    ok = ok && app_load(a, path, text_str(&bytes), r);
    text_finish(&bytes);
    return ok;
}

/* One command runs so much and no more, however its scripts call each other. */
static bool may_source(const struct app *a, const struct outcome *o, struct reply *r)
{
    if (a->scripts.depth >= SCRIPT_DEPTH)
        return reply_fail(r, arg_col(o, 1), TEXT("%s: scripts run each other at most %d deep", "%s：脚本互相运行最多 %d 层"), arg(o, 1), SCRIPT_DEPTH);
    return a->scripts.files < SCRIPT_FILES ||
           reply_fail(r, arg_col(o, 1), TEXT("%s: one command runs at most %d scripts", "%s：一条命令最多运行 %d 个脚本"), arg(o, 1), SCRIPT_FILES);
}

static bool run_script(struct app *a, const struct outcome *o, const struct text *bytes, struct reply *r)
{
    a->scripts.files++;
    a->scripts.bytes += bytes->len;
    if (a->scripts.bytes > FILE_MAX_SCRIPT)
        return reply_fail(r, arg_col(o, 1), TEXT("%s: the scripts of one command are larger than %d bytes together",
                                                 "%s：一条命令运行的脚本合计超过 %d 字节"), arg(o, 1), FILE_MAX_SCRIPT);
    a->scripts.depth++;
    bool ok = app_script(a, arg(o, 1), text_str(bytes), false, r);
    a->scripts.depth--;
    return ok;
}

static bool source(struct app *a, const struct outcome *o, struct reply *r)
{
    struct text bytes = {0};
    if (a->scripts.depth == 0)
        a->scripts.files = 0, a->scripts.bytes = 0;
    bool ok = may_source(a, o, r) && file_read_given(arg(o, 1), a->waits, FILE_MAX_SCRIPT, &bytes, r) && run_script(a, o, &bytes, r);
    text_finish(&bytes);
    return ok;
}

static bool export_what(struct app *a, const struct outcome *o, struct reply *r)
{
    struct text t = {0};
    int path = 0;
    const struct screen screen = {.model = &a->model, .ascii = a->ascii, .mono = a->mono, .scratch = &a->scratch};
    bool ok = export_make(&a->model, &screen, &o->words, &t, &path, r) && give(a, arg(o, path), &t, r);
    text_finish(&t);
    return ok;
}

static bool looks_on(void *on)
{
    struct app *a = on;
    return a->meanwhile(a);
}

static bool import_what(struct app *a, const struct outcome *o, struct reply *r)
{
    const struct import_watch w = {&a->model, a->waits, a->meanwhile ? looks_on : NULL, a};
    if (strcmp(arg(o, 1), "vectors") == 0)
        return import_vectors(&w, arg(o, 2), r);
    return import_matrix(&w, arg(o, 1), arg(o, 2), r);
}

static bool screen(struct app *a, const struct outcome *o, struct reply *r)
{
    struct canvas c;
    struct text t = {0};
    if (!canvas_init(&c, SCREEN_ROWS, SCREEN_COLS))
        return reply_no_memory(r);
    bool whole = app_draw(a, c) || reply_no_memory(r);
    canvas_planes(c, &t);
    bool ok = whole && give(a, o->words.count > 1 ? arg(o, 1) : "-", &t, r);
    text_finish(&t);
    canvas_finish(&c);
    return ok;
}

static bool quit(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    a->quit = a->batch || !lesson_own(a)->unsaved || a->leaving || autosave_holds(a);
    a->leaving = true;
    if (!a->quit)
        reply_say(r, TEXT("changes are not saved: quit again to leave, or :save FILE", "修改尚未保存：再退出一次即离开，或 :save 文件"));
    return true;
}

/* recover [N], recover list [N], recover drop [N|old]: N counts back from the latest, which is 1. */
static bool recover(struct app *a, const struct outcome *o, struct reply *r)
{
    static const struct { const char *name; bool (*act)(struct app *, int, struct reply *); } acts[] = {
        {"list", recover_list}, {"drop", recover_drop}, {NULL, recover_session},
    };
    size_t i = 0;
    while (acts[i].name && strcmp(acts[i].name, arg(o, 1)) != 0)
        i++;
    int at = acts[i].name ? 2 : 1;
    long back = 1;
    if (o->words.count > at + 1)
        return reply_fail(r, arg_col(o, at + 1), TEXT("too many words behind recover", "recover 后面的内容太多"));
    if (acts[i].act == recover_drop && strcmp(arg(o, at), "old") == 0)
        return recover_drop_old(a, r);
    if (o->words.count > at && number_parse_int(arg(o, at), strlen(arg(o, at)), 1, INT_MAX, &back) != NUMBER_OK)
        return reply_fail(r, arg_col(o, at), TEXT("write 'recover', 'recover 2' (the one before the latest), 'recover list', 'recover drop' or 'recover drop old'",
                                                  "请写“recover”、“recover 2”（倒数第二个）、“recover list”、“recover drop”或“recover drop old”"));
    return acts[i].act(a, (int)back, r);
}

static bool redraw(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o, (void)r;
    a->redraw = true;
    return true;
}

static bool suspend(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o, (void)r;
    a->suspend = true;
    return true;
}

/* The number under the cursor, to be replaced or edited. */
static bool offer_cell(struct app *a, struct reply *r)
{
    const struct scene *now = &a->model.now;
    struct matrix_ref ref;
    struct text t = {0};
    int row, col;
    if (!cursor_cell(&now->state, &now->config, &ref, &row, &col))
        return reply_fail(r, 0, TEXT("%s", "%s"), pair_in(cursor_computed, r->lang));
    number_shortest(&t, matrices_get(&now->state, ref, row, col));
    prompt_offer(&a->model.prompt, PROMPT_CELL, text_str(&t));
    text_finish(&t);
    return true;
}

/* The sentence likewise; where no plain text gives it back, as the command that does. */
static bool offer_sentence(struct app *a, struct reply *r)
{
    const struct state *s = &a->model.now.state;
    struct text t = {0};
    (void)r;
    if (segment_join(s, &t)) {
        prompt_offer(&a->model.prompt, PROMPT_SENTENCE, text_str(&t));
    } else {
        text_clear(&t);
        script_sequence(&t, "tokens", s, s->sentence);
        prompt_open(&a->model.prompt, PROMPT_COMMAND, text_str(&t));
    }
    text_finish(&t);
    return true;
}

static bool prompt(struct app *a, const struct outcome *o, struct reply *r)
{
    static const struct { const char *name; enum prompt_kind kind; bool (*offer)(struct app *, struct reply *); } kinds[] = {
        {"", PROMPT_COMMAND, NULL}, {"command", PROMPT_COMMAND, NULL}, {"cell", PROMPT_CELL, offer_cell},
        {"sentence", PROMPT_SENTENCE, offer_sentence}, {"stage", PROMPT_STAGE, NULL},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, arg(o, 1)) == 0) {
            if (kinds[i].offer && o->words.count < 3)
                return kinds[i].offer(a, r);
            prompt_open(&a->model.prompt, kinds[i].kind, arg(o, 2));
            return true;
        }
    return reply_fail(r, arg_col(o, 1), TEXT("no prompt '%s' (command, cell, sentence, stage)",
                                             "没有输入行“%s”（command、cell、sentence、stage）"), arg(o, 1));
}

static bool scene(struct app *a, const struct outcome *o, struct reply *r)
{
    return lesson_scene(&a->model, arg(o, 1), arg_col(o, 1), r);
}

/* The start screen, or what its cursor stands on. */
static bool home(struct app *a, const struct outcome *o, struct reply *r)
{
    if (o->words.count > 1 && strcmp(arg(o, 1), "here") != 0)
        return reply_fail(r, arg_col(o, 1), TEXT("write 'home' or 'home here'", "请写“home”或“home here”"));
    return app_line(a, o->words.count > 1 ? home_entry(a->model.offer, a->model.now.state.look.home)->line : "view home", r);
}

static bool progress(struct app *a, const struct outcome *o, struct reply *r)
{
    if (strcmp(arg(o, 0), "review") == 0)
        return progress_review(r);
    if (o->words.count == 1)
        return progress_show(r);
    if (strcmp(arg(o, 1), "reset") != 0)
        return reply_fail(r, arg_col(o, 1), TEXT("write 'progress', 'progress reset' or 'progress reset LESSON'", "请写“progress”、“progress reset”或“progress reset 课程”"));
    return progress_reset(a, arg(o, 2), arg_col(o, 2), r);
}

static bool nothing(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)a, (void)o, (void)r;
    return true;
}

bool effect_perform(struct app *a, const struct outcome *o, struct reply *r)
{
    static bool (*const perform[])(struct app *, const struct outcome *, struct reply *) = {
        [EFFECT_NONE] = nothing,      [EFFECT_QUIT] = quit,       [EFFECT_SAVE] = save,
        [EFFECT_LOAD] = load,         [EFFECT_SOURCE] = source,   [EFFECT_EXPORT] = export_what,
        [EFFECT_IMPORT] = import_what,    [EFFECT_SCREEN] = screen,   [EFFECT_LESSON] = lesson_perform,
        [EFFECT_PROGRESS] = progress, [EFFECT_SCENE] = scene,       [EFFECT_HOME] = home,       [EFFECT_PROMPT] = prompt,   [EFFECT_RECOVER] = recover,
        [EFFECT_REDRAW] = redraw,     [EFFECT_SUSPEND] = suspend,
    };
    if (a->replaying && o->effect != EFFECT_NONE && o->effect != EFFECT_LESSON)
        return reply_fail(r, arg_col(o, 0), TEXT("%s: not in a journal", "%s：日志中不可用"), arg(o, 0));
    if (o->effect != EFFECT_QUIT && o->effect != EFFECT_PROMPT)      /* :quit opens the prompt first */
        a->leaving = false;
    return perform[o->effect](a, o, r);
}

#include "lesson/play/replay.h"

#include <string.h>

#include "command/saved.h"
#include "lesson/play/files.h"
#include "lesson/read/scenes.h"
#include "network/pretrained.h"
#include "state/param.h"
#include "state/script.h"

enum { STEP_EFFORT = 1000000 }; /* per step without its computation, in multiplications */

/* The session that lines run in and the file they come from. */
struct replaying {
    struct session *m;
    const char *file;
    int commands; /* commands run so far in a step */
};

/* Reports a line's failure as "FILE:LINE:COL: error: …". An error that already has a place (in a scene) keeps
 * it. */
static bool located(const struct replaying *at, struct lesson_line line, const struct reply *why,
                    struct reply *r)
{
    if (strstr(text_str(&why->text), ": error: "))
        return reply_fail(r, 0, "%s", text_str(&why->text));
    int col = line.col + (why->col > 0 ? why->col - 1 : 0);
    return reply_fail(r, 0, "%s:%d:%d: error: %s", at->file, line.line, col, text_str(&why->text));
}

static bool run_lesson_line(struct replaying *at, struct lesson_line line, struct reply *r)
{
    struct reply why = {.lang = r->lang, .work = r->work};
    struct runner in = {.m = at->m, .origin = LINE_LESSON, .count = at->commands};
    bool ok = cmd_run_line(&in, line.s, &why) || located(at, line, &why, r);
    at->commands = in.count;
    reply_finish(&why);
    return ok;
}

static bool run_lines(struct replaying *at, struct lesson_lines lines, bool act, struct reply *r)
{
    bool ok = true;
    for (int i = 0; ok && i < lines.count; i++) {
        struct lesson_line line = lines.v[i];
        bool moves = lesson_line_is(line, "wait") || lesson_line_is(line, "run");
        if (moves && !act)
            ok = reply_fail(r, 0, TEXT("%s:%d:%d: error: wait and run belong in a do fence"), at->file,
                            line.line, line.col);
        else if (!lesson_line_is(line, "wait"))
            ok = run_lesson_line(at, line, r);
    }
    return ok;
}

/* Opens a model, which it takes over, with the sentence of that language; NULL: r says why there is none. */
static bool model_scene(struct session *m, struct pretrained *model, enum lang lang, struct reply *r)
{
    struct state next = {0};
    if (!model)
        return false;
    state_copy(&next, &m->now.state);
    bool ok = state_open_model(&next, model, state_model_text(lang), r);
    pretrained_drop(model);
    if (ok)
        return session_commit(m, &next, "", r);
    state_finish(&next);
    return false;
}

bool lesson_scene(struct session *m, const char *name, int col, struct reply *r)
{
    for (int lang = 0; lang < LANG_COUNT; lang++)
        if (strncmp(name, LESSON_BOX "-", strlen(LESSON_BOX) + 1) == 0 &&
            strcmp(name + strlen(LESSON_BOX) + 1, languages[lang].code) == 0)
            return model_scene(m, pretrained_box((enum lang)lang, r), (enum lang)lang, r);
    struct text relative = {0}, bytes = {0}, path = {0};
    text_addf(&relative, "scenes/%s.scene", name);
    bool ok = lesson_is_id(name) && lesson_file(text_str(&relative), &bytes, &path);
    if (!ok) {
        struct text near = TEXT_HERE, all = TEXT_HERE;
        scenes_nearest(name, &near);
        scenes_list(&all);
        if (near.len > 0)
            reply_fail(r, col, TEXT("no scene '%s': did you mean '%s'?"), name, text_str(&near));
        else
            reply_fail(r, col, TEXT("no scene '%s' (there are: %s)"), name, text_str(&all));
        text_finish(&near);
        text_finish(&all);
    }
    if (ok && !saved_is(text_str(&bytes)))
        ok = reply_fail(r, 0, TEXT("%s:1:1: error: a scene's first line must be '%s'"), text_str(&path),
                        SCRIPT_FIRST_LINE);
    ok = ok && saved_load(m, text_str(&path), text_str(&bytes), LINE_LESSON, r);
    text_finish(&relative);
    text_finish(&bytes);
    text_finish(&path);
    return ok;
}

/* Sets up the scene that the lesson begins with. For LESSON_MODEL that is the model that is open, with the
 * sentence that `model FOLDER` gives it; without one, and for LESSON_BOX, the model in the box. */
static bool first_scene(struct session *m, const struct lesson *l, struct reply *r)
{
    bool box = l->scene.s && strcmp(l->scene.s, LESSON_BOX) == 0;
    if (!box && (!l->scene.s || strcmp(l->scene.s, LESSON_MODEL) != 0)) {
        struct reply why = {.lang = r->lang, .work = r->work};
        bool ok = !l->scene.s || lesson_scene(m, l->scene.s, 1, &why) ||
                  located(&(struct replaying){.file = l->file}, l->scene, &why, r);
        reply_finish(&why);
        return ok;
    }
    bool own = box || !m->opened || m->opened->box; /* in the language of the lesson */
    return model_scene(m, own ? pretrained_box(l->lang, r) : pretrained_share(m->opened), l->lang, r);
}

bool lesson_replay(struct session *m, const struct lesson *l, int step, enum lesson_when when,
                   struct reply *r)
{
    struct session fresh;
    if (!session_init_like(&fresh, m, r))
        return false;
    fresh.unseen = true;
    struct work_task opening = {TEXT("opening"), l->file, 0, STEP_EFFORT * (step + 1.0), false},
                     outer = work_begin(r->work, opening);
    bool ok = first_scene(&fresh, l, r);
    for (int k = 0; ok && k <= step; k++) {
        struct replaying at = {.m = &fresh, .file = l->file};
        history_finish(&fresh.history); /* a fence may undo only its own changes */
        ok = run_lines(&at, l->step[k].scene, false, r);
        history_finish(&fresh.history);
        if (ok && (k < step || when == LESSON_AFTER))
            ok = run_lines(&at, l->step[k].act, true, r);
        ok = ok && (work_on(r->work, STEP_EFFORT) || reply_goes_on(r));
    }
    work_end(r->work, outer);
    if (ok) {
        history_finish(&fresh.history);
        scene_finish(&fresh.before);
        param_keep_personal(&fresh.now.state, &m->now.state);
        session_swap(m, &fresh);
        session_follow(m, r->work);
    }
    session_finish(&fresh);
    return ok;
}

bool lesson_replay_aside(struct session *out, const struct session *m, const struct lesson *l, int step,
                         enum lesson_when when, struct reply *r)
{
    if (!session_init_like(out, m, r))
        return false;
    bool ok = lesson_replay(out, l, step, when, r);
    if (!ok)
        session_finish(out);
    return ok;
}

bool lesson_act(struct session *m, const struct lesson *l, int step, int i, struct reply *r)
{
    struct replaying at = {.m = m, .file = l->file};
    struct reply quiet = {.lang = r->lang, .work = r->work};
    struct state was = {0};
    long turn = m->turn;
    state_copy(&was, &m->now.state);
    bool ok = run_lines(&at, lesson_segment(&l->step[step], i), true, r);
    if (ok && m->turn != turn) { /* marks everything that the whole segment changed */
        struct scene before = m->before;
        m->before = (struct scene){0};
        scene_take(&before, &was, &quiet);
        m->before = before;
    }
    state_finish(&was);
    reply_finish(&quiet);
    return ok;
}

#include "lesson/play/play.h"

#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "core/pipeline/stage.h"
#include "lesson/play/open.h"
#include "lesson/play/replay.h"
#include "lesson/play/ten.h"
#include "lesson/run/judge.h"
#include "view/lesson/lesson.h"
#include "state/param.h"
#include "state/script.h"
#include "study/look_names.h"

void lesson_note_finished(struct lesson_session *s)
{
    const struct lesson_step *step = lesson_now(s).step;
    if (!step || s->run.beat + 1 < lesson_beat_count(step))
        return;
    struct lesson_visit *v = &s->run.visit[s->run.step];
    bool open = false, skipped = false;
    for (int i = 0; i < step->ask_count; i++) {
        open = open || !v->answer[i].closed;
        skipped = skipped || v->answer[i].given_up;
    }
    v->finished = !open && !skipped;
    v->skipped = !open && skipped;
}

/* Returns how many segments of the `do` come before a beat. */
static int acted(const struct lesson_step *step, struct lesson_beat beat)
{
    return beat.phase == PHASE_ACT ? beat.index : beat.phase == PHASE_END ? lesson_segment_count(step) : 0;
}

/* Sets the state that the file has at a beat. */
static bool play_to_beat(struct host *h, int at, struct lesson_beat beat, struct reply *r)
{
    struct lesson_session *s = h->session->lesson;
    bool ok = lesson_replay(h->session, &s->lesson, at, LESSON_BEFORE, r);
    for (int i = 0; ok && i < acted(&s->lesson.step[at], beat); i++)
        ok = lesson_act(h->session, &s->lesson, at, i, r);
    return ok;
}

/* Shows the matrix that a cell question asks about. At a goal the editor will open with the matrix that it
 * lets change, at a number that may change. */
static bool show_asked(struct host *h, struct reply *r)
{
    const struct lesson_ask *q = lesson_now(h->session->lesson).ask;
    const struct scene *now = &h->session->now;
    struct state next = {0};
    struct matrix_part part;
    int matrix = q && q->kind == ASK_GOAL ? judge_allow_matrix(q, &now->state, &part) : -1;
    int stage = q && q->kind == ASK_CELL ? look_stage(q->of.s) : -1;
    if (matrix < 0 && (!q || q->kind != ASK_CELL))
        return true;
    if (matrix < 0 &&
        (stage == -1 || (stage != LOOK_PE && !stage_present(&now->config, now->state.look.layer, stage))))
        return reply_fail(r, 0, TEXT("no matrix %s here"), q->of.s);
    state_copy(&next, &now->state);
    if (matrix >= 0) {
        next.look.sheet.matrix = matrix;
        next.look.sheet.row = part.row0;
        next.look.sheet.col = part.col0;
    } else {
        look_at_cell(&next, &now->config, stage, 0, 0); /* never on the answer by chance */
    }
    return session_commit(h->session, &next, "", r);
}

/* What cannot be computed on this model shows as a dash. */
static void settle_step(const struct host *h, struct lesson *l, int step)
{
    struct expr_context c = session_context(h->session);
    struct reply quiet = {0};
    lesson_settle(l, step, &c, &quiet);
    reply_finish(&quiet);
}

/* Arrives at a beat, whose state has been set. */
static bool arrive(struct host *h, int step, int beat, struct reply *r)
{
    struct lesson_session *s = h->session->lesson;
    if (step != s->run.step || beat == 0)
        text_clear(&s->shared);
    settle_step(h, &s->lesson, step);
    s->run.step = step;
    s->run.beat = beat;
    s->run.scroll = s->run.point = s->run.jumps = 0;
    lesson_note_finished(s);
    if (h->cols > 0 && h->cols < LESSON_SIDE)
        s->layout = LAYOUT_SPLIT; /* a view that was looked at alone does not hide what is said next */
    return show_asked(h, r);
}

bool lesson_enter(struct host *h, int step, int beat, bool walking, struct reply *r)
{
    struct lesson_session *s = h->session->lesson;
    const struct lesson_step *to = &s->lesson.step[step];
    struct lesson_beat at = lesson_beat_at(to, beat);
    bool goal = at.phase == PHASE_ASK && to->ask[at.index].kind == ASK_GOAL;
    bool stays = walking && !goal && acted(to, at) == 0;
    return (stays || play_to_beat(h, step, at, r)) && arrive(h, step, beat, r);
}

int lesson_step_named(const struct lesson *l, const char *name)
{
    long number;
    int at = lesson_step_find(l, name);
    if (at < 0 && number_parse_int(name, strlen(name), 1, l->step_count, &number) == NUMBER_OK)
        at = (int)number - 1;
    return at;
}

bool lesson_no_step(const struct lesson *l, const char *name, int col, struct reply *r)
{
    struct text ids = {0};
    for (int i = 0; i < l->step_count; i++)
        text_addf(&ids, "%s%s", i ? " " : "", l->step[i].id.s);
    reply_fail(r, col, TEXT("no step '%s' here (1 to %d, or %s)"), name, l->step_count, text_str(&ids));
    text_finish(&ids);
    return false;
}

/* ---- free play ----------------------------------------------------------------------- */

void lesson_return(struct host *h)
{
    struct lesson_play *p = h->lessons->play;
    session_swap(h->session, &p->branch);
    param_keep_personal(&h->session->now.state, &p->branch.now.state);
    session_finish(&p->branch);
    p->session.free = false;
}

bool lesson_come_back(struct call *c)
{
    struct host *h = c->host;
    struct lesson_play *p = h->lessons->play;
    if (!p->session.free)
        return reply_fail(c->r, 0, TEXT("already in the lesson (n returns from free play)"));
    struct lesson_session at_work = p->session;
    at_work.free = false;
    const struct lesson_now at = lesson_now(&at_work);
    const struct state *before = &p->branch.now.state, *played = &h->session->now.state;
    struct reply quiet = {.work = c->r->work};
    /* changes that the open goal allows were work on it */
    bool work = lesson_asks(at, ASK_GOAL) && !state_same_numbers(before, played) &&
                judge_allows(at.ask, before, played, &quiet);
    reply_finish(&quiet);
    if (!work) {
        lesson_return(h);
        return true;
    }
    p->session.free = false;
    lesson_run_answer(&p->session)->moves += history_steps(&p->branch.history);
    session_finish(&p->branch);
    reply_say(c->r, TEXT("kept: the goal lets you change this (R starts the step again)"));
    return true;
}

bool lesson_free(struct call *c)
{
    struct host *h = c->host;
    struct reply *r = c->r;
    struct lesson_play *p = h->lessons->play;
    const struct session *from = h->session;
    struct session *to = &p->branch;
    struct reply quiet = {.lang = r->lang, .work = r->work};
    if (p->session.free)
        return reply_fail(r, 0, TEXT("you are already in free play (n returns to the lesson)"));
    /* a copy of the scene with its pins, without the history */
    bool copied = session_init_like(to, from, &quiet);
    for (int i = 0; copied && i <= from->pin_count; i++) {
        struct state next = {0};
        state_copy(&next, i < from->pin_count ? &from->pins[i].scene.state : &from->now.state);
        copied = session_commit(to, &next, "", &quiet) &&
                 (i == from->pin_count || session_pin(to, from->pins[i].name, &quiet));
    }
    history_finish(&to->history);
    to->compare = from->compare;
    reply_finish(&quiet);
    if (!copied) {
        session_finish(to);
        return reply_no_memory(r);
    }
    session_swap(h->session, to);
    p->session.free = true;
    reply_say(r, TEXT("free play: change anything; n returns to the lesson"));
    return true;
}

/* ---- opening and leaving --------------------------------------------------------------- */

/* True if this is the lesson left last in this session. */
static bool left_here(const struct host *h, const struct lesson *l)
{
    return h->lessons->left && strcmp(h->lessons->left->id, l->id) == 0;
}

int lesson_resumes(const struct host *h, const struct lesson *l)
{
    if (!left_here(h, l))
        return progress_resume(h, l);
    const struct lesson_run *run = &h->lessons->left->run;
    if (run->step >= l->step_count)
        return 0;
    return run->visit[run->step].finished ? lesson_step_after(l, run->step) : run->step;
}

/* Restores the answers given before the lesson was left. */
static int take_left(const struct host *h, const char *name, struct lesson_session *s, struct text *opened,
                     struct reply *r)
{
    int at = lesson_resumes(h, &s->lesson);
    if (left_here(h, &s->lesson) && at >= h->lessons->left->run.step) {
        memcpy(s->run.visit, h->lessons->left->run.visit, sizeof s->run.visit);
    } else if (!left_here(h, &s->lesson) && at > 0) {
        struct text place = {0};
        text_addf(&place, "%s/%s", name, s->lesson.step[at].id.s);
        text_add(opened, "lesson ");
        script_word(opened, text_str(&place));
        text_finish(&place);
    }
    if (at > 0)
        reply_say(r, TEXT("continues at step %d (:goto 1 starts over)"), at + 1);
    return at;
}

void lesson_end(struct host *h)
{
    lesson_leave(h);
    mem_free(h->lessons->left);
    h->lessons->left = NULL;
}

void lesson_leave(struct host *h)
{
    struct lesson_play *p = h->lessons->play;
    if (!p)
        return;
    if (p->session.free)
        lesson_return(h);
    progress_leave(h);
    /* remembers where it is left; out of memory, it will start from its beginning */
    size_t n = strlen(p->session.lesson.id) + 1;
    mem_free(h->lessons->left);
    struct lesson_left *left = h->lessons->left = mem_new(1, sizeof *left + n);
    if (left) {
        left->run = p->session.run;
        memcpy(left->id, p->session.lesson.id, n);
        h->lessons->keep.version++; /* the pages show it */
    }
    session_swap(h->session, &p->own);
    param_keep_personal(&h->session->now.state, &p->own.now.state);
    h->session->lesson = NULL;
    h->session->hides = false;
    h->lessons->play = NULL;
    session_finish(&p->own);
    lesson_finish(&p->session.lesson);
    text_finish(&p->session.shared);
    mem_free(p);
}

/* Loads a lesson by its name, or what the scene on the screen asks. */
static bool load(const struct host *h, const char *name, struct lesson *out, const char **step,
                 struct reply *r)
{
    struct text bytes = {0};
    if (strcmp(name, TEN_HERE) != 0)
        return lesson_load(name, host_lang(h), out, step, r);
    *step = "";
    bool ok = ten_write_here(&h->session->now, &bytes, r) &&
              lesson_take(out, TEN_HERE ".md", &bytes, host_lang(h), r);
    text_finish(&bytes);
    return ok;
}

bool lesson_open(struct host *h, const char *name, struct text *opened, struct reply *r)
{
    struct lesson_play *p = mem_new(1, sizeof *p);
    const char *step;
    enum lang lang = host_lang(h);
    if (!p)
        return reply_no_memory(r);
    if (!load(h, name, &p->session.lesson, &step, r)) {
        mem_free(p);
        return false;
    }
    if (h->lessons->keep.on)
        progress_fill(&h->lessons->keep.table, &p->session.lesson, &p->session.run);
    int at = *step ? lesson_step_named(&p->session.lesson, step) : take_left(h, name, &p->session, opened, r);
    lesson_path_follow(h, &p->session.lesson);
    p->asked = lang;
    bool ok = (at >= 0 || lesson_no_step(&p->session.lesson, step, 0, r)) &&
              lesson_replay_aside(&p->own, h->session, &p->session.lesson, at, LESSON_BEFORE, r);
    if (!ok) {
        lesson_finish(&p->session.lesson);
        mem_free(p);
        return false;
    }
    bool other = h->lessons->play != NULL;
    p->session.counts = other && h->session->lesson->counts; /* the class is still there */
    lesson_leave(h);
    param_keep_personal(&p->own.now.state, &h->session->now.state);
    session_swap(h->session,
                 &p->own); /* which has the scene of the step: the person's session is set aside */
    h->lessons->play = p;
    h->session->lesson = &p->session;
    session_follow(h->session, r->work);
    ok = arrive(h, at, 0, r);
    progress_known(h);
    if (ok)
        return true;
    lesson_leave(h);
    if (!other || work_stopped(r->work))
        return false;
    reply_clear(r);
    return reply_fail(r, 0, TEXT("not enough memory: the previous lesson was left, this one was not opened"));
}

const struct session *lesson_own(const struct host *h)
{
    return h->lessons->play ? &h->lessons->play->own : h->session;
}

void lesson_follow(struct host *h, struct reply *r)
{
    struct lesson_play *p = h->lessons->play;
    enum lang lang = host_lang(h), words = languages[lang].words;
    if (!p)
        return;
    struct lesson_session *s = &p->session;
    struct lesson other = {0};
    bool switched = lang != p->asked, same = s->lesson.lang == lang;
    p->asked = lang;
    for (int i = 0; i < h->session->pin_count && switched; i++)
        h->session->pins[i].scene.state.look.lang =
            (int)lang; /* both sides of a comparison use one language */
    if (switched && !same &&
        (lesson_load_counterpart(&s->lesson, lang, &other) ||
         (s->lesson.lang != words && lesson_load_counterpart(&s->lesson, words, &other)))) {
        const struct lesson_step *step = lesson_now(s).step;
        int at = step ? lesson_step_find(&other, step->id.s) : other.step_count;
        same = other.step_count == s->lesson.step_count && at == s->run.step &&
               (!step || lesson_beat_count(step) == lesson_beat_count(&other.step[at]));
        if (same) {
            lesson_path_follow(h, &other);
            lesson_finish(&s->lesson);
            s->lesson = other;
            settle_step(h, &s->lesson, at);
        } else {
            lesson_finish(&other);
        }
    }
    if (s->lesson.lang != lang && (words == lang ? switched : !h->lessons->lack_said)) {
        reply_say(r, TEXT("this lesson is not available in %s; its text is %s"), languages[lang].name,
                  languages[s->lesson.lang].name);
        h->lessons->lack_said = h->lessons->lack_said || words != lang;
    }
    lesson_watch_goal(h);
    lesson_note_finished(s);
    s->closing -= s->closing > 0;
}

/* The commands of a lesson: moving between beats and steps, hints, answers. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "lesson/play/explain.h"
#include "lesson/play/inventory.h"
#include "lesson/play/pages.h"
#include "lesson/play/path.h"
#include "lesson/play/play.h"
#include "lesson/play/replay.h"
#include "lesson/play/ten.h"
#include "lesson/read/scenes.h"
#include "state/script.h"
#include "view/frame/frame.h"
#include "view/lesson/lesson.h"
#include "view/spots.h"

static bool none_open(struct reply *r)
{
    return reply_fail(r, 0, TEXT("no lesson is open ('lesson' lists them)"));
}

/* ---- what the text points at -------------------------------------------------------- */

/* What a text offers depends on the screen, so the journal keeps the lines that were run. */

/* Finds out what the lesson's text offers, by drawing the screen. Returns false without memory. */
static bool reach_of(const struct host *h, struct reach *reach)
{
    enum { ROWS = 24, COLS = 80 }; /* if nothing has been drawn */
    struct screen screen = h->screen;
    struct canvas canvas;
    *reach = (struct reach){0};
    if (!canvas_init(&canvas, h->rows ? h->rows : ROWS, h->cols ? h->cols : COLS))
        return false;
    screen.reach = reach;
    frame_draw(canvas, &screen);
    canvas_finish(&canvas);
    return true;
}

static bool nothing_there(struct call *c)
{
    return reply_fail(c->r, 0, TEXT("the text here points at nothing in the picture"));
}

/* Goes where the chosen number or word is. */
static bool go_there(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    const struct look was = c->m->now.state.look;
    struct reach reach;
    if (!reach_of(c->host, &reach))
        return reply_no_memory(c->r);
    if (!*reach.line)
        return nothing_there(c);
    if (!cmd_run_line(&(struct runner){.m = c->m, .origin = LINE_LESSON}, reach.line, c->r))
        return false;
    const struct look *last = trail_last(&c->m->trail);
    if (!last || memcmp(last, &was, sizeof was) != 0) /* a new view has remembered it already */
        trail_push(&c->m->trail, &was);
    text_add(&c->logged, reach.line);
    s->run.jumps++;
    s->run.point = -s->run.point;
    if (c->host->cols > 0 && lesson_alone(c->host->rows, c->host->cols))
        s->layout = LAYOUT_VIEW;
    return true;
}

/* point next|prev|go|N */
static bool point_at(struct call *c)
{
    struct lesson_run *run = &c->m->lesson->run;
    const char *which = call_word(c, 1);
    bool next = strcmp(which, "next") == 0, prev = strcmp(which, "prev") == 0;
    struct reach reach;
    long n = labs(run->point);
    if (!next && !prev && strcmp(which, "go") != 0 &&
        number_parse_int(which, strlen(which), 1, SPOTS_MAX, &n) != NUMBER_OK)
        return call_fail(c, 1, TEXT("point: write next, prev, go or a number"));
    run->point = (int)n;
    if (!next && !prev)
        return go_there(c);
    if (!reach_of(c->host, &reach))
        return reply_no_memory(c->r);
    if (reach.points == 0)
        return nothing_there(c);
    run->point = next ? run->point % reach.points + 1 : run->point > 1 ? run->point - 1 : reach.points;
    return true;
}

/* ---- moving ---------------------------------------------------------------------- */

/* lesson | lesson leave: goes to a page (enum course_list), or (-1) back to where the lesson was opened. */
static bool to_page(struct host *h, int page, struct reply *r)
{
    struct text id = {0};
    if (h->lessons->play)
        text_add(&id, h->session->lesson->lesson.id);
    lesson_leave(h);
    h->lessons->path = (struct lesson_path){0};
    bool ok = page < 0 || lesson_pages_show(h, page, id.len > 0 ? id.s : NULL, r);
    if (page >= 0 && h->batch)
        lesson_pages_list(h, &r->text);
    text_finish(&id);
    return ok;
}

/* Opens a step that is due. Every other time it is asked with other words or in another size, where a lesson
 * does so: what was understood holds there too. */
static bool open_due(struct call *c, const struct progress_step *due)
{
    struct text name = TEXT_HERE;
    struct reply quiet = {.lang = c->r->lang, .work = c->r->work};
    bool ok = false;
    for (int i = (due->ask[0].again + due->ask[1].again) % 2; i < 2 && !ok; i++) {
        text_clear(&name);
        text_addf(&name, "%s%s/%s", i == 0 ? PROGRESS_AGAIN : "", due->lesson, due->step);
        ok = lesson_open(c->host, text_str(&name), &c->logged, i == 0 ? &quiet : c->r);
    }
    if (ok)
        text_addf(&c->logged, "lesson %s", text_str(&name));
    reply_finish(&quiet);
    text_finish(&name);
    return ok;
}

/* Opens the first step that is due after the open one. After the last, leaves the lesson. */
static bool review_next(struct call *c)
{
    struct host *h = c->host;
    struct progress_keep *keep = &h->lessons->keep;
    const struct lesson_session *s = h->session->lesson;
    bool going = s && h->lessons->path.number == PATH_REVIEW;
    const struct lesson_step *step = going ? lesson_now(s).step : NULL;
    const struct progress_step *here =
        step ? progress_find(&keep->table, progress_lesson(&s->lesson), step->id.s) : NULL;
    const struct progress_step *due = progress_due(keep, here);
    const struct lesson_path before = h->lessons->path;
    if (!due) {
        text_add(&c->logged, going ? "lesson leave" : "");
        reply_say(c->r, going ? TEXT("that was all for today ('review list' lists what was missed)")
                              : TEXT("nothing to review today ('review list' lists what was missed)"));
        return !going || to_page(h, -1, c->r);
    }
    h->lessons->path = (struct lesson_path){PATH_REVIEW, 0};
    bool ok = open_due(c, due);
    if (ok)
        reply_say(c->r, TEXT("again: missed before (Enter at the end goes on to the next)"));
    else
        h->lessons->path = before;
    return ok;
}

static bool next_beat(struct call *c)
{
    struct host *h = c->host;
    struct lesson_session *s = h->session->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    lesson_note_finished(s);
    if (s->run.beat + 1 < lesson_beat_count(step))
        return lesson_enter(h, s->run.step, s->run.beat + 1, true, c->r);
    if (h->lessons->path.number == PATH_REVIEW)
        return review_next(c);
    bool planned = lesson_path_one_step(h); /* the path wants no other step of this lesson */
    if (s->lesson.next.s && planned)
        return lesson_path_next(h, &c->logged, c->r);
    if (s->run.step + 1 < s->lesson.step_count) {
        bool entered = lesson_enter(h, s->run.step + 1, 0, false, c->r);
        if (entered && planned) {
            lesson_path_end(h);
            reply_say(c->r, TEXT("the path ends here; this is the rest of the lesson"));
        }
        return entered;
    }
    s->run.step++;
    s->run.beat = s->run.scroll = 0;
    return true;
}

static bool reveal_answer(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    if (!step)
        return reply_fail(c->r, 0, TEXT("there is no answer to show"));
    const struct lesson_now at = lesson_now(s);
    lesson_note_cells(c->host, c->r->work);
    if (s->counts && lesson_asks(at, ASK_PICTURE) && !lesson_count_picture(c->host, c->r))
        return false;
    lesson_show_text(s);
    if ((s->counts || s->lesson.quiet) && at.open && s->run.beat + 1 < lesson_beat_count(step) &&
        lesson_beat_at(step, s->run.beat + 1).phase == PHASE_ASK) { /* a class is asked one after the other */
        lesson_answer_give_up(lesson_run_answer(s), at.ask);
        return lesson_enter(c->host, s->run.step, s->run.beat + 1, false, c->r);
    }
    lesson_visit_give_up(&s->run.visit[s->run.step], step);
    return lesson_enter(c->host, s->run.step, lesson_beat_count(step) - 1, false, c->r);
}

/* Enter: answers the open question, else goes on by one beat. */
static bool next_or_answer(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    const struct lesson_now at = lesson_now(s);
    if (s->free)
        return lesson_come_back(c);
    if (s->run.point > 0)
        return go_there(c);
    if (!at.step && s->lesson.next.s)
        return lesson_path_next(c->host, &c->logged, c->r);
    if (!at.step)
        return reply_fail(c->r, 0, TEXT("that was the last step (Esc leaves the lesson)"));
    if (lesson_asks(at, ASK_NUMBER) || lesson_asks(at, ASK_EXPLAIN)) {
        prompt_open(&c->m->prompt, PROMPT_ANSWER, "");
        return true;
    }
    if (s->counts && lesson_asks(at, ASK_PICTURE))
        return reveal_answer(c);
    if (at.open && at.ask->kind != ASK_TRY)
        return lesson_answer(c->host, "", c->r);
    return (!at.open || lesson_answer(c->host, "", c->r)) && next_beat(c);
}

static bool back_one(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    int step = s->run.step, last = step > 0 ? lesson_beat_count(&s->lesson.step[step - 1]) - 1 : 0;
    if (s->free)
        return lesson_come_back(c);
    if (s->run.jumps > 0 && c->m->trail.count > 0) { /* from where the text pointed */
        if (!call_go_back(c, (enum view_id)c->m->now.state.look.view))
            return false;
        s->run.jumps--;
        s->run.point = 0;
        return true;
    }
    if (s->run.beat > 0)
        return lesson_enter(c->host, step, s->run.beat - 1, false, c->r);
    if ((step == 0 || lesson_path_one_step(c->host)) && lesson_path_back(c->host, &c->logged, c->r))
        return true;
    if (step == 0)
        return reply_fail(c->r, 0, TEXT("this is the beginning of the lesson"));
    const struct lesson_visit *v = &s->run.visit[step - 1];
    return lesson_enter(c->host, step - 1, v->finished || v->skipped ? last : 0, false, c->r);
}

/* Opens a lesson by its name: that leaves a path. */
static bool open_other(struct call *c, const char *name)
{
    struct host *h = c->host;
    const struct lesson_path before = h->lessons->path;
    h->lessons->path = (struct lesson_path){0};
    bool ok = lesson_open(h, name, &c->logged, c->r);
    if (!ok && h->lessons->play)
        h->lessons->path = before;
    if (!ok && c->r->col == 0)
        c->r->col = call_col(c, 1);
    return ok;
}

static bool goto_step(struct call *c)
{
    const char *name = call_word(c, 1);
    if (strchr(name, '/'))
        return open_other(c, name);
    if (!c->m->lesson)
        return none_open(c->r);
    const struct lesson *l = &c->m->lesson->lesson;
    int at = lesson_step_named(l, name);
    if (at < 0)
        return lesson_no_step(l, name, call_col(c, 1), c->r);
    if (c->m->lesson->free)
        lesson_return(c->host);
    return lesson_enter(c->host, at, 0, false, c->r);
}

static bool restart_step(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    if (s->free)
        lesson_return(c->host);
    if (!lesson_now(s).step)
        return lesson_enter(c->host, 0, 0, false, c->r);
    lesson_visit_restart(&s->run.visit[s->run.step]);
    return lesson_enter(c->host, s->run.step, 0, false, c->r);
}

static bool show_hint(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    const struct lesson_now at = lesson_now(s);
    if (at.hint == at.hint_end)
        return reply_fail(c->r, 0, TEXT("this step has no hints"));
    struct lesson_visit *v = &s->run.visit[s->run.step];
    int next = lesson_next_hint(s);
    if (next < 0)
        return reply_fail(c->r, 0,
                          at.open ? TEXT("no more hints (r shows the answer)") : TEXT("no more hints"));
    v->hints++;
    v->hint_end = next + 1;
    v->hinted = s->run.beat;
    lesson_show_text(s);
    return true;
}

static bool choose_option(struct call *c)
{
    const struct lesson_ask *q = lesson_now(c->m->lesson).ask;
    bool ok = lesson_choose(c->host, call_word(c, 1), call_col(c, 1), c->r);
    if (ok)
        lesson_log_options(c, q);
    return ok;
}

/* Joins the words after the command into one text. */
static void said_words(const struct call *c, struct text *out)
{
    for (int i = 1; i < c->w->count; i++)
        text_addf(out, "%s%s", i > 1 ? " " : "", call_word(c, i));
}

static bool answer_words(struct call *c)
{
    struct text said = {0};
    const struct lesson_ask *q = lesson_now(c->m->lesson).ask;
    said_words(c, &said);
    bool ok = lesson_answer(c->host, text_str(&said), c->r);
    if (ok && q->kind == ASK_CHOICE)
        lesson_log_options(c, q);
    text_finish(&said);
    return ok;
}

static bool find_title(struct call *c)
{
    struct text said = {0}, sought = {0};
    said_words(c, &said);
    bool ok = lesson_pages_find(c->host, text_str(&said), &sought, c->r);
    if (ok && said.len == 0) { /* what find meant now */
        text_add(&c->logged, "find ");
        script_word(&c->logged, text_str(&sought));
    }
    text_finish(&said);
    text_finish(&sought);
    return ok;
}

/* Scrolls by five rows, clamped to the text of the last screen drawn, or on to what is not seen yet. */
static bool scroll_text(struct call *c)
{
    struct lesson_run *run = &c->m->lesson->run;
    const char *where = call_word(c, 1);
    struct reach reach;
    if (!reach_of(c->host, &reach))
        return reply_no_memory(c->r);
    int by[] = {0, strcmp(where, "up") == 0 ? 5 : -5}; /* it is clamped before and after */
    for (int i = 0; i < 2 && strcmp(where, "on") != 0; i++) {
        run->scroll += by[i];
        run->scroll = run->scroll > reach.up ? reach.up : run->scroll < reach.down ? reach.down : run->scroll;
    }
    if (strcmp(where, "on") == 0 && reach.unseen)
        run->scroll = reach.on;
    return true;
}

const char *lesson_before_answer(const struct host *h)
{
    const struct lesson_session *s = h->session->lesson;
    const struct lesson_now at = lesson_now(s);
    struct reach reach;
    if (!s || h->cols == 0)
        return NULL;
    if (reach_of(h, &reach) && lesson_reads_on(s, &reach))
        return "scroll on";
    if (!at.open || at.ask->kind == ASK_GOAL || s->run.point > 0)
        return NULL;
    if (s->layout == LAYOUT_VIEW)
        return at.ask->kind == ASK_CELL ? NULL : "layout split";
    return lesson_points_unseen(s) ? "layout split" : NULL;
}

/* Shows the text or the view alone; the same layout twice shows both again. */
static bool lesson_layout_set(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    const char *name = call_word(c, 1);
    enum lesson_layout wanted = strcmp(name, "view") == 0   ? LAYOUT_VIEW
                                : strcmp(name, "text") == 0 ? LAYOUT_TEXT
                                                            : LAYOUT_SPLIT;
    if (wanted == LAYOUT_SPLIT && strcmp(name, "split") != 0)
        return call_fail(c, 1, TEXT("layout: write split, view or text"));
    s->layout = s->layout == wanted ? LAYOUT_SPLIT : wanted;
    return true;
}

/* lesson latest: resumes the lesson or path left last. */
static bool open_latest(struct call *c)
{
    struct latest last;
    bool found = latest_find(c->host, &last), ok = false;
    if (!found)
        reply_fail(c->r, 0, TEXT("no lesson started yet ('lesson' lists them)"));
    else if (last.name.failed)
        reply_no_memory(c->r);
    else if (last.path.number)
        ok = lesson_path_start(c->host, last.path.number, last.path.at + 1, 0, c->r);
    else
        ok = open_other(c, text_str(&last.name));
    if (ok && c->logged.len == 0) /* what latest meant now */
        text_addf(&c->logged, last.path.number ? "%s" : "lesson %s", text_str(&last.name));
    latest_finish(&last);
    return ok;
}

/* Leaves the lesson; with a question open it first asks, and the next `lesson close` leaves. The last step of
 * a tour sends to the flow to try what it showed. */
static bool close_lesson(struct host *h, struct reply *r)
{
    struct lesson_session *s = h->session->lesson;
    const struct lesson_now at = lesson_now(s);
    if (s->run.point > 0) {
        s->run.point = 0;
        return true;
    }
    if (at.open && at.ask->kind != ASK_TRY && s->closing == 0) {
        s->closing = 2; /* lesson_follow counts down */
        reply_say(r, TEXT("question still open: press the key again to leave; the lesson resumes here"));
        return true;
    }
    bool tried = lesson_is_tour(&s->lesson) && s->run.step >= s->lesson.step_count - 1;
    return to_page(h, -1, r) && (!tried || h->line(h->app, "view flow", r));
}

/* lesson | lesson questions | lesson verdicts | lesson leave | lesson close | lesson NAME[/STEP] | lesson
 * here | lesson latest */
static bool leave_or_open(struct call *c)
{
    struct text name = {0};
    const char *what = call_word(c, 1);
    bool leave = strcmp(what, "leave") == 0, closes = strcmp(what, "close") == 0,
         here = strcmp(what, "here") == 0;
    int page = c->w->count == 1 ? LIST_COURSE : -1;
    for (int i = LIST_QUESTIONS; i < LISTS; i++)
        page = strcmp(what, course_names[i]) == 0 ? i : page;
    if ((leave || closes) && !c->host->lessons->play)
        return none_open(c->r);
    if (closes)
        return close_lesson(c->host, c->r);
    if (page >= 0 || leave)
        return to_page(c->host, page, c->r);
    int path = here ? lesson_pages_path(c->host) : 0;
    if (path) {
        text_addf(&c->logged, "path %d", path); /* what here meant now */
        return lesson_path_start(c->host, path, 1, call_col(c, 1), c->r);
    }
    if (strcmp(what, "latest") == 0)
        return open_latest(c);
    if (here && !lesson_pages_chosen(c->host, &name))
        return none_open(c->r);
    text_add(&name, here ? "" : what);
    bool ok = name.failed ? reply_no_memory(c->r) : open_other(c, name.s);
    if (ok && here && c->logged.len == 0)
        text_addf(&c->logged, "lesson %s", name.s); /* what here meant now */
    text_finish(&name);
    return ok;
}

static bool show_glossary(struct call *c)
{
    return explain_glossary(c->host, c->w->count == 2 ? call_word(c, 1) : c->rest, c->r);
}

/* scene | scene NAME */
static bool set_scene(struct call *c)
{
    if (c->w->count == 1) {
        scenes_list(&c->r->text);
        return true;
    }
    return lesson_scene(c->m, call_word(c, 1), call_col(c, 1), c->r);
}

/* path | path N [STATION] */
static bool play_path(struct call *c)
{
    long number = 0, station = 1;
    const char *which = call_word(c, 1), *from = call_word(c, 2);
    if (c->w->count == 1)
        return lesson_paths_show(c->host, c->r);
    if (number_parse_int(which, strlen(which), 1, INT_MAX, &number) != NUMBER_OK)
        return call_fail(c, 1, TEXT("'%s' is not the number of a path ('path' lists them)"), which);
    if (*from && number_parse_int(from, strlen(from), 1, INT_MAX, &station) != NUMBER_OK)
        return call_fail(c, 2, TEXT("write the number of a station: 'path 1 3'"));
    return lesson_path_start(c->host, (int)number, (int)station, call_col(c, *from ? 2 : 1), c->r);
}

/* progress | progress reset [LESSON] | progress save|add FILE */
static bool progress_command(struct call *c)
{
    const char *what = call_word(c, 1), *of = call_word(c, 2);
    if (c->w->count == 1)
        return progress_show(c->r);
    if (strcmp(what, "reset") == 0)
        return progress_reset(c->host, of, call_col(c, 2), c->r);
    if (strcmp(what, "save") == 0 && *of)
        return progress_export(c->host, of, c->r);
    if (strcmp(what, "add") == 0 && *of)
        return progress_import(c->host, of, c->r);
    return call_fail(
        c, 1,
        TEXT("write 'progress', 'progress reset [LESSON]', 'progress save FILE' or 'progress add FILE'"));
}

/* review | review list */
static bool review_command(struct call *c)
{
    if (c->w->count == 1)
        return review_next(c);
    if (strcmp(call_word(c, 1), "list") != 0)
        return call_fail(c, 1, TEXT("write 'review' or 'review list'"));
    return progress_review(&c->host->lessons->keep, c->r);
}

static bool share_line(struct call *c)
{
    if (!c->m->lesson)
        return reply_fail(
            c->r, 0,
            TEXT("share: writes a goal of a lesson as one line; a scene goes into a file: ':save FILE', "
                 "which 'qkv FILE' opens"));
    const struct text *line = &c->m->lesson->shared;
    struct text played = {0};
    bool over = lesson_played(c->m->lesson, &played);
    if (over)
        reply_say(c->r, "%s", text_str(&played));
    text_finish(&played);
    if (over)
        return true;
    if (line->len == 0)
        return reply_fail(c->r, 0,
                          TEXT("share: reach a goal first, without free play and in %d moves or fewer"),
                          SHARE_MOVES);
    reply_say(c->r, "%s", line->s);
    return true;
}

enum {
    PLAYS = COMMAND_OUTSIDE | COMMAND_HOST | COMMAND_LESSON | COMMAND_READS,
    INSIDE = PLAYS | COMMAND_IN_LESSON,
    ACTS = INSIDE & ~COMMAND_READS,
    TELLS = COMMAND_OUTSIDE | COMMAND_HOST | COMMAND_NO_LOG
};

/* Opens the ten sentences of a day, or what the scene on the screen asks. */
static bool ten_command(struct call *c)
{
    const char *day = call_word(c, 1);
    struct text name = {0};
    char today[PROGRESS_DATE] = "1";
    if (strcmp(day, "here") == 0 && c->m->lesson)
        return reply_fail(c->r, 0, TEXT("leave the lesson first (Esc)"));
    if (!*day)
        progress_today(&c->host->lessons->keep, today);
    text_addf(&name, TEN_BEGINS "%s", *day ? day : today);
    bool ok = name.failed ? reply_no_memory(c->r) : lesson_open(c->host, text_str(&name), &c->logged, c->r);
    if (ok && !*day && c->logged.len == 0)
        text_addf(&c->logged, "lesson %s", text_str(&name)); /* what today was */
    text_finish(&name);
    return ok;
}

const struct command cmd_lesson[] = {
    {"lesson", "[NAME[/STEP]:lesson|here|latest|leave|close|questions|verdicts]", leave_or_open, NULL,
     PLAYS | COMMAND_OPENS, NULL,
     TEXT("opens the list of lessons, or one of them, optionally at a step (lesson 08/alias), the selected "
          "one (here), or the lesson or path left last, or what follows a finished lesson (latest); 'leave' "
          "leaves it; 'close' leaves it too, but asks first while a question is open; 'questions' lists what "
          "people ask, 'verdicts' what course notes say, each line with its picture")},
    {"path", "[N [STATION]]", play_path, NULL, PLAYS | COMMAND_OPENS, NULL,
     TEXT("lists the paths of the course page; plays one, from a station on: its lessons or steps, one after "
          "the other")},
    {"glossary", "[TERM*]", show_glossary, NULL, PLAYS, NULL, TEXT("explains the terms, in both languages")},
    {"find", "[TEXT*]", find_title, NULL, PLAYS, NULL,
     TEXT("goes to the next step (on the course page: lesson) with this text, or the one before, in its "
          "title; on a page of questions or verdicts it leaves only the rows with these words")},
    {"next", "", next_or_answer, NULL, INSIDE | COMMAND_OPENS | COMMAND_ANSWERS, NULL,
     TEXT("continues the lesson; submits the option or cell selected; at the end opens the lesson that "
          "follows")},
    {"back", "", back_one, NULL, INSIDE, NULL, TEXT("goes back one beat in the lesson")},
    {"goto", "STEP:step | LESSON/STEP", goto_step, NULL, PLAYS | COMMAND_OPENS, NULL,
     TEXT("goes to a step, by its name or number, of this lesson or another")},
    {"choose", "LETTER", choose_option, NULL, ACTS, NULL, TEXT("selects an option; next (Enter) submits it")},
    {"draw", "next|prev|SHARE | word N [SHARE] | digit N", lesson_draw, NULL, ACTS, NULL,
     TEXT("draws an answer: chooses a word of the picture that is asked for (by its number, from 0) and sets "
          "its share in percent, or the angle of a hand; next (Enter) submits it. By keys: arrows choose a "
          "word, 6 gives it 60 percent, + and - change it; in words: 'answer cat 60, dog 40'")},
    {"answer", "a:answer* | 0.46 | ROW COL | WORD 60, WORD 40 | \"SENTENCE\"", answer_words, NULL, ACTS, NULL,
     TEXT("answers the open question")},
    {"hint", "", show_hint, NULL, INSIDE, NULL, TEXT("shows the next hint")},
    {"reveal", "", reveal_answer, NULL, ACTS, NULL, TEXT("shows the answer without taking yours")},
    {"restart", "", restart_step, NULL, INSIDE, NULL, TEXT("starts the step over")},
    {"share", "", share_line, NULL, TELLS, NULL,
     TEXT("prints the line that opens the goal just reached and repeats your moves")},
    {"class", "[a=N b=N …] | count", lesson_class, NULL, ACTS, NULL,
     TEXT("sets the number of hands for each option (no letters: clears them); with 'count' the keys a to f "
          "count hands")},
    {"blank", "", lesson_blank, NULL, PLAYS, NULL, TEXT("makes the screen black; any key brings it back")},
    {"numbers", "", lesson_numbers, NULL, PLAYS, NULL,
     TEXT("hides the numbers of the views, or shows them again")},
    {"expressions", "", lesson_expressions, NULL, INSIDE, NULL,
     TEXT("shows in a lesson's text what each number was computed from, or hides it again")},
    {"note", "", lesson_note, NULL, INSIDE, NULL,
     TEXT("shows the presenter's note of this step ('qkv --notes' shows it in another terminal)")},
    {"free", "", lesson_free, NULL, INSIDE, NULL,
     TEXT("starts free play with this scene; 'return' comes back")},
    {"return", "", lesson_come_back, NULL, INSIDE, NULL,
     TEXT("returns from free play, to exactly where it started")},
    {"scroll", "up|down|on", scroll_text, NULL, INSIDE | COMMAND_IDLE, NULL,
     TEXT("scrolls the lesson's text; 'on' shows the next page of what is not seen yet")},
    {"point", "next|prev|go|N:1..1000000", point_at, NULL, INSIDE | COMMAND_IDLE, NULL,
     TEXT("chooses what the lesson's text points at: the next or previous number or word; 'go' puts the "
          "focus there (back returns), a number chooses and goes")},
    {"layout", "view|text|split", lesson_layout_set, NULL, INSIDE, NULL,
     TEXT("shows the view alone, the lesson's text alone (again: both), or both")},
    {"progress", "[reset [LESSON]] | save FILE | add FILE", progress_command, NULL, TELLS, NULL,
     TEXT("shows your progress in the lessons: predictions, steps, goals; 'reset' forgets one lesson, or "
          "all; 'save' writes the record to a file, 'add' adds such a file to it")},
    {"review", "[list]", review_command, NULL, PLAYS | COMMAND_OPENS | COMMAND_NO_LOG, NULL,
     TEXT("opens what is due today: a missed prediction returns after 1, 3, 7 and 21 days; 'list' lists what "
          "was missed most often")},
    {"ten", "[here|DAY]", ten_command, NULL, PLAYS | COMMAND_OPENS, NULL,
     TEXT("a game: draw where the reader looks in ten sentences, those of today or of another day ('ten "
          "2026-11-29'); 'here': where the word that asks looks in the scene on the screen")},
    {"inventory", "[before|after|later] | save FILE", inventory_command, NULL,
     PLAYS | COMMAND_OPENS | COMMAND_NO_LOG, NULL,
     TEXT(
         "twelve concepts, each asked by reasoning and by a picture, without replies: before the course, "
         "after it in another form, and three weeks later; alone it shows what came out and the gain; 'save' "
         "writes it as csv without names")},
    {"scene", "[NAME]", set_scene, NULL, COMMAND_NO_LOG, NULL,
     TEXT("sets up a scene of the lessons; alone it lists them")},
    COMMAND_LAST,
};

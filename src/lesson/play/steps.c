/* The commands of a lesson: moving between beats and steps, hints, answers. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "lesson/play/explain.h"
#include "lesson/play/pages.h"
#include "lesson/play/path.h"
#include "lesson/play/play.h"
#include "lesson/play/replay.h"
#include "lesson/read/scenes.h"
#include "state/script.h"
#include "view/frame/frame.h"
#include "view/lesson/lesson.h"
#include "view/spots.h"

static bool none_open(struct reply *r)
{
    return reply_fail(
        r, 0, TEXT("no lesson is open ('lesson' lists them)", "没有打开的课程（lesson 列出全部课程）"));
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
    return reply_fail(c->r, 0,
                      TEXT("the text here points at nothing in the picture", "这里的文字没有指向图中的东西"));
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
        return call_fail(
            c, 1, TEXT("point: write next, prev, go or a number", "point：请写 next、prev、go 或序号"));
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

/* lesson | lesson leave: goes to the course page, or back to where the lesson was opened. */
static bool to_page(struct host *h, bool page, struct reply *r)
{
    struct text id = {0};
    if (h->lessons->play)
        text_add(&id, h->model->lesson->lesson.id);
    lesson_leave(h);
    h->lessons->path = (struct lesson_path){0};
    bool ok = !page || lesson_pages_show(h, id.len > 0 ? id.s : NULL, r);
    if (page && h->batch)
        lesson_pages_list(h, &r->text);
    text_finish(&id);
    return ok;
}

/* Opens the first step that is due after the open one. After the last, leaves the lesson. */
static bool review_next(struct call *c)
{
    struct host *h = c->host;
    struct progress_keep *keep = &h->lessons->keep;
    const struct lesson_session *s = h->model->lesson;
    bool going = s && h->lessons->path.number == PATH_REVIEW;
    const struct lesson_step *step = going ? lesson_now(s).step : NULL;
    const struct progress_step *here = step ? progress_find(&keep->table, s->lesson.id, step->id.s) : NULL;
    const struct progress_step *due = progress_due(keep, here);
    const struct lesson_path before = h->lessons->path;
    struct text name = {0};
    if (!due) {
        text_add(&c->logged, going ? "lesson leave" : "");
        reply_say(c->r, EITHER(going,
                               TEXT("that was all for today ('review list' lists what was missed)",
                                    "今天的复习做完了（review list 列出答错过的题）"),
                               TEXT("nothing to review today ('review list' lists what was missed)",
                                    "今天没有要复习的题（review list 列出答错过的题）")));
        return !going || to_page(h, false, c->r);
    }
    text_addf(&name, "%s/%s", due->lesson, due->step);
    h->lessons->path = (struct lesson_path){PATH_REVIEW, 0};
    bool ok = name.failed ? reply_no_memory(c->r) : lesson_open(h, name.s, &c->logged, c->r);
    if (ok) {
        text_addf(&c->logged, "lesson %s", name.s);
        reply_say(c->r, TEXT("again: missed before (Enter at the end goes on to the next)",
                             "复习：以前答错过（做完按回车到下一题）"));
    } else {
        h->lessons->path = before;
    }
    text_finish(&name);
    return ok;
}

static bool next_beat(struct call *c)
{
    struct host *h = c->host;
    struct lesson_session *s = h->model->lesson;
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
            reply_say(c->r, TEXT("the path ends here; this is the rest of the lesson",
                                 "路线到这里走完了，下面是这一课的其余部分"));
        }
        return entered;
    }
    s->run.step++;
    s->run.beat = s->run.scroll = 0;
    return true;
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
        return reply_fail(
            c->r, 0,
            TEXT("that was the last step (Esc leaves the lesson)", "这已经是最后一步（按 Esc 离开课程）"));
    if (lesson_asks(at, ASK_NUMBER) || lesson_asks(at, ASK_EXPLAIN)) {
        prompt_open(&c->m->prompt, PROMPT_ANSWER, "");
        return true;
    }
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
        return reply_fail(c->r, 0, TEXT("this is the beginning of the lesson", "这是本课的开头"));
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
        return reply_fail(c->r, 0, TEXT("this step has no hints", "这一步没有提示"));
    struct lesson_visit *v = &s->run.visit[s->run.step];
    int next = lesson_next_hint(s);
    if (next < 0)
        return reply_fail(c->r, 0,
                          EITHER(at.open,
                                 TEXT("no more hints (r shows the answer)", "提示都给出来了（按 r 看答案）"),
                                 TEXT("no more hints", "提示都给出来了")));
    v->hints++;
    v->hint_end = next + 1;
    v->hinted = s->run.beat;
    lesson_show_text(s);
    return true;
}

static bool reveal_answer(struct call *c)
{
    struct lesson_session *s = c->m->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    if (!step)
        return reply_fail(c->r, 0, TEXT("there is no answer to show", "没有可看的答案"));
    lesson_note_cells(c->host, c->r->work);
    lesson_show_text(s);
    const struct lesson_now at = lesson_now(s);
    if (s->counts && at.open && s->run.beat + 1 < lesson_beat_count(step) &&
        lesson_beat_at(step, s->run.beat + 1).phase == PHASE_ASK) { /* a class is asked one after the other */
        lesson_answer_give_up(lesson_run_answer(s), at.ask);
        return lesson_enter(c->host, s->run.step, s->run.beat + 1, false, c->r);
    }
    lesson_visit_give_up(&s->run.visit[s->run.step], step);
    return lesson_enter(c->host, s->run.step, lesson_beat_count(step) - 1, false, c->r);
}

static bool choose_option(struct call *c)
{
    return lesson_choose(c->host, call_word(c, 1), call_col(c, 1), c->r);
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
    said_words(c, &said);
    bool ok = lesson_answer(c->host, text_str(&said), c->r);
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
    const struct lesson_session *s = h->model->lesson;
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
    if (!lesson_points_unseen(s, h->rows, h->cols))
        return NULL;
    return lesson_alone(h->rows, h->cols) ? "layout view" : "layout split";
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
        return call_fail(c, 1, TEXT("layout: write split, view or text", "layout：请写 split、view 或 text"));
    s->layout = s->layout == wanted ? LAYOUT_SPLIT : wanted;
    return true;
}

/* lesson latest: resumes the lesson or path left last. */
static bool open_latest(struct call *c)
{
    struct latest last;
    bool found = latest_find(c->host, &last), ok = false;
    if (!found)
        reply_fail(c->r, 0,
                   TEXT("no lesson started yet ('lesson' lists them)",
                        "还没有开始过任何一课（lesson 列出全部课程）"));
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
    struct lesson_session *s = h->model->lesson;
    const struct lesson_now at = lesson_now(s);
    if (s->run.point > 0) {
        s->run.point = 0;
        return true;
    }
    if (at.open && at.ask->kind != ASK_TRY && s->closing == 0) {
        s->closing = 2; /* lesson_follow counts down */
        reply_say(r, TEXT("question still open: press the key again to leave; the lesson resumes here",
                          "这一题还没有回答：再按一次这个键离开，下次从这里接着来"));
        return true;
    }
    bool tried = lesson_is_tour(&s->lesson) && s->run.step >= s->lesson.step_count - 1;
    return to_page(h, false, r) && (!tried || h->line(h->app, "view flow", r));
}

/* lesson | lesson leave | lesson close | lesson NAME[/STEP] | lesson here | lesson latest */
static bool leave_or_open(struct call *c)
{
    struct text name = {0};
    const char *what = call_word(c, 1);
    bool page = c->w->count == 1, leave = strcmp(what, "leave") == 0, closes = strcmp(what, "close") == 0,
         here = strcmp(what, "here") == 0;
    if ((leave || closes) && !c->host->lessons->play)
        return none_open(c->r);
    if (closes)
        return close_lesson(c->host, c->r);
    if (page || leave)
        return to_page(c->host, page, c->r);
    int path = here ? lesson_pages_path(c->host) : 0;
    if (path) {
        text_addf(&c->logged, "path %d", path); /* what here meant now */
        return lesson_path_start(c->host, path, 1, call_col(c, 1), c->r);
    }
    if (strcmp(what, "latest") == 0)
        return open_latest(c);
    const char *id = here ? lesson_pages_chosen(c->host) : what;
    if (!id)
        return none_open(c->r);
    text_add(&name, id);
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
        return call_fail(c, 1,
                         TEXT("'%s' is not the number of a path ('path' lists them)",
                              "“%s”不是路线的编号（path 列出全部）"),
                         which);
    if (*from && number_parse_int(from, strlen(from), 1, INT_MAX, &station) != NUMBER_OK)
        return call_fail(c, 2, TEXT("write the number of a station: 'path 1 3'", "请写第几站：path 1 3"));
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
        TEXT("write 'progress', 'progress reset [LESSON]', 'progress save FILE' or 'progress add FILE'",
             "请写“progress”、“progress reset [课程]”、“progress save 文件”或“progress add 文件”"));
}

/* review | review list */
static bool review_command(struct call *c)
{
    if (c->w->count == 1)
        return review_next(c);
    if (strcmp(call_word(c, 1), "list") != 0)
        return call_fail(c, 1, TEXT("write 'review' or 'review list'", "请写 review 或 review list"));
    return progress_review(&c->host->lessons->keep, c->r);
}

static bool share_line(struct call *c)
{
    if (!c->m->lesson)
        return reply_fail(
            c->r, 0,
            TEXT("share: writes a goal of a lesson as one line; a scene goes into a file: ':save FILE', "
                 "which 'qkv FILE' opens",
                 "share：把课程里达到的目标写成一行；场景请存成文件：“:save 文件”，再用“qkv 文件”打开"));
    const struct text *line = &c->m->lesson->shared;
    if (line->len == 0)
        return reply_fail(c->r, 0,
                          TEXT("share: reach a goal first, without free play and in %d moves or fewer",
                               "share：先达到一个任务的目标，不要经过自由操作，最多 %d 步"),
                          SHARE_MOVES);
    reply_say(c->r, TEXT("%s", "%s"), line->s);
    return true;
}

enum {
    PLAYS = COMMAND_OUTSIDE | COMMAND_HOST | COMMAND_LESSON | COMMAND_READS,
    INSIDE = PLAYS | COMMAND_IN_LESSON,
    ACTS = INSIDE & ~COMMAND_READS,
    TELLS = COMMAND_OUTSIDE | COMMAND_HOST | COMMAND_NO_LOG
};

const struct command cmd_lesson[] = {
    {"lesson", "[NAME[/STEP]:lesson|here|latest|leave|close]", leave_or_open, NULL, PLAYS | COMMAND_OPENS,
     NULL,
     PAIR("opens the list of lessons, or one of them, optionally at a step (lesson 08/alias), the selected "
          "one (here), or the lesson or path left last, or what follows a finished lesson (latest); 'leave' "
          "leaves it; 'close' leaves it too, but asks first while a question is open",
          "课程目录；打开一课，可指定步骤（lesson "
          "08/alias），目录里选中的一课（here），或上次离开的课或路线，学完了就是下一课（latest）；leave "
          "离开；close 也是离开，有题没答时先问一声")},
    {"path", "[N [STATION]]", play_path, NULL, PLAYS | COMMAND_OPENS, NULL,
     PAIR("lists the paths of the course page; plays one, from a station on: its lessons or steps, one after "
          "the other",
          "列出课程目录里的路线；按顺序播放一条路线上的课或步骤，可从某一站开始")},
    {"glossary", "[TERM*]", show_glossary, NULL, PLAYS, NULL,
     PAIR("explains the terms, in both languages", "术语的意思，中英对照")},
    {"find", "[TEXT*]", find_title, NULL, PLAYS, NULL,
     PAIR(
         "goes to the next step (on the course page: lesson) with this text, or the one before, in its title",
         "标题含有这段文字（不写：上次那段）的下一步；在课程目录里是下一课")},
    {"next", "", next_or_answer, NULL, INSIDE | COMMAND_OPENS | COMMAND_ANSWERS, NULL,
     PAIR("continues the lesson; submits the option or cell selected; at the end opens the lesson that "
          "follows",
          "课程里继续往下；回答时确认所选或所指；到了结尾打开接着的一课")},
    {"back", "", back_one, NULL, INSIDE, NULL, PAIR("goes back one beat in the lesson", "课程里退回一拍")},
    {"goto", "STEP:step | LESSON/STEP", goto_step, NULL, PLAYS | COMMAND_OPENS, NULL,
     PAIR("goes to a step, by its name or number, of this lesson or another",
          "到课程的某一步（名字或序号），或另一课的某一步")},
    {"choose", "LETTER", choose_option, NULL, ACTS, NULL,
     PAIR("selects an option; next (Enter) submits it", "选中一个选项；next（回车）确认")},
    {"answer", "a:answer* | 0.46 | ROW COL | \"SENTENCE\"", answer_words, NULL, ACTS, NULL,
     PAIR("answers the open question", "回答当前的问题")},
    {"hint", "", show_hint, NULL, INSIDE, NULL, PAIR("shows the next hint", "下一条提示")},
    {"reveal", "", reveal_answer, NULL, ACTS, NULL,
     PAIR("shows the answer without taking yours", "直接看答案")},
    {"restart", "", restart_step, NULL, INSIDE, NULL, PAIR("starts the step over", "这一步从头再来")},
    {"share", "", share_line, NULL, TELLS, NULL,
     PAIR("prints the line that opens the goal just reached and repeats your moves",
          "打印一行命令：打开刚达到的目标并重放你的步骤")},
    {"class", "[a=N b=N …] | count", lesson_class, NULL, ACTS, NULL,
     PAIR("sets the number of hands for each option (no letters: clears them); with 'count' the keys a to f "
          "count hands",
          "班上各选项有多少人举手（不写则清除）；count 让 a 到 f 键统计举手")},
    {"blank", "", lesson_blank, NULL, PLAYS, NULL,
     PAIR("makes the screen black; any key brings it back", "黑屏；按任意键恢复")},
    {"numbers", "", lesson_numbers, NULL, PLAYS, NULL,
     PAIR("hides the numbers of the views, or shows them again", "隐藏视图里的数字，或重新显示")},
    {"expressions", "", lesson_expressions, NULL, INSIDE, NULL,
     PAIR("shows in a lesson's text what each number was computed from, or hides it again",
          "在课程正文里显示每个数是怎么算的，或重新隐藏")},
    {"note", "", lesson_note, NULL, INSIDE, NULL,
     PAIR("shows the presenter's note of this step ('qkv --notes' shows it in another terminal)",
          "这一步的讲稿提示（qkv --notes 在另一个终端显示）")},
    {"free", "", lesson_free, NULL, INSIDE, NULL,
     PAIR("starts free play with this scene; 'return' comes back", "拿眼前的场景自由操作；return 返回")},
    {"return", "", lesson_come_back, NULL, INSIDE, NULL,
     PAIR("returns from free play, to exactly where it started", "从自由操作返回，一切照旧")},
    {"scroll", "up|down|on", scroll_text, NULL, INSIDE | COMMAND_IDLE, NULL,
     PAIR("scrolls the lesson's text; 'on' shows the next page of what is not seen yet",
          "滚动课程文字；on 显示还没看到的下一页")},
    {"point", "next|prev|go|N:1..1000000", point_at, NULL, INSIDE | COMMAND_IDLE, NULL,
     PAIR("chooses what the lesson's text points at: the next or previous number or word; 'go' puts the "
          "focus there (back returns), a number chooses and goes",
          "选择课文指向的数或词：next 下一个、prev 上一个；go 把焦点移到图上那一处（back "
          "回来），写序号则直接去")},
    {"layout", "view|text|split", lesson_layout_set, NULL, INSIDE, NULL,
     PAIR("shows the view alone, the lesson's text alone (again: both), or both",
          "只看视图、只看文字（再来一次恢复），或两者都看")},
    {"progress", "[reset [LESSON]] | save FILE | add FILE", progress_command, NULL, TELLS, NULL,
     PAIR("shows your progress in the lessons: predictions, steps, goals; 'reset' forgets one lesson, or "
          "all; 'save' writes the record to a file, 'add' adds such a file to it",
          "课程的学习记录：预测、步骤、目标；reset 忘掉一课或全部；save 把记录写成文件，add "
          "把这样的文件加进来")},
    {"review", "[list]", review_command, NULL, PLAYS | COMMAND_OPENS | COMMAND_NO_LOG, NULL,
     PAIR("opens what is due today: a missed prediction returns after 1, 3, 7 and 21 days; 'list' lists what "
          "was missed most often",
          "打开今天该复习的题：答错的预测隔 1、3、7、21 天再来；list 列出答错最多的题")},
    {"scene", "[NAME]", set_scene, NULL, COMMAND_NO_LOG, NULL,
     PAIR("sets up a scene of the lessons; alone it lists them",
          "布置一个课程场景；单写 scene 列出所有场景")},
    COMMAND_LAST,
};

/* The commands of a lesson: from beat to beat, to another step, hints, answers. */
#include <string.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "lesson/play/pages.h"
#include "lesson/play/play.h"
#include "lesson/play/replay.h"
#include "study/look_names.h"
#include "view/frame/frame.h"

static struct lesson_session *session(const struct app *a)
{
    return a->model.lesson;
}

static bool none_open(struct reply *r)
{
    return reply_fail(r, 0, TEXT("no lesson is open ('lesson' lists them)", "没有打开的课程（lesson 列出全部课程）"));
}

/* What is done with the last beat of a step is kept. */
void lesson_note_finished(struct lesson_session *s)
{
    const struct lesson_step *step = lesson_run_step(s);
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

/* ---- beats --------------------------------------------------------------------- */

/* Segments of the `do` that lie behind a beat. */
static int acted(const struct lesson_step *step, struct lesson_beat beat)
{
    return beat.phase == PHASE_ACT ? beat.index : beat.phase == PHASE_END ? lesson_segment_count(step) : 0;
}

/* The file's state at a beat. */
static bool set_state(struct app *a, int at, struct lesson_beat beat, struct reply *r)
{
    const struct lesson *l = &session(a)->lesson;
    bool ok = lesson_replay(&a->model, l, at, LESSON_BEFORE, r);
    for (int i = 0; ok && i < acted(&l->step[at], beat); i++)
        ok = lesson_act(&a->model, l, at, i, r);
    return ok;
}

/* The matrix that is asked about, so that it can be pointed at. */
static bool show_asked(struct app *a, struct reply *r)
{
    const struct lesson_ask *q = lesson_run_ask(session(a));
    struct state next = {0};
    if (!q || q->kind != ASK_CELL)
        return true;
    const struct config *c = &a->model.now.config;
    int stage = look_stage(q->of.s);
    if (stage == -1 || (stage != LOOK_PE && !stage_present(c, a->model.now.state.look.layer, stage)))
        return reply_fail(r, 0, TEXT("there is no matrix %s here", "这里没有矩阵 %s"), q->of.s);
    state_copy(&next, &a->model.now.state);
    look_at_cell(&next, c, stage, 0, 0);       /* not by chance where the answer is from before */
    return model_commit(&a->model, &next, "", r);
}

bool lesson_enter(struct app *a, int step, int beat, bool walking, struct reply *r)
{
    struct lesson_session *s = session(a);
    const struct lesson_step *to = &s->lesson.step[step];
    struct lesson_beat at = lesson_beat_at(to, beat);
    bool goal = at.phase == PHASE_ASK && to->ask[at.index].kind == ASK_GOAL;
    bool stays = walking && !goal && acted(to, at) == 0;
    if (!stays && !set_state(a, step, at, r))
        return false;
    s->run.step = step;
    s->run.beat = beat;
    s->run.scroll = 0;
    lesson_note_finished(s);
    return show_asked(a, r);
}

/* ---- moving ---------------------------------------------------------------------- */

/* goto STEP: an id or a number from 1. */
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
    reply_fail(r, col, TEXT("no step '%s' here (1 to %d, or %s)", "这里没有“%s”这一步（1 到 %d，或 %s）"), name, l->step_count, text_str(&ids));
    text_finish(&ids);
    return false;
}

static bool come_back(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    if (!session(a)->free)
        return reply_fail(r, 0, TEXT("this is the lesson (n returns from free play)", "现在就在课程里（n 用于从自由操作返回）"));
    lesson_return(a);
    return true;
}

static bool free_play(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    return lesson_free(a, r);
}

static bool go_on(struct app *a, struct reply *r)
{
    struct lesson_session *s = session(a);
    const struct lesson_step *step = lesson_run_step(s);
    lesson_note_finished(s);
    if (s->run.beat + 1 < lesson_beat_count(step))
        return lesson_enter(a, s->run.step, s->run.beat + 1, true, r);
    if (s->run.step + 1 < s->lesson.step_count)
        return lesson_enter(a, s->run.step + 1, 0, false, r);
    s->run.step++;
    s->run.beat = s->run.scroll = 0;
    return true;
}

/* Enter: answers the question that is open, else goes on by one beat. */
static bool next(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    struct lesson_session *s = session(a);
    const struct lesson_answer *answer = lesson_run_answer(s);
    bool open = answer && !answer->closed;
    if (s->free)
        return come_back(a, o, r);
    if (!lesson_run_step(s))
        return reply_fail(r, 0, TEXT("this was the last step (Esc leaves the lesson)", "这已经是最后一步（按 Esc 离开课程）"));
    if (lesson_run_open(s, ASK_NUMBER) || lesson_run_open(s, ASK_EXPLAIN)) {
        prompt_open(&a->model.prompt, PROMPT_ANSWER, "");
        return true;
    }
    if (open && !lesson_run_open(s, ASK_TRY))
        return lesson_answer(a, "", r);
    return (!open || lesson_answer(a, "", r)) && go_on(a, r);
}

static bool back(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    struct lesson_session *s = session(a);
    int step = s->run.step, last = step > 0 ? lesson_beat_count(&s->lesson.step[step - 1]) - 1 : 0;
    if (s->free)
        return come_back(a, o, r);
    if (s->run.beat > 0)
        return lesson_enter(a, step, s->run.beat - 1, false, r);
    if (step == 0)
        return reply_fail(r, 0, TEXT("this is the lesson's beginning", "这是本课的开头"));
    const struct lesson_visit *v = &s->run.visit[step - 1];
    return lesson_enter(a, step - 1, v->finished || v->skipped ? last : 0, false, r);
}

static bool jump(struct app *a, const struct outcome *o, struct reply *r)
{
    const char *name = o->words.v[1].s;
    const struct lesson *l = &session(a)->lesson;
    int at = lesson_step_named(l, name);
    if (at < 0)
        return lesson_no_step(l, name, o->words.v[1].col, r);
    if (session(a)->free)
        lesson_return(a);
    return lesson_enter(a, at, 0, false, r);
}

static bool restart(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    struct lesson_session *s = session(a);
    if (s->free)
        lesson_return(a);
    if (!lesson_run_step(s))
        return lesson_enter(a, 0, 0, false, r);
    lesson_visit_restart(&s->run.visit[s->run.step]);
    return lesson_enter(a, s->run.step, 0, false, r);
}

/* ---- help in a step ---------------------------------------------------------------- */

static bool hint(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    struct lesson_session *s = session(a);
    const struct lesson_step *step = lesson_run_step(s);
    if (!step || step->hint_count == 0)
        return reply_fail(r, 0, TEXT("this step has no hints", "这一步没有提示"));
    struct lesson_visit *v = &s->run.visit[s->run.step];
    if (v->hints == step->hint_count)
        return reply_fail(r, 0, TEXT("these were all the hints (r shows the answer)", "提示都给出来了（按 r 看答案）"));
    v->hints++;
    s->run.scroll = 0;
    return true;
}

static bool reveal(struct app *a, const struct outcome *o, struct reply *r)
{
    (void)o;
    struct lesson_session *s = session(a);
    const struct lesson_step *step = lesson_run_step(s);
    if (!step)
        return reply_fail(r, 0, TEXT("there is nothing to show", "没有可看的答案"));
    lesson_visit_give_up(&s->run.visit[s->run.step], step);
    return lesson_enter(a, s->run.step, lesson_beat_count(step) - 1, false, r);
}

static bool choose(struct app *a, const struct outcome *o, struct reply *r)
{
    return lesson_choose(a, o->words.v[1].s, o->words.v[1].col, r);
}

/* The words behind the command as one text. */
static void said_words(const struct outcome *o, struct text *out)
{
    for (int i = 1; i < o->words.count; i++)
        text_addf(out, "%s%s", i > 1 ? " " : "", o->words.v[i].s);
}

static bool answer(struct app *a, const struct outcome *o, struct reply *r)
{
    struct text said = {0};
    said_words(o, &said);
    bool ok = lesson_answer(a, text_str(&said), r);
    text_finish(&said);
    return ok;
}

static bool find(struct app *a, const struct outcome *o, struct reply *r)
{
    struct text said = {0};
    said_words(o, &said);
    bool ok = lesson_pages_find(a, text_str(&said), r);
    text_finish(&said);
    return ok;
}

static int within(struct reach reach, int scroll)
{
    return scroll > reach.up ? reach.up : scroll < reach.down ? reach.down : scroll;
}

/* By five rows, as far as there is text on the screen that was drawn last. */
static bool scroll(struct app *a, const struct outcome *o, struct reply *r)
{
    struct lesson_run *run = &session(a)->run;
    struct reach reach = {0};
    struct canvas c;
    if (!canvas_init(&c, a->rows ? a->rows : 24, a->cols ? a->cols : 80))
        return reply_no_memory(r);
    frame_draw(c, &(struct screen){.model = &a->model, .ascii = a->ascii, .mono = a->mono, .scratch = &a->scratch, .reach = &reach});
    canvas_finish(&c);
    run->scroll = within(reach, within(reach, run->scroll) + (strcmp(o->words.v[1].s, "up") == 0 ? 5 : -5));
    return true;
}

/* text or view alone; asked for twice, both again */
static bool layout(struct app *a, const struct outcome *o, struct reply *r)
{
    struct lesson_session *s = session(a);
    const char *name = o->words.v[1].s;
    enum lesson_layout wanted = strcmp(name, "view") == 0 ? LAYOUT_VIEW : strcmp(name, "text") == 0 ? LAYOUT_TEXT : LAYOUT_SPLIT;
    if (wanted == LAYOUT_SPLIT && strcmp(name, "split") != 0)
        return reply_fail(r, o->words.v[1].col, TEXT("layout: write split, view or text", "layout：请写 split、view 或 text"));
    s->layout = s->layout == wanted ? LAYOUT_SPLIT : wanted;
    return true;
}

/* Which lesson is meant: the chosen one, the one left last, or as it is named. false: none, said in r. */
static bool meant(const struct app *a, const char *word, struct text *name, struct reply *r)
{
    bool latest = strcmp(word, "latest") == 0;
    const char *id = latest ? progress_latest(a) : strcmp(word, "here") == 0 ? lesson_pages_chosen(a) : word;
    if (latest && !id)
        return reply_fail(r, 0, TEXT("no lesson was begun yet ('lesson' lists them)", "还没有开始过任何一课（lesson 列出全部课程）"));
    if (!id)
        return none_open(r);
    text_add(name, id);
    return !name->failed || reply_no_memory(r);
}

/* lesson | lesson leave: to the course page, or back to where the lesson was opened. */
static bool to_page(struct app *a, bool page, struct reply *r)
{
    struct text id = {0};
    if (a->play)
        text_add(&id, session(a)->lesson.id);
    lesson_leave(a);
    bool ok = !page || lesson_pages_show(a, id.len > 0 ? id.s : NULL, r);
    text_finish(&id);
    return ok;
}

/* lesson | lesson leave | lesson NAME[/STEP] | lesson here | lesson latest */
static bool leave_or_open(struct app *a, const struct outcome *o, struct reply *r)
{
    struct text name = {0};
    bool page = o->words.count == 1, leave = !page && strcmp(o->words.v[1].s, "leave") == 0;
    if (leave && !a->play)
        return none_open(r);
    if (page || leave)
        return to_page(a, page, r);
    bool ok = meant(a, o->words.v[1].s, &name, r) && lesson_open(a, name.s, r);
    text_finish(&name);
    return ok;
}

bool lesson_perform(struct app *a, const struct outcome *o, struct reply *r)
{
    static const struct { const char *name; bool (*perform)(struct app *, const struct outcome *, struct reply *); } plays[] = {
        {"next", next}, {"back", back}, {"goto", jump}, {"restart", restart}, {"hint", hint}, {"reveal", reveal}, {"choose", choose},
        {"answer", answer}, {"scroll", scroll}, {"layout", layout}, {"free", free_play}, {"return", come_back},
        {"class", lesson_class}, {"blank", lesson_blank}, {"numbers", lesson_numbers}, {"note", lesson_note},
    };
    const char *name = o->words.v[0].s;
    if (strcmp(name, "lesson") == 0)
        return leave_or_open(a, o, r);
    if (strcmp(name, "glossary") == 0)
        return lesson_pages_glossary(a, o->words.count > 1 ? o->words.v[1].s : "", r);
    if (strcmp(name, "find") == 0)
        return find(a, o, r);
    if (strcmp(name, "goto") == 0 && strchr(o->words.v[1].s, '/'))
        return lesson_open(a, o->words.v[1].s, r);
    if (!a->play)
        return none_open(r);
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++)
        if (strcmp(plays[i].name, name) == 0)
            return plays[i].perform(a, o, r);
    return true;
}
